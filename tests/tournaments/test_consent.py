"""Nobody is entered in a tournament, or made a guest of a club, without agreeing."""

from typing import Any

import pytest

from tests.factories import api, player
from tests.games_api.test_blocks import block
from tests.games_api.test_invitations import answered, wait_for
from tests.tournaments.clubs import Cast, guests_add
from tests.tournaments.nights import SEED
from tests.tournaments.printing.pages import texts
from tests.tournaments.test_rounds_api import ROOT, announced, drawn, entered
from tournaments.engine.results import End
from tournaments.models import Member, Stint, Table, Tournament
from tournaments.services.joining import club_join
from tournaments.services.members import member_leave
from tournaments.services.results import result_award

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def enter(cast: Cast, path: str, *players: Any) -> Any:
    """The director's answer for these players, members or accounts."""
    return cast.director.post(f"{path}/entries", {"members": [str(each.pk) for each in players]})


def test_a_stranger_is_asked_and_enters_by_accepting(cast: Cast):
    path, zed = announced(cast, format="rotating"), player("Zed")
    entry = enter(cast, path, zed).json()
    assert (entry["invited"], entry["players"]) == (True, [])
    assert [(each["player"]["name"], each["state"]) for each in entry["asked"]] == [("Zed", "open")]
    assert not Member.objects.filter(player=zed).exists(), "no guest without agreeing"
    [invitation] = wait_for(api(zed))
    assert invitation["tournament"]["club"] == "Herons"
    assert (invitation["kind"], invitation["entry"]) == ("tournament", entry["id"])
    assert answered(api(zed), "accept", invitation).json()["state"] == "accepted"
    now = cast.director.get(f"{ROOT}/entries/{entry['id']}").json()
    assert (now["invited"], now["name"], now["asked"]) == (False, "Zed", [])
    assert Member.objects.get(player=zed).guest


def test_a_guest_of_before_is_asked_again_and_a_member_is_not(cast: Cast):
    first, second = announced(cast, format="rotating"), announced(cast, format="rotating")
    outsider = cast.players["outsider"]
    assert cast.outsider.post(f"{first}/entries", {"player": str(outsider.pk)}).status_code == 201
    assert enter(cast, second, outsider).json()["invited"]
    assert not enter(cast, second, cast.players["member"]).json()["invited"]


def test_who_left_the_club_is_asked_again(cast: Cast):
    path = announced(cast, format="rotating")
    member = cast.membership("member")
    assert cast.member.delete(f"{cast.path}/members/{member.pk}").status_code == 204
    assert enter(cast, path, cast.players["member"]).json()["invited"]
    [invitation] = wait_for(cast.member)
    answered(cast.member, "accept", invitation)
    assert cast.membership("member").guest


def test_a_player_who_has_not_agreed_is_in_no_list_draw_or_file(cast: Cast):
    path, zed = announced(cast, format="rotating"), player("Zed the stranger")
    entered(cast, path, 4, players=1)
    invited = enter(cast, path, zed).json()
    for client in (cast.member, cast.clients["anonymous"]):
        assert len(client.get(f"{path}/entries").json()["results"]) == 4
        assert client.get(f"{ROOT}/entries/{invited['id']}").status_code == 404
    assert len(cast.director.get(f"{path}/entries").json()["results"]) == 5
    assert api(zed).get(f"{ROOT}/entries/{invited['id']}").status_code == 200
    here = cast.director.patch(f"{ROOT}/entries/{invited['id']}", {"checked_in": True})
    assert (here.status_code, here.json()["code"]) == (409, "not_agreed")
    cast.director.post(f"{path}/start", {})
    round_ = drawn(cast, path)
    cast.director.post(f"{round_}/publish", {})
    for file in ("pairings.pdf", "standings.pdf"):
        pages = "\n".join(texts(cast.director.get(f"{path}/{file}").content))
        assert "stranger" not in pages
    for tail in ("/export", "/standings", "/rounds", "/standings.csv"):
        assert "stranger" not in cast.director.get(f"{path}{tail}").content.decode()
    exported = cast.director.get(f"{path}/export").json()
    assert invited["number"] not in {each["number"] for each in exported["entries"]}
    assert "stranger" not in cast.admin.get(f"{cast.path}/audit").content.decode()


