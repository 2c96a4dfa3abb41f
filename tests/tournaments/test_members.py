"""Members: by name, by account, claimed, in office, gone."""

from uuid import UUID

import pytest

from tests.factories import NOBODY, api, erase, player
from tests.people.test_erasure import everything_stored
from tests.tournaments.clubs import CLUBS, Cast, guests_add, office_give
from tournaments.choices import Role
from tournaments.models import Entry, Member, Stint, Tournament

pytestmark = pytest.mark.django_db

JOIN = f"{CLUBS}/join"
ME = "/api/v1/players/me"


def place(cast: Cast, member: Member) -> str:
    return f"{cast.path}/members/{member.pk}"


# --- By name -----------------------------------------------------------------------------------


def test_members_are_listed_by_name_whatever_the_case(cast: Cast):
    guests_add(cast.club, "zoe", "Bea", "adam")
    names = [each["name"] for each in cast.members()]
    assert names == ["adam", "Admin", "Bea", "Director", "Member", "zoe"]


def test_a_member_without_an_account_has_an_id_and_a_name(cast: Cast):
    added = cast.director.post(f"{cast.path}/members", {"name": " Gus ", "guest": True}).json()
    code = added.pop("claim_code")
    assert len(code) == 12
    assert UUID(added.pop("id")) != NOBODY
    assert added == {
        "name": "Gus",
        "player": None,
        "kind": "human",
        "role": "member",
        "guest": True,
        "names": "full",
    }


@pytest.mark.parametrize(
    ("body", "path"),
    [
        pytest.param({}, "name", id="no name"),
        pytest.param({"name": "  "}, "name", id="blank"),
        pytest.param({"name": "a" * 41}, "name", id="too long"),
        pytest.param({"name": "Former player X"}, "name", id="kept for the erased"),
        pytest.param({"name": "Gus", "guest": "yes"}, "guest", id="a word for a boolean"),
        pytest.param({"name": "Gus", "role": "admin"}, "role", id="an office without an account"),
    ],
)
def test_a_malformed_member_is_refused_with_its_path(cast: Cast, body, path):
    answer = cast.admin.post(f"{cast.path}/members", body)
    assert answer.status_code == 400
    assert [error["path"] for error in answer.json()["errors"]] == [path]


def test_a_retry_adds_nobody_twice(cast: Cast):
    for _ in range(2):
        cast.director.post(
            f"{cast.path}/members", {"name": "Gus"}, headers={"Idempotency-Key": "gus"}
        )
    assert [each["name"] for each in cast.members()].count("Gus") == 1


def test_pages_of_members_hold_each_once(cast: Cast):
    guests_add(cast.club, *(f"Ana {n}" for n in range(5)))
    address, seen = f"{cast.path}/members?limit=3", []
    while address:
        page = cast.admin.get(address).json()
        seen += [each["id"] for each in page["results"]]
        address = page["next"]
    assert len(seen) == len(set(seen)) == 8


def test_house_bots_are_not_listed(cast: Cast):
    bot = Member.objects.create(
        club=cast.club, own_name="Novice 1", bot_level="novice", claim_code="BOT"
    )
    assert "Novice 1" not in [each["name"] for each in cast.members()]
    assert cast.admin.delete(place(cast, bot)).status_code == 404
    assert cast.outsider.post(JOIN, {"code": "BOT"}).status_code == 404


# --- Claimed -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "shown"), [("admin", 1), ("director", 1), ("member", 0)])
def test_only_directors_see_claim_codes_of_the_unclaimed(cast: Cast, kind, shown):
    guests_add(cast.club, "Gus")
    assert sum("claim_code" in each for each in cast.members(kind)) == shown


def test_a_player_who_claims_a_member_is_that_member(cast: Cast):
    [gus] = guests_add(cast.club, "Gus")
    answer = cast.outsider.post(JOIN, {"code": gus.claim_code})
    assert (answer.status_code, answer.json()["you"]["member"]) == (201, str(gus.pk))
    [claimed] = [each for each in cast.members() if each["id"] == str(gus.pk)]
    assert (claimed["name"], claimed["player"]) == ("Outsider", str(cast.players["outsider"].pk))
    assert "claim_code" not in claimed
    gus.refresh_from_db()
    assert gus.own_name == ""


def test_a_claim_code_is_good_once(cast: Cast):
    [gus] = guests_add(cast.club, "Gus")
    assert cast.outsider.post(JOIN, {"code": gus.claim_code}).status_code == 201
    assert api(player()).post(JOIN, {"code": gus.claim_code}).status_code == 404


def test_the_code_of_who_was_removed_is_good_for_nothing(cast: Cast):
    [gus] = guests_add(cast.club, "Gus")
    cast.admin.delete(place(cast, gus))
    assert cast.outsider.post(JOIN, {"code": gus.claim_code}).status_code == 404


