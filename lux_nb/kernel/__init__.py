"""Facts of the running kernel: cells, notebook path, interrupts."""