def test_a_pair_of_which_one_has_agreed_is_in_no_file_and_wins_no_place_in_the_season(cast: Cast):
    season = cast.admin.post(f"{cast.path}/seasons", {"name": "Winter", "best": 1}).json()["id"]
    path, zed = announced(cast, season=season), player("Zed")
    entered(cast, path, 4)
    [gus] = guests_add(cast.club, "Gus the willing")
    assert enter(cast, path, gus, zed).json()["invited"]
    cast.director.post(f"{path}/start", {})
    for tail in (f"{path}/export", f"{path}/standings", f"{ROOT}/seasons/{season}/standings"):
        answer = cast.director.get(tail)
        assert answer.status_code == 200, answer.content
        assert "willing" not in answer.content.decode()


def test_a_night_counts_for_the_entry_that_was_played_and_not_for_one_that_somebody_declined(
    cast: Cast,
):
    terms = {"name": "Winter", "best": 1, "guests": True}
    season = cast.admin.post(f"{cast.path}/seasons", terms).json()["id"]
    path, zed = announced(cast, season=season), player("Zed")
    entered(cast, path, 4)
    gus, hal = guests_add(cast.club, "Gus", "Hal")
    enter(cast, path, gus, zed)
    [invitation] = wait_for(api(zed))
    answered(api(zed), "decline", invitation)
    entry = enter(cast, path, gus, hal).json()
    cast.director.patch(f"{ROOT}/entries/{entry['id']}", {"checked_in": True})
    cast.director.post(f"{path}/start", {})
    Tournament.objects.update(seed=SEED)
    round_ = drawn(cast, path)
    [bye] = cast.director.get(round_).json()["byes"]
    assert bye["entry"]["name"] == "Gus & Hal", "they have no table to be known by"
    cast.director.post(f"{round_}/publish", {})
    table = cast.director.get(f"{ROOT}/seasons/{season}/standings").json()
    assert {each["name"] for each in table["results"]} == {"Gus", "Hal"}


def test_whom_a_closed_club_asks_may_read_the_night_and_nobody_else_may(cast: Cast):
    path, zed = announced(cast, format="rotating", visibility="club"), player("Zed")
    entry = enter(cast, path, zed).json()
    assert api(zed).get(path).status_code == 200
    assert api(zed).get(f"{ROOT}/entries/{entry['id']}").status_code == 200
    assert api(player()).get(path).status_code == 404
    [invitation] = wait_for(api(zed))
    answered(api(zed), "decline", invitation)
    assert api(zed).get(path).status_code == 404


def test_a_pair_is_entered_when_the_last_of_them_has_accepted(cast: Cast):
    path, zed, yan = announced(cast), player("Zed"), player("Yan")
    entry = enter(cast, path, zed, yan).json()
    for who in (zed, yan):
        assert cast.director.get(f"{ROOT}/entries/{entry['id']}").json()["invited"]
        [invitation] = wait_for(api(who))
        answered(api(who), "accept", invitation)
    now = cast.director.get(f"{ROOT}/entries/{entry['id']}").json()
    assert (now["invited"], now["name"]) == (False, "Zed & Yan")


def test_who_declines_frees_the_partner_who_had_agreed(cast: Cast):
    path, zed = announced(cast), player("Zed")
    [gus, hal] = guests_add(cast.club, "Gus", "Hal")
    entry = enter(cast, path, gus, zed).json()
    twice = enter(cast, path, gus, hal)
    assert (twice.status_code, twice.json()["code"]) == (409, "already_entered")
    [invitation] = wait_for(api(zed))
    answered(api(zed), "decline", invitation)
    assert cast.director.get(f"{ROOT}/entries/{entry['id']}").json()["withdrawn"]
    assert enter(cast, path, gus, hal).status_code == 201
    assert not Member.objects.filter(player=zed).exists()


def test_a_withdrawn_invitation_cannot_be_accepted(cast: Cast):
    path, zed = announced(cast, format="rotating"), player("Zed")
    entry = enter(cast, path, zed).json()
    [invitation] = wait_for(api(zed))
    cast.director.patch(f"{ROOT}/entries/{entry['id']}", {"withdrawn": True})
    assert wait_for(api(zed)) == []
    over = answered(api(zed), "accept", invitation)
    assert (over.status_code, over.json()["facts"]) == (409, {"state": "withdrawn"})


