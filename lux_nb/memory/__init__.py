<<<<<<< HEAD
"""Project memory: branches, search, grounding, suggestions, snapshots and sync."""
=======
"""Project memory: branches, hybrid search, grounding, suggestions, snapshots and sync."""
>>>>>>> memory
