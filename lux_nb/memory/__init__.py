"""Project memory: branches, search, grounding, suggestions, snapshots and sync."""
