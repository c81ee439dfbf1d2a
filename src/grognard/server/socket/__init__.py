"""The socket: its route, a client's connection, and the questions that change nothing."""