@pytest.mark.parametrize("kind", ["member", "director"])
def test_who_is_in_the_club_claims_a_name_with_a_directors_word(cast: Cast, kind: str):
    [gus] = guests_add(cast.club, "Gus")
    own, client = cast.membership(kind), cast.clients[kind]
    claimed = client.post(JOIN, {"code": gus.claim_code})
    assert (claimed.status_code, claimed.json()["awaits"]) == (202, ["director"])
    gus.refresh_from_db()
    assert gus.player is None, "nobody takes a name by themselves"
    listed = cast.admin.get(f"{cast.path}/merges").json()["results"]
    assert [each["id"] for each in listed] == [claimed.json()["id"]]
    done = cast.admin.post(f"{place(cast, gus)}/merge/accept", {})
    assert (done.status_code, done.json()["state"]) == (200, "done")
    now = cast.membership(kind)
    assert (now.pk, now.role) == (own.pk, own.role)


def test_who_left_and_played_nothing_claims_as_a_newcomer_does(cast: Cast):
    [gus] = guests_add(cast.club, "Gus")
    former = cast.membership("member")
    assert cast.member.delete(place(cast, former)).status_code == 204
    assert cast.member.post(JOIN, {"code": gus.claim_code}).status_code == 201
    assert cast.membership("member").pk == gus.pk
    assert not Member.objects.filter(pk=former.pk).exists()
    assert cast.audit()[0]["facts"] == {"member": str(gus.pk), "instead_of": str(former.pk)}


def test_who_has_played_as_a_member_claims_another_name_by_a_merge(cast: Cast):
    [gus] = guests_add(cast.club, "Gus")
    _play_something(cast, cast.membership("member"))
    answer = cast.member.post(JOIN, {"code": gus.claim_code})
    assert (answer.status_code, answer.json()["awaits"]) == (202, ["director"])
    gus.refresh_from_db()
    assert gus.player is None


def _play_something(cast: Cast, member: Member) -> None:
    """The member was entered for a tournament."""
    night = Tournament.objects.create(
        club=cast.club,
        name="Night",
        format="swiss",
        rounds_planned=1,
        hands_per_round=4,
        venue="table",
        ruleset={},
        ruleset_version=1,
        table_seats=[4],
        scoring={},
        tiebreaks=[],
    )
    entry = Entry.objects.create(tournament=night, number=1)
    Stint.objects.create(entry=entry, member=member, position=0)


# --- Changed -----------------------------------------------------------------------------------


def test_a_name_of_an_account_is_its_owners_to_change(cast: Cast):
    answer = cast.admin.patch(place(cast, cast.membership("member")), {"name": "Mem"})
    assert (answer.status_code, answer.json()["code"]) == (409, "named_by_account")


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"role": "director"}, id="director"),
        pytest.param({"role": "admin", "guest": False}, id="admin"),
    ],
)
def test_an_office_takes_an_account(cast: Cast, changes):
    [gus] = guests_add(cast.club, "Gus")
    answer = cast.admin.patch(place(cast, gus), changes)
    assert (answer.status_code, answer.json()["code"]) == (409, "office_needs_account")


def test_a_guest_holds_no_office(cast: Cast):
    member = cast.membership("member")
    Member.objects.filter(pk=member.pk).update(guest=True)
    answer = cast.admin.patch(place(cast, member), {"role": "director"})
    assert (answer.status_code, answer.json()["code"]) == (409, "office_needs_account")


@pytest.mark.parametrize("guest", [True, False])
@pytest.mark.parametrize("by", ["director", "admin"])
def test_whether_an_account_is_a_guest_is_its_holders_choice(cast: Cast, by: str, guest: bool):
    member = cast.membership("member")
    Member.objects.filter(pk=member.pk).update(guest=not guest)
    path = place(cast, member)
    answer = cast.clients[by].patch(path, {"guest": guest})
    assert (answer.status_code, answer.json()["code"]) == (409, "joins_by_account")
    assert "`POST /clubs/join`" in answer.json()["detail"]
    assert cast.clients[by].patch(path, {"guest": not guest}).status_code == 200, "as it is"
    assert cast.membership("member").guest is not guest


@pytest.mark.parametrize("act", ["demote", "leave"])
def test_the_last_admin_stays(cast: Cast, act):
    admin = place(cast, cast.membership("admin"))

    def go():
        if act == "leave":
            return cast.admin.delete(admin)
        return cast.admin.patch(admin, {"role": "member"})

    refused = go()
    assert (refused.status_code, refused.json()["code"]) == (409, "last_admin")
    assert cast.membership("admin").role == Role.ADMIN
    office_give(cast.club, cast.players["director"], Role.ADMIN)
    assert go().status_code in (200, 204)


def test_an_empty_change_is_malformed(cast: Cast):
    assert cast.admin.patch(place(cast, cast.membership("member")), {}).status_code == 400


# --- Erased ------------------------------------------------------------------------------------


def test_an_erased_account_leaves_no_name_in_the_club(cast: Cast):
    [gus] = guests_add(cast.club, "Canary-guest")
    canary = player("Canaria")
    client = api(canary)
    client.post(JOIN, {"code": gus.claim_code}, headers={"Idempotency-Key": "join"})
    assert "Canaria" in everything_stored()
    assert erase(client).status_code == 204
    assert "Canaria" not in everything_stored()
    assert "Canary-guest" not in everything_stored()
    [left] = [each for each in cast.members() if each["id"] == str(gus.pk)]
    assert left["name"].startswith("Former player ")


def test_a_second_admin_is_enough(cast: Cast):
    office_give(cast.club, cast.players["member"], Role.ADMIN)
    assert erase(cast.admin).status_code == 204
    assert cast.membership("director").role == Role.DIRECTOR
