"""Who may do what in a club: every call by every kind of caller."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from samba_service.accounts.choices import Scope
from tests.factories import api
from tests.tournaments.clubs import CLUBS, Cast, guests_add
from tournaments.choices import Role

pytestmark = pytest.mark.django_db

KINDS = ("anonymous", "outsider", "member", "director", "admin")
Call = Callable[[Any, Cast], Any]


def guest(cast: Cast) -> str:
    """The address of a member without an account."""
    [member] = guests_add(cast.club, f"Gus {uuid4()}"[:20])
    return f"{cast.path}/members/{member.pk}"


CALLS: list[Any] = [
    pytest.param(lambda c, k: c.get(k.path), (401, 404, 200, 200, 200), id="read"),
    pytest.param(
        lambda c, k: c.get(f"{k.path}/members"), (401, 404, 200, 200, 200), id="list members"
    ),
    pytest.param(
        lambda c, k: c.get(f"{k.path}/audit"), (401, 404, 200, 200, 200), id="read the audit"
    ),
    pytest.param(
        lambda c, k: c.patch(k.path, {"name": "Egrets"}), (401, 404, 403, 403, 200), id="rename"
    ),
    pytest.param(
        lambda c, k: c.post(f"{k.path}/join-code", {}), (401, 404, 403, 403, 201), id="new code"
    ),
    pytest.param(
        lambda c, k: c.post(f"{k.path}/members", {"name": f"Gus {uuid4()}"[:20]}),
        (401, 404, 403, 201, 201),
        id="add a member",
    ),
    pytest.param(
        lambda c, k: c.patch(guest(k), {"name": f"Guy {uuid4()}"[:20]}),
        (401, 404, 403, 200, 200),
        id="mend a name",
    ),
    pytest.param(
        lambda c, k: c.patch(guest(k), {"guest": True}),
        (401, 404, 403, 200, 200),
        id="make a guest",
    ),
    pytest.param(
        lambda c, k: c.patch(_place(k, "member"), {"role": "director"}),
        (401, 404, 403, 403, 200),
        id="appoint",
    ),
    pytest.param(lambda c, k: c.delete(guest(k)), (401, 404, 403, 403, 204), id="remove"),
    pytest.param(
        lambda c, k: c.get(f"{k.path}/seasons"), (200, 200, 200, 200, 200), id="list seasons"
    ),
    pytest.param(
        lambda c, k: c.post(f"{k.path}/seasons", {"name": str(uuid4()), "best": 6}),
        (401, 403, 403, 201, 201),
        id="open a season",
    ),
]


def _place(cast: Cast, kind: str) -> str:
    return f"{cast.path}/members/{cast.membership(kind).pk}"


@pytest.mark.parametrize(("call", "statuses"), CALLS)
def test_who_may_do_what(cast: Cast, call: Call, statuses: tuple[int, ...]):
    assert tuple(call(cast.clients[kind], cast).status_code for kind in KINDS) == statuses


@pytest.mark.parametrize("kind", ["member", "director"])
def test_everybody_may_leave(cast: Cast, kind):
    assert cast.clients[kind].delete(_place(cast, kind)).status_code == 204
    assert cast.clients[kind].get(cast.path).status_code == 404
    assert len(cast.members()) == 2


def test_players_go_by_their_own_id_too(cast: Cast):
    path = f"{cast.path}/members/{cast.players['member'].pk}"
    assert cast.admin.patch(path, {"role": "director"}).json()["role"] == "director"
    assert cast.member.delete(path).status_code == 204


@pytest.mark.parametrize(
    ("by", "scope", "method", "place", "status"),
    [
        pytest.param("admin", Scope.PROFILE, "delete", "member", 403, id="removing by profile"),
        pytest.param("admin", Scope.CLUB_ADMIN, "delete", "member", 204, id="removing"),
        pytest.param("director", Scope.PROFILE, "delete", "director", 204, id="leaving"),
        pytest.param("director", Scope.TOURNAMENTS_MANAGE, "patch", "director", 200, id="mending"),
        pytest.param("director", Scope.PROFILE, "patch", "director", 403, id="mending by profile"),
    ],
)
def test_the_office_needs_a_token_that_reaches(cast: Cast, by, scope, method, place, status):
    body = {"guest": False} if method == "patch" else {}
    answer = getattr(api(cast.players[by], scope), method)(_place(cast, place), body)
    assert answer.status_code == status
    assert status != 403 or answer.json()["code"] == "insufficient_scope"


def test_a_director_who_appoints_learns_that_admins_do(cast: Cast):
    answer = cast.director.patch(_place(cast, "member"), {"role": "admin"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_admin")
    assert cast.membership("member").role == Role.MEMBER


def test_a_member_who_directs_nothing_is_refused_as_such(cast: Cast):
    answer = cast.member.post(f"{cast.path}/members", {"name": "Gus"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_director")


def test_who_left_is_nobody_there(cast: Cast):
    place = _place(cast, "member")
    assert cast.admin.delete(place).status_code == 204
    assert cast.admin.patch(place, {"guest": True}).status_code == 404
    assert cast.admin.delete(place).status_code == 404


def test_members_of_another_club_are_not_found(cast: Cast):
    elsewhere = cast.outsider.post(CLUBS, {"name": "Egrets"}).json()
    place = f"{CLUBS}/{elsewhere['id']}/members/{cast.membership('member').pk}"
    assert cast.outsider.delete(place).status_code == 404
