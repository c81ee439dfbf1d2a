"""Tables: making one, its match and past, what each side sees, computers, pictures, own files."""
