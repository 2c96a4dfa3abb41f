"""Codes that are read aloud or from paper: to join a club, to claim a member."""

import secrets

from games.services.lifecycle import CODE_ALPHABET, CODE_LENGTH


def code_draw() -> str:
    """A new code; that it is nobody's yet is as good as certain, and the database makes sure."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def code_typed(text: str) -> str:
    """The code that somebody typed in."""
    return text.strip().upper()
