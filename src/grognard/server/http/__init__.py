"""HTTP: the guard, the routes of games and tables, the shelf, boards, the rulebook, the built client."""
