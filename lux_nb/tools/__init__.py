"""Tools: a registry that executes, validates, repairs and recommends calls."""
