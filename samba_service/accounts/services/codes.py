"""Codes that are read aloud or from paper: to join, to claim a member, to set a new password."""

import secrets

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

CODE_LENGTH = 12
"""Characters: 58 bits, and still readable aloud."""


def code_draw() -> str:
    """A new code. It is as good as certain that nobody has it, and the database makes sure."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def code_typed(text: str) -> str:
    """The code that somebody typed in."""
    return text.strip().upper()
