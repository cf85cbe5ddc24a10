"""Project memory: branches, hybrid search, grounding, suggestions, snapshots and sync."""
