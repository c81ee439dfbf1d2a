"""What goes over the wire: messages of client and server, bodies of requests, TypeScript."""