@pytest.mark.parametrize("end", ["cancelled", "deleted"])
def test_an_invitation_lapses_with_its_tournament_or_entry(cast: Cast, end: str):
    path, zed = announced(cast, format="rotating"), player("Zed")
    entry = enter(cast, path, zed).json()
    [invitation] = wait_for(api(zed))
    if end == "deleted":
        assert cast.director.delete(f"{ROOT}/entries/{entry['id']}").status_code == 204
    else:
        cast.director.patch(path, {"state": "cancelled"})
    assert wait_for(api(zed)) == []
    assert answered(api(zed), "accept", invitation).status_code == 409
    assert not Stint.objects.filter(member__player=zed).exists()


def test_one_player_is_not_entered_twice_by_two_invitations(cast: Cast):
    path, zed = announced(cast, format="rotating"), player("Zed")
    assert enter(cast, path, zed).status_code == 201
    twice = enter(cast, path, zed)
    assert (twice.status_code, twice.json()["code"]) == (409, "already_entered")
    [invitation] = wait_for(api(zed))
    assert answered(api(zed), "accept", invitation).status_code == 200


def test_a_partner_who_is_a_member_agrees_to_each_tournament(cast: Cast):
    path, admin = announced(cast), cast.players["admin"]
    founded = cast.member.post(f"{ROOT}/partnerships", {"players": [str(admin.pk)]}).json()
    cast.admin.post(f"{ROOT}/partnerships/{founded['id']}/accept", {})
    entry = cast.member.post(f"{path}/entries", {"partnership": founded["id"]}).json()
    assert (entry["invited"], len(entry["players"])) == (True, 1)
    [invitation] = wait_for(cast.admin)
    assert answered(cast.admin, "accept", invitation).status_code == 200
    now = cast.member.get(f"{ROOT}/entries/{entry['id']}").json()
    assert (now["invited"], len(now["players"])) == (False, 2)


def test_who_enters_by_themselves_reads_names_once_a_director_has_drawn_them(cast: Cast):
    path, nosy = announced(cast, format="rotating"), player("Nosy")
    cast.admin.patch(cast.path, {"names": "none"})
    entered(cast, path, 4, players=1)
    entry = api(nosy).post(f"{path}/entries", {"player": str(nosy.pk)}).json()

    def names() -> set[str]:
        rows = api(nosy).get(f"{path}/entries").json()["results"]
        return {one["name"] for row in rows for one in row["players"]}

    api(nosy).patch(f"{ROOT}/entries/{entry['id']}", {"checked_in": True})
    assert names() == {"Member"}
    cast.director.post(f"{path}/start", {})
    round_ = drawn(cast, path)
    assert names() == {"Member"}, "a draft is no word of a director"
    assert cast.director.post(f"{round_}/publish", {}).status_code == 200
    assert len(names()) == 5


def test_a_substitute_is_asked_no_more_once_the_table_is_decided(cast: Cast):
    path, zed = announced(cast), player("Zed")
    entry = entered(cast, path, 4)[0]
    cast.director.post(f"{path}/start", {})
    cast.director.post(f"{drawn(cast, path)}/publish", {})
    out = cast.director.get(entry).json()["players"][0]["id"]
    body = {"out": out, "player": str(zed.pk), "from_round": 1}
    assert cast.director.post(f"{entry}/substitutes", body).status_code == 202
    [invitation] = wait_for(api(zed))
    for table in Table.objects.all():
        result_award(table_id=table.pk, by=cast.players["director"], reason="left", end=End.VOID)
    assert wait_for(api(zed)) == []
    over = answered(api(zed), "accept", invitation)
    assert over.status_code == 409


def test_a_partner_from_elsewhere_agrees_to_each_tournament(cast: Cast):
    path, zed = announced(cast), player("Zed")
    member = cast.players["member"]
    founded = cast.member.post(f"{ROOT}/partnerships", {"players": [str(zed.pk)]}).json()
    api(zed).post(f"{ROOT}/partnerships/{founded['id']}/accept", {})
    entry = cast.member.post(f"{path}/entries", {"partnership": founded["id"]}).json()
    assert (entry["invited"], [each["id"] for each in entry["players"]]) == (True, [str(member.pk)])
    assert cast.member.get(f"{ROOT}/entries/{entry['id']}").status_code == 200, "their own"
    [invitation] = wait_for(api(zed))
    answered(api(zed), "accept", invitation)
    assert not cast.member.get(f"{ROOT}/entries/{entry['id']}").json()["invited"]


