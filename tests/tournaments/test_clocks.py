"""A tournament gives its online tables a clock."""

import pytest

from games.engine.clock import PROFILES
from tests.tournaments.nights import night
from tests.tournaments.online_table import Online

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", [None, "live", "club-night", "correspondence"])
def test_an_online_table_has_the_clock_of_its_tournament(name):
    online = Online(clock=name)
    shown = online.director.get(f"/api/v1/tournaments/{online.night.tournament.pk}").json()
    assert shown["clock"] == name
    clock = online.director.get(online.path).json()["clock"]
    if name is None:
        assert clock is None
    else:
        assert clock["terms"]["turn_s"] == PROFILES[name].turn_s
        assert online.game.turn_due_at is not None


def test_another_clock_is_in_force_from_the_next_publication():
    online = Online(clock="live")
    path = f"/api/v1/tournaments/{online.night.tournament.pk}"
    assert online.director.patch(path, {"clock": None}).json()["clock"] is None
    assert online.game.clock != ""
    assert online.director.patch(path, {"clock": "blitz"}).status_code == 400


def test_tables_with_real_cards_have_no_clock():
    assert night(clock="live", venue="table").next_round().tables.filter(game=None).exists()
