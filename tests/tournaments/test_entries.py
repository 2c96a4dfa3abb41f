"""Who is entered, who is there, who sits for whom."""

from typing import Any

import pytest

from tests.factories import api, player
from tests.games_api.test_invitations import answered, wait_for
from tests.tournaments.clubs import Cast, guests_add
from tests.tournaments.test_rounds_api import ROOT, announced, drawn, entered

pytestmark = pytest.mark.django_db


def test_players_enter_themselves_and_nobody_else(cast: Cast):
    path = announced(cast, format="rotating")
    member, other = cast.players["member"], cast.players["admin"]
    mine = cast.member.post(f"{path}/entries", {"player": str(member.pk)})
    assert (mine.status_code, mine.json()["number"]) == (201, 1)
    again = cast.member.post(f"{path}/entries", {"player": str(member.pk)})
    assert (again.status_code, again.json()["code"]) == (409, "already_entered")
    theirs = cast.member.post(f"{path}/entries", {"player": str(other.pk)})
    assert (theirs.status_code, theirs.json()["code"]) == (403, "not_own_entry")
    named = cast.member.post(f"{path}/entries", {"members": [str(other.pk)]})
    assert (named.status_code, named.json()["code"]) == (403, "not_director")


def test_an_account_from_elsewhere_becomes_a_guest(cast: Cast):
    path = announced(cast, format="rotating")
    outsider = cast.players["outsider"]
    assert cast.outsider.post(f"{path}/entries", {"player": str(outsider.pk)}).status_code == 201
    found = {each["player"]: each for each in cast.members()}
    assert found[str(outsider.pk)]["guest"]


def test_a_partnership_enters_as_a_pair_under_its_name(cast: Cast):
    ana, ben = player("Ana"), player("Ben")
    founded = api(ana).post(f"{ROOT}/partnerships", {"players": [str(ben.pk)], "name": "Herons"})
    path = announced(cast)
    early = api(ana).post(f"{path}/entries", {"partnership": founded.json()["id"]})
    assert early.json()["errors"][0]["path"] == "partnership", "not accepted yet"
    api(ben).post(f"{ROOT}/partnerships/{founded.json()['id']}/accept", {})
    entry = api(ben).post(f"{path}/entries", {"partnership": founded.json()["id"]}).json()
    [invitation] = wait_for(api(ana))
    answered(api(ana), "accept", invitation)
    entry = cast.director.get(f"{ROOT}/entries/{entry['id']}").json()
    assert (entry["name"], len(entry["players"])) == ("Herons", 2)


@pytest.mark.parametrize("players", [1, 3])
def test_an_entry_has_as_many_players_as_its_format_wants(cast: Cast, players: int):
    path = announced(cast)
    ids = [str(each.pk) for each in guests_add(cast.club, *"abc"[:players])]
    answer = cast.director.post(f"{path}/entries", {"members": ids})
    assert answer.status_code == 400
    assert "has 2" in answer.json()["errors"][0]["detail"]


def test_only_those_checked_in_are_drawn_and_the_late_are_marked(cast: Cast):
    path = announced(cast)
    entries = entered(cast, path, 5)
    cast.director.patch(entries[4], {"checked_in": False})
    cast.director.post(f"{path}/start", {})
    round_ = drawn(cast, path)
    placed = _placed(cast, round_)
    assert placed == {1, 2, 3, 4}
    cast.director.post(f"{round_}/publish", {})
    late = cast.director.patch(entries[4], {"checked_in": True}).json()
    assert not late["late"], "it was there before, and only went out for a while"
    ids = [str(each.pk) for each in guests_add(cast.club, "Zoe", "Yan")]
    new = cast.director.post(f"{path}/entries", {"members": ids}).json()
    assert new["late"]


def _placed(cast: Cast, round_: str) -> set[int]:
    shown = cast.director.get(round_).json()
    return {
        entry["number"]
        for table in shown["tables"]
        for side in table["sides"]
        for entry in side["entries"]
    } | {bye["entry"]["number"] for bye in shown["byes"]}


@pytest.mark.full
def test_a_draft_that_somebody_left_is_not_published_before_it_is_redrawn(cast: Cast):
    path = announced(cast)
    entries = entered(cast, path, 5)
    cast.director.post(f"{path}/start", {})
    round_ = drawn(cast, path)
    cast.director.patch(entries[0], {"withdrawn": True})
    stale = cast.director.post(f"{round_}/publish", {})
    assert (stale.status_code, stale.json()["code"]) == (409, "draft_stale")
    assert cast.director.post(f"{round_}/redraw", {}).status_code == 202
    assert drawn(cast, path) == round_
    assert _placed(cast, round_) == {2, 3, 4, 5}
    assert cast.director.post(f"{round_}/publish", {}).status_code == 200


def test_a_substitute_has_a_stint_of_their_own(cast: Cast):
    path = announced(cast)
    entry = entered(cast, path, 4)[0]
    out = cast.director.get(entry).json()["players"][0]["id"]
    substitute = str(guests_add(cast.club, "Sub")[0].pk)
    body = {"out": out, "member": substitute, "from_round": 2, "to_round": 2}
    stints = cast.director.post(f"{entry}/substitutes", body).json()["tenures"]
    told = [(t["player"]["id"], t["for"] and t["for"]["id"], t["first"], t["last"]) for t in stints]
    assert told[:3] == [(out, None, 1, 1), (substitute, out, 2, 2), (out, None, 3, None)]