def test_a_substitute_from_elsewhere_sits_down_by_accepting(cast: Cast):
    path, zed = announced(cast), player("Zed")
    entry = entered(cast, path, 4)[0]
    out = cast.director.get(entry).json()["players"][0]["id"]
    body = {"out": out, "player": str(zed.pk), "from_round": 2}
    asked = cast.director.post(f"{entry}/substitutes", body)
    assert (asked.status_code, len(asked.json()["tenures"])) == (202, 2)
    [invitation] = wait_for(api(zed))
    assert answered(api(zed), "accept", invitation).status_code == 200
    stints = cast.director.get(entry).json()["tenures"]
    assert (str(zed.pk), 2) in {(each["player"]["id"], each["first"]) for each in stints}


@pytest.mark.parametrize(
    "again",
    [pytest.param(2, id="before they sat at all"), pytest.param(3, id="after a round")],
)
def test_a_guest_who_was_relieved_sits_again_without_being_asked_again(cast: Cast, again: int):
    path, zed = announced(cast), player("Zed")
    entry = entered(cast, path, 4)[0]
    out = cast.director.get(entry).json()["players"][0]["id"]
    comes = {"out": out, "player": str(zed.pk), "from_round": 2}
    cast.director.post(f"{entry}/substitutes", comes)
    [invitation] = wait_for(api(zed))
    answered(api(zed), "accept", invitation)
    before = cast.director.get(entry).json()["tenures"]
    relieved = {"out": str(zed.pk), "member": out, "from_round": again}
    assert cast.director.post(f"{entry}/substitutes", relieved).status_code == 201

    back = {"out": out, "player": str(zed.pk), "from_round": again}
    assert cast.director.post(f"{entry}/substitutes", back).status_code == 201

    assert cast.director.get(entry).json()["tenures"] == before
    assert wait_for(api(zed)) == []


def test_who_has_sat_for_the_entry_is_asked_again_once_they_have_left_the_club(cast: Cast):
    path, zed = announced(cast), player("Zed")
    member = club_join(code=cast.club.join_code, player=zed).member
    entry = entered(cast, path, 4)[0]
    out = cast.director.get(entry).json()["players"][0]["id"]
    to, back = {"out": out, "member": str(member.pk)}, {"out": str(member.pk), "member": out}
    assert cast.director.post(f"{entry}/substitutes", to | {"from_round": 1}).status_code == 201
    assert cast.director.post(f"{entry}/substitutes", back | {"from_round": 2}).status_code == 201
    member_leave(member=member, by=zed)

    asked = cast.director.post(f"{entry}/substitutes", to | {"from_round": 3})

    assert asked.status_code == 202, asked.content
    assert len(wait_for(api(zed))) == 1


def test_an_entry_that_nobody_has_agreed_to_has_no_substitutes(cast: Cast):
    path, zed = announced(cast, format="rotating"), player("Zed")
    entry = enter(cast, path, zed).json()["id"]
    body = {
        "out": str(zed.pk), "member": str(cast.membership("member").pk), "from_round": 1
    }  # fmt: skip
    answer = cast.director.post(f"{ROOT}/entries/{entry}/substitutes", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_agreed")


def test_a_blocked_directors_invitation_reaches_nobody_and_looks_like_any(cast: Cast):
    path, zed, yan = announced(cast, format="rotating"), player("Zed"), player("Yan")
    block(api(zed), cast.players["director"])
    to_zed, to_yan = enter(cast, path, zed), enter(cast, path, yan)
    assert (to_zed.status_code, to_zed.json()["asked"][0]["state"]) == (201, "open")
    assert to_zed.json().keys() == to_yan.json().keys()
    assert (wait_for(api(zed)), len(wait_for(api(yan)))) == ([], 1)


def test_what_waits_includes_invitations_to_tournaments(cast: Cast):
    path, zed = announced(cast, format="rotating"), player("Zed")
    enter(cast, path, zed)
    [notice] = wait_for(api(zed), "/api/v1/players/me/waiting")
    assert (notice["type"], notice["tournament"]["name"]) == ("invited", "Monday")


def test_a_director_has_at_most_30_unanswered_invitations(cast: Cast, monkeypatch: Any):
    monkeypatch.setattr("games.services.invitations.OPEN_AT_MOST", 1)
    path = announced(cast, format="rotating")
    assert enter(cast, path, player()).status_code == 201
    many = enter(cast, path, player())
    assert (many.status_code, many.json()["code"]) == (409, "too_many")
    assert len(cast.director.get(f"{path}/entries").json()["results"]) == 1
