"""Clubs: founding, joining by a code, the code changed."""

import pytest

from samba_service.accounts.choices import Scope
from tests.factories import api, bot, player
from tests.tournaments.clubs import CLUBS, Cast, club_of
from tournaments.choices import Role
from tournaments.models import Member

pytestmark = pytest.mark.django_db

JOIN = f"{CLUBS}/join"


def test_who_founds_a_club_is_its_admin():
    ana = player("Ana")
    answer = api(ana).post(CLUBS, {"name": "Herons"})
    club = answer.json()
    assert (answer.status_code, club["name"], club["you"]["role"]) == (201, "Herons", "admin")
    [member] = api(ana).get(f"{CLUBS}/{club['id']}/members").json()["results"]
    assert member == {
        "id": club["you"]["member"],
        "name": "Ana",
        "player": str(ana.pk),
        "kind": "human",
        "role": "admin",
        "guest": False,
        "names": "full",
    }


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="empty"),
        pytest.param("a" * 81, id="too long"),
        pytest.param("two\nlines", id="two lines"),
        pytest.param(5, id="a number"),
    ],
)
def test_a_club_has_one_line_of_name(name):
    answer = api(player()).post(CLUBS, {"name": name})
    assert answer.status_code == 400
    assert [error["path"] for error in answer.json()["errors"]] == ["name"]


def test_anyone_with_the_code_joins(cast: Cast):
    answer = cast.outsider.post(JOIN, {"code": f" {cast.club.join_code.lower()} "})
    assert answer.status_code == 201
    assert answer.json()["you"]["role"] == "member"
    assert "join_code" not in answer.json()
    assert "Outsider" in [each["name"] for each in cast.members("outsider")]


def test_a_bot_account_is_labelled(cast: Cast):
    engine = bot(cast.players["member"])
    assert api(engine).post(JOIN, {"code": cast.club.join_code}).status_code == 201
    [listed] = [each for each in cast.members() if each["player"] == str(engine.pk)]
    assert listed["kind"] == "bot"


def test_joining_twice_is_refused(cast: Cast):
    again = cast.member.post(JOIN, {"code": cast.club.join_code})
    assert (again.status_code, again.json()["code"]) == (409, "member_exists")


def test_a_guest_who_joins_belongs_to_the_club(cast: Cast):
    Member.objects.filter(pk=cast.membership("member").pk).update(guest=True)
    assert cast.member.post(JOIN, {"code": cast.club.join_code}).status_code == 201
    assert not cast.membership("member").guest


def test_a_code_of_nobody_is_404(cast: Cast):
    assert cast.outsider.post(JOIN, {"code": "NOSUCHCODE"}).status_code == 404


def test_who_left_may_join_again_and_is_the_same_member(cast: Cast):
    before = cast.membership("director")
    assert cast.director.delete(f"{cast.path}/members/{before.pk}").status_code == 204
    assert cast.director.get(cast.path).status_code == 404
    assert cast.director.post(JOIN, {"code": cast.club.join_code}).status_code == 201
    after = cast.membership("director")
    assert (after.pk, after.role, after.left_at) == (before.pk, Role.MEMBER, None)


def test_a_changed_code_lets_nobody_in_by_the_former(cast: Cast):
    changed = cast.admin.post(f"{cast.path}/join-code", {}).json()
    assert changed["join_code"] != cast.club.join_code
    assert cast.outsider.post(JOIN, {"code": cast.club.join_code}).status_code == 404
    assert cast.outsider.post(JOIN, {"code": changed["join_code"]}).status_code == 201


@pytest.mark.parametrize(
    ("kind", "scope", "shown"),
    [
        pytest.param("admin", Scope.CLUB_ADMIN, True, id="admin"),
        pytest.param("director", Scope.TOURNAMENTS_MANAGE, True, id="director"),
        pytest.param("admin", Scope.GAMES_PLAY, False, id="admin by a token for playing"),
        pytest.param("member", Scope.CLUB_ADMIN, False, id="member"),
    ],
)
def test_only_directors_see_the_code(cast: Cast, kind, scope, shown):
    client = api(cast.players[kind], scope)
    listed = client.get(CLUBS).json()["results"]
    assert [("join_code" in club) for club in (*listed, client.get(cast.path).json())] == [
        shown
    ] * 2


def test_everybody_lists_their_own_clubs_the_last_joined_first(cast: Cast):
    member = cast.players["member"]
    second = club_of(player(), member, name="Egrets")
    listed = [club["name"] for club in api(member).get(CLUBS).json()["results"]]
    assert listed == [second.name, cast.club.name]
    assert cast.outsider.get(CLUBS).json()["results"] == []


def test_a_club_is_renamed(cast: Cast):
    assert cast.admin.patch(cast.path, {"name": "Egrets"}).json()["name"] == "Egrets"
    assert cast.member.get(cast.path).json()["name"] == "Egrets"
