"""Draws, standings and ratings, pure: entrants and results in, tables and ranks out."""
