"""Prompts, templates and data with variables, versions and tags, kept in the store."""
