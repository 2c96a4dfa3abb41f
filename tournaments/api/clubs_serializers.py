"""Requests and answers of clubs, members and seasons."""