def test_a_substitute_is_the_directors_to_send_in(cast: Cast):
    path = announced(cast)
    entry = entered(cast, path, 4)[0]
    out = cast.director.get(entry).json()["players"][0]["id"]
    body = {"out": out, "member": str(guests_add(cast.club, "Sub")[0].pk), "from_round": 1}
    by_player = cast.member.post(f"{entry}/substitutes", body)
    assert (by_player.status_code, by_player.json()["code"]) == (403, "not_director")
    assert cast.director.post(f"{entry}/substitutes", body).status_code == 201


def _substitute(cast: Cast, entry: str, who: str, first: int, last: int | None = None) -> Any:
    out = cast.director.get(entry).json()["players"][0]["id"]
    body = {"out": out, "member": who, "from_round": first, "to_round": last}
    return cast.director.post(f"{entry}/substitutes", body)


@pytest.mark.full
def test_nobody_sits_for_two_entries_in_a_round(cast: Cast):
    path = announced(cast)
    one, other, *_ = entered(cast, path, 4)
    substitute, partner = (str(each.pk) for each in guests_add(cast.club, "Sub", "Pat"))
    assert _substitute(cast, one, substitute, 1, 1).status_code == 201
    assert _substitute(cast, other, substitute, 2, 2).status_code == 201
    for twice in (
        _substitute(cast, other, substitute, 1, 1),
        cast.director.post(f"{path}/entries", {"members": [substitute, partner]}),
    ):
        assert (twice.status_code, twice.json()["code"]) == (409, "already_entered")
    cast.director.post(f"{path}/start", {})
    assert cast.director.post(f"{drawn(cast, path)}/publish", {}).status_code == 200


def test_who_had_a_substitute_may_come_back_sooner(cast: Cast):
    path = announced(cast)
    entry = entered(cast, path, 4)[0]
    out = cast.director.get(entry).json()["players"][0]["id"]
    substitute = str(guests_add(cast.club, "Sub")[0].pk)
    assert _substitute(cast, entry, substitute, 1, 2).status_code == 201
    body = {"out": substitute, "member": out, "from_round": 2}
    stints = cast.director.post(f"{entry}/substitutes", body).json()["tenures"]
    told = {(t["player"]["id"], t["first"], t["last"]) for t in stints}
    assert told >= {(substitute, 1, 1), (out, 2, None)}


@pytest.mark.full
def test_an_entry_whose_players_have_entered_again_does_not_come_back(cast: Cast):
    path = announced(cast)
    entry = entered(cast, path, 4)[0]
    players = [each["id"] for each in cast.director.get(entry).json()["players"]]
    cast.director.patch(entry, {"withdrawn": True})
    anew = cast.director.post(f"{path}/entries", {"members": players})
    assert anew.status_code == 201
    back = cast.director.patch(entry, {"withdrawn": False})
    assert (back.status_code, back.json()["code"]) == (409, "already_entered")
    cast.director.patch(f"/api/v1/entries/{anew.json()['id']}", {"withdrawn": True})
    assert cast.director.patch(entry, {"withdrawn": False}).status_code == 200


def test_nobody_is_substituted_in_a_tournament_that_is_over(cast: Cast):
    path = announced(cast)
    entry = entered(cast, path, 4)[0]
    cast.director.patch(path, {"state": "cancelled"})
    late = _substitute(cast, entry, str(guests_add(cast.club, "Sub")[0].pk), 1)
    assert (late.status_code, late.json()["code"]) == (409, "wrong_state")


@pytest.mark.full
def test_house_bots_fill_an_odd_field_and_leave_an_even_one(cast: Cast):
    path = announced(cast, venue="mixed", house_bots="novice", format="rotating", rounds=4)
    entries = entered(cast, path, 7, players=1)
    cast.director.post(f"{path}/start", {})
    round_ = drawn(cast, path)
    shown = cast.director.get(round_).json()
    assert shown["byes"] == []
    kinds = [p["kind"] for t in shown["tables"] for s in t["sides"] for p in s["players"]]
    assert sorted(kinds) == ["bot"] + ["human"] * 7
    with_bot = [t for t in shown["tables"] if any(p["kind"] == "bot" for s in t["sides"]
                                                  for p in s["players"])]  # fmt: skip
    assert [table["venue"] for table in with_bot] == ["online"]
    for entry in entries[:3]:
        cast.director.patch(entry, {"withdrawn": True})
    cast.director.post(f"{round_}/redraw", {})
    drawn(cast, path)
    assert _placed(cast, round_) == {4, 5, 6, 7}


@pytest.mark.full
def test_no_house_bot_is_moved_to_a_table_with_cards_in_hand(cast: Cast):
    path = announced(cast, venue="mixed", house_bots="novice", format="rotating", rounds=4)
    entered(cast, path, 7, players=1)
    cast.director.post(f"{path}/start", {})
    round_ = drawn(cast, path)
    tables = cast.director.get(round_).json()["tables"]
    online = next(each for each in tables if each["venue"] == "online")
    paper = next(each for each in tables if each["venue"] == "table")
    bot = next(
        entry["id"]
        for side in online["sides"]
        for entry, who in zip(side["entries"], side["players"], strict=True)
        if who["kind"] == "bot"
    )
    sides = [[entry["id"] for entry in side["entries"]] for side in paper["sides"]]
    sides[0][0] = bot
    moved = cast.director.patch(f"{round_}/tables/{paper['number']}", {"sides": sides})
    assert moved.status_code == 400
    assert [error["path"] for error in moved.json()["errors"]] == ["sides"]
    assert cast.director.get(round_).json()["tables"] == tables
