"""Talking to models: chat, streams, embeddings, prices and limits."""
