"""Conversation, traced reasoning and its monitor."""
