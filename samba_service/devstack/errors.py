class SetupError(Exception):
    """Something is missing or in the way on this machine; the message says what to do."""
