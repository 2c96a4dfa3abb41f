"""Who did what in a club, as its members read it; nobody can change it."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests.tournaments.clubs import CLUBS, Cast, guests_add, ids
from tournaments.models.audit import AuditEntry

pytestmark = pytest.mark.django_db


def acts(cast: Cast) -> list[tuple[str, str | None]]:
    """Each act and who did it, the first first."""
    return [
        (each["act"], each["actor"] and each["actor"]["name"]) for each in reversed(cast.audit())
    ]


def test_everything_that_is_done_is_on_record(cast: Cast):
    before = len(cast.audit())
    added = cast.director.post(f"{cast.path}/members", {"name": "Gus"}).json()
    place = f"{cast.path}/members/{added['id']}"
    cast.admin.patch(place, {"guest": True, "name": "Guy"})
    cast.outsider.post(f"{CLUBS}/join", {"code": added["claim_code"]})
    cast.outsider.delete(place)
    cast.admin.delete(f"{cast.path}/members/{cast.membership('member').pk}")
    cast.admin.patch(cast.path, {"name": "Egrets"})
    cast.admin.post(f"{cast.path}/join-code", {})
    cast.director.post(f"{cast.path}/seasons", {"name": "Winter", "best": 6})
    cast.director.post(f"{cast.path}/members/import", {"csv": "name\nZoe\n"})
    assert acts(cast)[before:] == [
        ("member_added", "Director"),
        ("member_changed", "Admin"),
        ("member_claimed", "Outsider"),
        ("member_left", "Outsider"),
        ("member_removed", "Admin"),
        ("club_renamed", "Admin"),
        ("join_code_changed", "Admin"),
        ("season_opened", "Director"),
        ("members_imported", "Director"),
    ]


def test_no_name_is_in_the_facts(cast: Cast):
    [gus] = guests_add(cast.club, "Gus")
    cast.admin.patch(f"{cast.path}/members/{gus.pk}", {"name": "Guy", "guest": True})
    last = cast.audit()[0]
    assert last["facts"] == {"member": str(gus.pk), "guest": True, "renamed": True}
    assert not {"Gus", "Guy"} & set(str(AuditEntry.objects.values_list()).split("'"))


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda k, place: k.admin.patch(place, {"guest": False}), id="as it was"),
        pytest.param(lambda k, place: k.admin.patch(k.path, {"name": "Herons"}), id="same name"),
        pytest.param(lambda k, place: k.director.patch(place, {"role": "admin"}), id="refused"),
    ],
)
def test_what_changes_nothing_is_not_on_record(cast: Cast, call):
    before = cast.audit()
    call(cast, f"{cast.path}/members/{cast.membership('member').pk}")
    assert cast.audit() == before


def test_an_entry_shows_who_when_and_what(cast: Cast):
    entry = cast.audit()[-1]
    admin = cast.players["admin"]
    assert entry.pop("id") != entry.pop("at")
    assert entry == {
        "tournament": None,
        "version": None,
        "actor": {"id": str(admin.pk), "name": "Admin", "kind": "human"},
        "act": "club_founded",
        "facts": {"member": str(cast.membership("admin").pk)},
        "reason": "",
        "text": "Herons: founded, by Admin",
    }


def test_pages_go_back_to_the_first_entry(cast: Cast):
    guests_add(cast.club, *"ABCDE")
    everything = ids({"results": cast.audit()})
    address, seen = f"{cast.path}/audit?limit=2", []
    while address:
        page = cast.member.get(address).json()
        seen += ids(page)
        address = page["next"]
    assert seen == everything
    assert len(set(seen)) == len(seen)


def test_clubs_read_only_their_own(cast: Cast):
    elsewhere = cast.outsider.post(CLUBS, {"name": "Egrets"}).json()
    page = cast.outsider.get(f"{CLUBS}/{elsewhere['id']}/audit").json()
    assert [each["act"] for each in page["results"]] == ["club_founded"]


def test_what_one_account_may_write_without_an_office_is_bounded(cast: Cast, settings):
    settings.SAMBA_RATE_LIMITS = True
    me, join = f"{cast.path}/members/me", {"code": cast.club.join_code}
    answers = [cast.member.patch(me, {"name": f"Mel {n}"}) for n in range(51)]
    assert [answer.status_code for answer in answers] == [200] * 50 + [429]
    assert answers[0]["RateLimit-Policy"] == '"memberships";q=50;w=15000'
    assert cast.member.post(f"{CLUBS}/join", join).status_code == 429
    assert cast.outsider.post(f"{CLUBS}/join", join).status_code == 201


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tournaments_auditentry SET act = 'nothing'",
        "DELETE FROM tournaments_auditentry",
    ],
)
def test_nobody_changes_what_is_on_record(cast: Cast, statement):
    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert cast.audit()[-1]["act"] == "club_founded"
