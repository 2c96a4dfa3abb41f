"""Every answer that any test here gets has a status that the schema has for the operation."""

import pytest

from tests.games_api.conftest import _statuses_are_documented  # noqa: F401  a fixture by its name
from tests.tournaments.clubs import Cast, cast_of_a_club
from tournaments.engine.formats import rotating


@pytest.fixture(autouse=True)
def quick_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plans of rotating nights are searched for shortly: test_plans.py asks how good one can be."""
    monkeypatch.setattr(rotating, "EFFORT", 40)
    monkeypatch.setattr(rotating, "HEATS", (0.1,))


@pytest.fixture
def cast(db: None) -> Cast:
    """A club and those who call."""
    return cast_of_a_club()
