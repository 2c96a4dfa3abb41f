"""Bots: policies that choose an action only from what their seat may see."""
