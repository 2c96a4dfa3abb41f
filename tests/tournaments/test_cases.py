"""Who may look into the games of a club's night to settle a complaint, and when."""

import pytest
from django.db import IntegrityError, transaction

from games.bots import registry
from games.engine.actions import Draw
from games.models import CaseEntry
from games.services import cases, refusals
from games.services.refusals import Refused
from samba_service.accounts.choices import Scope
from tests.contract.shapes import conforms
from tests.factories import api, player
from tests.games_api.test_lobby import refused
from tests.tournaments.clubs import office_give
from tests.tournaments.online_table import Online
from tests.tournaments.read_pages import statements_of
from tournaments.choices import Role
from tournaments.services.joining import club_join

pytestmark = pytest.mark.django_db


@pytest.fixture
def keep(monkeypatch):
    """Writes down what was refused so far."""
    waiting: list[Refused] = []
    monkeypatch.setattr(refusals, "close_old_connections", lambda: None)
    monkeypatch.setattr(refusals._refused, "put", waiting.append)
    return lambda: refusals._write_down(waiting)


def test_an_admin_reads_after_each_hand_what_was_refused_and_sees_all_hands(keep):
    online = Online(hands_per_round=2)
    online.turn()
    holder, admin = online.holder, api(online.night.admin)
    assert holder is not None
    answer = api(holder).post(f"{online.path}/moves", {"action": {"type": "discard", "card": "3D"}})
    assert answer.status_code == 409
    keep()
    assert admin.get(f"{online.path}/refusals").json()["results"] == []
    refused(admin.get(f"{online.path}?as_seat=0"), 403, "insufficient_scope")
    online.bots(until_hand=2)
    [row] = admin.get(f"{online.path}/refusals").json()["results"]
    assert (row["seat"], row["code"]) == (0, "wrong_phase")
    assert row["player"] == str(holder.pk)
    seen = admin.get(f"{online.path}?as_seat=1&at={row['version']}").json()
    assert seen["hand"]["hands"][1]["cards"]
    check = f"{online.path}/moves/check?at={row['version']}&as_seat=0"
    verdict = admin.post(check, {"action": row["action"]}).json()
    assert (verdict["legal"], verdict["code"]) == (False, "wrong_phase")


def test_a_director_or_an_admin_without_the_scope_reads_nothing_of_it():
    online = Online(hands_per_round=2)
    online.bots(until_hand=2)
    path = f"{online.path}/refusals"
    refused(online.director.get(path), 403, "not_seated")
    narrow = api(online.night.admin, Scope.GAMES_READ, Scope.HISTORY_READ)
    refused(narrow.get(path), 403, "not_seated")
    refused(narrow.get(f"{online.path}?as_seat=1&at=9"), 403, "not_seated")


def test_an_admin_who_plays_in_the_game_reads_it_when_it_is_over():
    online = Online(hands_per_round=2)
    assert online.holder is not None
    office_give(online.night.club, online.holder, Role.ADMIN)
    admin = api(online.holder)
    online.bots(until_hand=2)
    refused(admin.get(f"{online.path}/refusals"), 409, "plays_there")
    online.bots(until_hand=3)
    assert admin.get(f"{online.path}/refusals").status_code == 200


def test_shared_deals_are_open_after_the_last_table_and_to_who_plays_them_too():
    online = Online(4, hands_per_round=1, duplicate=True)
    online.bots(until_hand=2)
    admin = api(online.night.admin)
    refused(admin.get(f"{online.path}/refusals"), 409, "deals_not_yet")
    refused(admin.get(f"{online.path}?as_seat=0&at=9"), 409, "deals_not_yet")
    other = online.round.tables.get(number=2)
    plays = other.seats.select_related("member__player")[0].member.player
    assert plays is not None
    office_give(online.night.club, plays, Role.ADMIN)
    refused(api(plays).get(f"{online.path}/refusals"), 403, "not_seated")


def test_looks_are_on_record_and_notes_are_written_and_taken_back():
    online = Online(hands_per_round=2)
    admin, log = api(online.night.admin), f"{online.path}/case-log"
    online.bots(until_hand=2)
    for _ in range(3):
        assert admin.get(f"{online.path}?as_seat=1&at=9").status_code == 200
        assert admin.get(f"{online.path}/refusals").status_code == 200
    note = admin.post(log, {"note": "The pile was frozen."}).json()
    conforms("games_case_log_note", note)
    assert admin.delete(f"{log}/{note['id']}").status_code == 204
    refused(admin.delete(f"{log}/{note['id']}"), 404, "not_found")
    rows = admin.get(log).json()["results"]
    assert [(row["act"], row["note"], row["takes_back"]) for row in rows] == [
        ("note_taken_back", "", note["id"]),
        ("noted", "The pile was frozen.", None),
        ("looked", "", None),
    ]
    assert {row["by"] for row in rows} == {str(online.night.admin.pk)}


def test_nobody_changes_the_log_of_a_case_or_takes_a_look_back():
    online = Online(hands_per_round=2)
    admin, log = api(online.night.admin), f"{online.path}/case-log"
    online.bots(until_hand=2)
    admin.get(f"{online.path}/refusals")
    [look] = admin.get(log).json()["results"]
    for entry in (look["id"], "x", 10**17, "-1"):
        refused(admin.delete(f"{log}/{entry}"), 404, "not_found")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        CaseEntry.objects.all().update(act="noted", note="x")
    refused(online.director.get(log), 403, "not_settling")


