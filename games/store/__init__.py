"""How a game is kept: its row and lock, its log, the state that the log gives, and signals."""
