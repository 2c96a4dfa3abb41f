"""The rules: which events an action causes, or which paragraph forbids it."""
