"""The engine: one loop thread that runs operations and writes what happened to one log."""
