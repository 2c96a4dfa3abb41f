"""`/moves/check?at=&as_seat=`: an action is judged at an earlier position of a finished hand."""

import random

import pytest

from games.store.log import rows_get
from samba_service.accounts.choices import Scope
from tests.factories import api, player
from tests.games_api.tables import Table
from tests.games_api.test_history import in_its_second_hand
from tests.games_api.test_lobby import refused

pytestmark = pytest.mark.django_db
DRAW = {"type": "draw"}


@pytest.fixture
def table():
    return in_its_second_hand()


def before_a_draw(table):
    """A version of the first hand at which a seat drew next, and the seat."""
    rows = list(rows_get(table.id))
    drawn = next(row for row in rows[20:] if '"draw"' in row.action)
    assert drawn.hand == 1
    return drawn.version - 1, drawn.seat


def asked(client, table, action, **query):
    values = "&".join(f"{name}={value}" for name, value in query.items())
    return client.post(f"{table.path}/moves/check?{values}", {"action": action})


def test_what_was_played_was_legal_then_and_another_action_was_not(table):
    at, seat = before_a_draw(table)
    own, other = table.clients[seat], table.clients[(seat + 1) % 4]
    assert asked(own, table, DRAW, at=at).json() == {"legal": True}
    assert asked(other, table, DRAW, at=at, as_seat=seat).json() == {"legal": True}
    verdict = asked(own, table, {"type": "discard", "card": "3D"}, at=at).json()
    assert (verdict["legal"], verdict["code"], verdict["rule"]) == (False, "wrong_phase", "TURN-02")
    assert asked(other, table, DRAW, at=at).json()["code"] == "not_your_turn"


def test_a_running_hand_is_judged_by_nobody_at_an_earlier_version(table):
    version = table.get()["version"]
    table.play_example(random.Random(1))
    staff = api(player("Sam", is_staff=True), *Scope.values)
    for client in (table.clients[0], staff):
        refused(asked(client, table, DRAW, at=version, as_seat=1), 404, "not_found")
    refused(asked(table.clients[0], table, DRAW, at=version + 99), 404, "not_found")


def test_only_who_may_look_from_that_seat_has_an_action_judged_there(table):
    at, seat = before_a_draw(table)
    stranger = api(player("Eve"))
    refused(asked(stranger, table, DRAW, at=at, as_seat=seat), 403, "not_seated")
    refused(asked(stranger, table, DRAW, at=at), 403, "not_seated")
    staff = api(player("Sam", is_staff=True), Scope.GAMES_PEEK)
    assert asked(staff, table, DRAW, at=at, as_seat=seat).json() == {"legal": True}
    narrow = api(table.players[0], Scope.GAMES_PLAY)
    refused(asked(narrow, table, DRAW, at=at, as_seat=seat), 403, "insufficient_scope")


def test_a_check_of_now_is_for_those_who_may_move():
    table = Table().start()
    reader = api(table.players[table.to_act], Scope.HISTORY_READ)
    refused(asked(reader, table, DRAW), 403, "insufficient_scope")
    refused(asked(table.clients[table.to_act], table, DRAW, as_seat=0), 400, "invalid_fields")
