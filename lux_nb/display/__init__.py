"""How results show themselves, in a live cell and in a saved notebook."""
