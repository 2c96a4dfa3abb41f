"""How a game is kept: its row and lock, its log, what that folds to, and who is told of it."""
