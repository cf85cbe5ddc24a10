"""Tools about tools: diagnosis, auto-correction, recommendation, comparison and plans."""
