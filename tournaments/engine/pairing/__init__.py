"""Who meets whom: constraints, costs, the best matching, and the reasons."""
