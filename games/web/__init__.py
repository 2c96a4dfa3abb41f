"""Pages of games: they look through the API, as any client does."""
