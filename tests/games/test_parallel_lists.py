"""What the engine and the database name alike is the same."""

from games.choices import Spectators, Via
from games.engine.record import WAYS
from games.engine.view import Following


def test_spectators_may_follow_as_the_views_know() -> None:
    assert {each.value for each in Following} == set(Spectators.values)


def test_records_know_every_way_of_sending_an_action() -> None:
    assert set(WAYS) == set(Via.values)
