"""IPython magics: each parses its line, calls an operation and shows the result."""
