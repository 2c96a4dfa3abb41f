"""A person, and a program that somebody else has registered."""

import pytest

from samba_service.accounts.models import OAuthClient, Player
from tests.factories import player
from tests.people.programs import program_of


@pytest.fixture
def ben(db: None) -> Player:
    return player("Ben")


@pytest.fixture
def scorer(db: None) -> OAuthClient:
    """A program of somebody else."""
    return program_of(player("Zoe"))
