"""Tournaments, entries and rounds as answers."""
