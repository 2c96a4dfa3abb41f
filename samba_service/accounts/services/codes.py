"""Codes that are read aloud or from paper: to join, to claim a member, to set a new password."""

import secrets

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

CODE_LENGTH = 12
"""Characters: 58 bits, and still readable aloud."""


def code_draw() -> str:
    """A new code. Nobody else has it: this is almost certain, and the database enforces it."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def code_typed(text: str) -> str:
    """The code that a user typed in."""
    return text.strip().upper()
