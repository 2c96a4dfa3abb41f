"""Bots: policies that choose an action from what their seat may see, and from nothing else."""
