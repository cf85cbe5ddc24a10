"""The store: threads, turns, calls and events in SQLite or PostgreSQL."""
