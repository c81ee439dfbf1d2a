"""The server of the table: HTTP, WebSocket and storage. It knows seats and sockets, and no rule of any game."""
