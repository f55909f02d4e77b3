"""Other ways in than a browser: agents over MCP, and the one process that serves everything."""
