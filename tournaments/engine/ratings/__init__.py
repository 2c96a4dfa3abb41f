"""Ratings: how strong players and pairs are, from results."""
