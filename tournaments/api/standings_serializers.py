"""Standings of tournaments and seasons, and ratings, in the schema."""
