"""The kernel's server: one ASGI app that assistants attach to."""