def test_a_game_has_a_hundred_notes_at_most(monkeypatch):
    online = Online(hands_per_round=2)
    monkeypatch.setattr(cases, "NOTES_AT_MOST", 1)
    admin, log = api(online.night.admin), f"{online.path}/case-log"
    assert admin.post(log, {"note": "One."}).status_code == 201
    refused(admin.post(log, {"note": "Two."}), 409, "too_many")


def test_one_author_leaves_others_room_for_their_notes(monkeypatch):
    online = Online(hands_per_round=2)
    monkeypatch.setattr(cases, "NOTES_OF_ONE", 1)
    log, other = f"{online.path}/case-log", player("Otto")
    club_join(code=online.night.club.join_code, player=other)
    office_give(online.night.club, other, Role.ADMIN)
    admin = api(online.night.admin)
    first = admin.post(log, {"note": "One."})
    assert first.status_code == 201
    admin.delete(f"{log}/{first.json()['id']}")
    refused(admin.post(log, {"note": "Two."}), 409, "too_many")
    assert api(other).post(log, {"note": "Three."}).status_code == 201


def test_the_bots_of_a_hand_that_is_over_are_replayed_on_record():
    online = Online(hands_per_round=2)
    admin, path = api(online.night.admin), f"{online.path}/bot-replays"
    assert admin.get(path).json() == {"hand": 0, "bots": []}
    online.bots(until_hand=2)
    found = admin.get(f"{path}?hand=1").json()
    conforms("games_bot_replays", found)
    assert found == admin.get(path).json()
    assert [(each["seat"], each["levels"]) for each in found["bots"]] == [
        (seat, ["novice"]) for seat in range(4)
    ]
    assert all(each["turns"] == each["same"] > 0 for each in found["bots"])
    assert [row["act"] for row in admin.get(f"{online.path}/case-log").json()["results"]] == [
        "looked"
    ]


def test_a_bot_that_does_something_else_is_shown_with_both_actions(monkeypatch):
    online = Online(hands_per_round=2)
    online.bots(until_hand=2)
    draws = registry.LEVELS["novice"]._replace(policy=lambda _view, _log, _rng: Draw())
    monkeypatch.setattr(registry, "LEVELS", {"novice": draws})
    bots = api(online.night.admin).get(f"{online.path}/bot-replays").json()["bots"]
    for each in bots:
        assert each["turns"] == each["same"] + len(each["differences"])
        assert all(turn["again"] == {"type": "draw"} for turn in each["differences"])
        assert all(turn["played"] != {"type": "draw"} for turn in each["differences"])
    assert all(each["differences"] for each in bots)


def test_no_bot_is_replayed_of_a_hand_that_is_not_over():
    online = Online(hands_per_round=2)
    admin, path = api(online.night.admin), f"{online.path}/bot-replays"
    refused(admin.get(f"{path}?hand=1"), 404, "not_found")
    online.bots(until_hand=2)
    refused(admin.get(f"{path}?hand=2"), 404, "not_found")
    for hand in (0, -1, 10_000, "x"):
        assert admin.get(f"{path}?hand={hand}").status_code == 400


@pytest.mark.parametrize("what", ["bot-replays", "case"])
def test_bots_and_the_file_of_a_case_are_only_for_those_who_settle(what: str):
    online = Online(hands_per_round=2)
    path = f"{online.path}/{what}"
    assert online.holder is not None
    office_give(online.night.club, online.holder, Role.ADMIN)
    plays = api(online.holder)
    online.bots(until_hand=2)
    refused(online.director.get(path), 403, "not_settling")
    refused(plays.get(path), 409, "plays_there")
    assert not CaseEntry.objects.exists(), "a refusal is no look"
    assert api(player("Staff", is_staff=True), Scope.GAMES_PEEK).get(path).status_code == 200
    online.bots(until_hand=3)
    assert plays.get(path).status_code == 200


@pytest.mark.parametrize("what", ["bot-replays", "case"])
def test_neither_is_shown_while_other_tables_play_the_deals(what: str):
    online = Online(4, hands_per_round=1, duplicate=True)
    online.bots(until_hand=2)
    refused(api(online.night.admin).get(f"{online.path}/{what}"), 409, "deals_not_yet")


def test_a_case_is_one_file_on_record():
    online = Online(hands_per_round=2)
    admin, path = api(online.night.admin), f"{online.path}/case"
    online.bots(until_hand=2)
    answer = admin.get(path)
    conforms("games_case", answer.json())
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    found = answer.json()
    assert (found["format"], len(found["record"]["hands"])) == ("samba-case/1", 1)
    assert all("action" not in row for row in found["log"] if row["hand"] == 2)
    [look] = admin.get(f"{online.path}/case-log").json()["results"]
    assert (look["act"], look["by"]) == ("looked", str(online.night.admin.pk))


@pytest.mark.parametrize("what", ["case", "case-log", "log-check"])
def test_more_hands_and_notes_cost_no_more_statements(what: str):
    online = Online(hands_per_round=4)
    admin, counts = api(online.night.admin), []
    admin.get(f"{online.path}/case")  # a look, on record: the next ones are no others
    for hand in (2, 4):
        online.bots(until_hand=hand)
        for note in range(hand):
            assert admin.post(f"{online.path}/case-log", {"note": f"{note}"}).status_code == 201
        counts.append(statements_of(admin, f"{online.path}/{what}"))
    assert counts[0] == counts[1] <= 25
