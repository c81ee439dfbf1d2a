"""The server of the table: HTTP, WebSocket and storage. It knows seats and no rule of any game."""
