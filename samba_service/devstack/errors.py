class SetupError(Exception):
    """Something is missing or in the way on this machine; the message explains what to do."""
