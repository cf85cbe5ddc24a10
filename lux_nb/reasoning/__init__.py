"""Reasoning that is traced, checked for bias, planned and watched by a metacognitive monitor."""
