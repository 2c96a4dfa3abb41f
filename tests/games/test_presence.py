"""Who is at the table: online, away, gone, by events that make no move stale."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db.models import F

from deploy.examples.fold import Table as Folded
from games.errors import LogDamaged
from games.management.commands.sweeper import do
from games.models import Game, Move, Presence, Snapshot
from games.services.presence import AWAY_AFTER, players_note, presence_settle, presence_sweep
from games.services.rebuild import game_check
from games.store.state import matches_forget
from tests.factories import api, player
from tests.games.test_log import trigger_off
from tests.games_api.tables import Table
from tests.games_api.test_folding import names_left_out, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return Table().start()


def note(table: Table, *seats: int) -> None:
    """These players have been heard of now."""
    players_note([(UUID(table.id), table.players[seat].pk) for seat in seats])


def pass_by(table: Table, **time: float) -> None:
    """Let time pass for the players, as far as we have heard of them."""
    gone = timedelta(**time)
    mine = Presence.objects.filter(game=table.id)
    mine.update(heard_at=F("heard_at") - gone, due_at=F("due_at") - gone)
    presence_sweep()


def presence(table: Table) -> list[Any]:
    return [seat["presence"] for seat in table.get()["seats"]]


def events(table: Table, seat: int = 0) -> list[tuple[int, str]]:
    """The changes of presence in the log of the seat."""
    log = table.get(seat, "/events?limit=500")["results"]
    assert [each["seq"] for each in log] == list(range(1, table.get()["seq"] + 1))
    return [(each["seat"], each["presence"]) for each in log if each["type"] == "presence_changed"]


def test_a_player_is_online_then_away_then_gone_and_online_again(table):
    assert presence(table) == [None] * 4
    note(table, 1)
    assert presence(table) == [None, "online", None, None]
    pass_by(table, seconds=59)
    assert presence(table)[1] == "online"
    pass_by(table, seconds=2)
    assert presence(table)[1] == "away"
    pass_by(table, minutes=8)
    assert presence(table)[1] == "away"
    pass_by(table, minutes=1)
    assert presence(table)[1] == "gone"
    note(table, 1)
    assert presence(table)[1] == "online"
    assert events(table) == [(1, each) for each in ("online", "away", "gone", "online")]
    assert events(table, 1) == events(table, 3) == events(table)


def test_who_is_heard_of_again_stays_online_without_an_event(table):
    for _ in range(3):
        note(table, 0, 1)
        pass_by(table, seconds=50)
    assert sorted(events(table)) == [(0, "online"), (1, "online")]


def test_it_is_shown_since_when(table):
    note(table, 2)
    [online] = [each for each in table.get(0, "/events?limit=500")["results"] if "since" in each]
    assert online["since"] == online["at"] == table.get()["seats"][2]["presence_since"]
    pass_by(table, minutes=2)
    seat, row = table.get()["seats"][2], Presence.objects.get(game=table.id)
    assert seat["presence"] == "away"
    assert seat["presence_since"] == row.heard_at.isoformat().replace("+00:00", "Z")


def test_no_move_becomes_stale_by_it_but_the_tag_changes(table):
    before = table.clients[0].get(table.path)
    note(table, 3)
    after = table.clients[0].get(table.path)
    assert before.json()["version"] == after.json()["version"]
    assert before.json()["seq"] + 1 == after.json()["seq"]
    assert before["ETag"] != after["ETag"]
    moved = table.move(table.to_act, {"type": "draw"}, If_Match=before["ETag"])
    assert moved.status_code == 201
    assert moved.json()["events"][0]["seq"] == after.json()["seq"] + 1
    assert game_check(UUID(table.id)) == []


def test_the_events_fold_to_what_is_shown(table):
    folded = Folded(table.get(1), 162)
    note(table, 0, 2)
    pass_by(table, minutes=3)
    table.move(table.to_act, {"type": "draw"})
    note(table, 2)
    table.clients[2].delete(f"{table.path}/seats/me")
    note(table, 0)
    for event in table.get(1, f"/events?after={folded.game['seq']}&limit=500")["results"]:
        folded.fold(event)
    assert told(names_left_out(folded.game)) == told(names_left_out(table.get(1)))


def test_who_comes_back_is_not_known_before_they_are_heard_of(table):
    note(table, 2)
    table.clients[2].delete(f"{table.path}/seats/me")
    assert presence(table)[2] is None
    assert table.post(2, "seats", {"seat": 2}).status_code == 201
    assert presence(table)[2] is None
    note(table, 2)
    assert presence(table)[2] == "online"


def test_only_players_at_the_table_are_noted_and_no_house_bot():
    ana, eve = player("Ana"), player("Eve")
    body = {"ruleset": "classic", "bots": {"1": "novice"}}
    game = api(ana).post("/api/v1/games", body).json()
    bot = UUID(game["seats"][1]["player"]["id"])
    players_note([(UUID(game["id"]), each) for each in (ana.pk, eve.pk, bot)])
    assert [row.player_id for row in Presence.objects.filter(game=game["id"])] == [ana.pk]


def test_of_a_game_that_is_over_nobody_is_looked_for(table):
    note(table, 0, 1)
    seq = table.get()["seq"]
    Game.objects.filter(pk=table.id).update(status="abandoned")
    presence_settle(game_id=UUID(table.id))
    assert not Presence.objects.filter(game=table.id).exists()
    assert Game.objects.get(pk=table.id).seq == seq


def test_an_earlier_position_shows_nobody_as_online(table):
    note(table, 0)
    version = table.get()["version"]
    table.move(table.to_act, {"type": "draw"})
    shown = table.get(0, f"?at={version}")
    assert [seat["presence"] for seat in shown["seats"]] == [None] * 4


def test_a_damaged_game_keeps_no_other_from_being_looked_after(caplog):
    damaged, other = Table().start(), Table().start()
    for each in (damaged, other):
        note(each, 0, 1)
    Snapshot.objects.filter(game=damaged.id).delete()
    with trigger_off():
        Move.objects.filter(game__id=damaged.id, version=1).delete()
    matches_forget()
    Presence.objects.update(heard_at=F("heard_at") - AWAY_AFTER, due_at=F("due_at") - AWAY_AFTER)

    presence_sweep()

    shown = Presence.objects.filter(game=other.id).values_list("shown", flat=True)
    assert list(shown) == ["away", "away"]
    assert f"presence in game {damaged.id} cannot be shown: LogDamaged" in caplog.text
    caplog.clear()
    presence_sweep()
    assert caplog.text == ""
    players_note([(UUID(each.id), each.players[2].pk) for each in (damaged, other)])
    assert presence(other) == ["away", "away", "online", None]


def test_a_work_of_the_sweeper_that_fails_keeps_no_other_from_being_done(caplog):
    done = []

    def fails() -> None:
        raise LogDamaged("a card")

    do(fails, lambda: done.append("the next"))

    assert done == ["the next"]
    assert "fails failed: LogDamaged" in caplog.text
    assert "a card" not in caplog.text
