"""Natural language to logic and back, on Prolog workers that may be killed at any time."""
