"""Where tools come from besides this kernel: MCP servers, HTTP services and plug-ins."""
