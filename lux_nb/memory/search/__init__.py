"""Hybrid search over contexts: exact keywords, vectors and the signals around them."""
