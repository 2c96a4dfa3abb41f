"""A director acts at random: after every act the night is sound, on record, and leads on.

Every act that can be undone is undone once, exactly, at once or after others; then, more often than
not, it is done again.

Six short sequences, one of each format, run for every change; `make test-long` runs 300 long ones,
and `SAMBA_SEQUENCES=2000` as many as it says. `SAMBA_SEQUENCE=417` runs the one of that seed.
"""

import os

import pytest
from django.db import connection

from tests.tournaments.random_director.director import RandomDirector

pytestmark = [pytest.mark.django_db, pytest.mark.full]

SEQUENCES = int(os.environ.get("SAMBA_SEQUENCES", "6"))
SEEDS = [int(seed) for seed in os.environ.get("SAMBA_SEQUENCE", "").split(",") if seed]
REST = range(SEQUENCES, 300)


@pytest.fixture(autouse=True)
def _patient(db: None) -> None:
    """A sequence is one transaction, which may rest while a busy machine does other things."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")


@pytest.mark.parametrize("seed", SEEDS or range(SEQUENCES))
def test_no_act_of_a_director_at_random_leads_astray(seed: int) -> None:
    RandomDirector(seed).sequence()


@pytest.mark.slow
@pytest.mark.parametrize("seed", () if SEEDS else REST)
def test_none_of_hundreds_of_sequences_leads_astray(seed: int) -> None:
    RandomDirector(seed).sequence()
