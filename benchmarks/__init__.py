"""Benchmarks: quality and speed, each beside what it is compared to, in one run."""
