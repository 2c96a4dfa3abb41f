"""Somebody is entered, or substitutes, while they are merged: no entry keeps who they were."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from time import sleep
from typing import Any

import pytest
from django.db import connection

from samba_service.accounts.models import Player
from tests.concurrency.together import PATIENCE_S
from tests.factories import api, bot, player
from tests.tournaments.clubs import guests_add
from tests.tournaments.nights import Night, night
from tournaments.models import Club, Member, Stint
from tournaments.selectors.clubs import members_named
from tournaments.services import changes, clubs, entries, joining, merges, substitutes
from tournaments.services.joining import club_join
from tournaments.services.members import member_add, member_leave

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()
"""
"""In this database: other tests use the same server at the same time."""
CLUBS = "/api/v1/clubs"


def merge(of: Night, source: Member, into: Member) -> int:
    try:
        path = f"{CLUBS}/{of.club.pk}/members/{source.pk}/merge"
        return int(api(of.director).post(path, {"into": str(into.pk)}).status_code)
    finally:
        connection.close()


def comes_to_rest(call: Future[int]) -> None:
    """Until the call waits for a lock, or has ended."""
    for _ in range(PATIENCE_S * 100):
        with connection.cursor() as cursor:
            cursor.execute(WAITING)
            [waiting] = cursor.fetchone() or [0]
        if waiting or call.done():
            return
        sleep(0.01)
    raise AssertionError("the call neither waits nor ends")


def written_late(
    monkeypatch: pytest.MonkeyPatch, of: Night, how: str, sam: Member, samuel: Member
) -> tuple[int, int]:
    """Sam is found, then merged into Samuel as far as may be, then written; both statuses."""
    module, name = {
        "entered": (entries, "entry_create"), "substitutes": (substitutes, "stint_replace"),
    }[how]  # fmt: skip
    write, merging = getattr(module, name), []
    [partner] = guests_add(of.club, "Partner")

    with ThreadPoolExecutor(1) as pool, monkeypatch.context() as late:

        def at_last(*values: Any, **options: Any) -> Any:
            merging.append(pool.submit(merge, of, sam, samuel))
            comes_to_rest(merging[0])
            return write(*values, **options)

        late.setattr(module, name, at_last)
        wrote = enter(of, sam, partner) if how == "entered" else substitute(of, sam)
        return wrote, merging[0].result(PATIENCE_S)


def enter(of: Night, *pair: Member) -> int:
    try:
        body = {"members": [str(member.pk) for member in pair]}
        return int(api(of.director).post(f"{of.path}/entries", body).status_code)
    finally:
        connection.close()


def substitute(of: Night, sam: Member) -> int:
    entry = of.entries[0]
    out = entry.stints.all()[0].member_id
    body = {"out": str(out), "member": str(sam.pk), "from_round": 1}
    return int(api(of.director).post(f"/api/v1/entries/{entry.pk}/substitutes", body).status_code)


def who_sits(*members: Member) -> set[Any]:
    found = Stint.objects.filter(member__in=members)
    return set(found.values_list("member", flat=True))


@pytest.mark.parametrize("how", ["entered", "substitutes"])
def test_the_merge_waits_for_who_is_being_written_and_takes_it_over(
    monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    of = night(2, start=False)
    sam, samuel = guests_add(of.club, "Sam", "Samuel")
    assert written_late(monkeypatch, of, how, sam, samuel) == (201, 200)
    assert who_sits(sam, samuel) == {samuel.pk}


@pytest.mark.parametrize("how", ["entered", "substitutes"])
def test_without_locking_them_the_merged_member_would_sit(
    monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The control: if this fails, the test above proves nothing."""
    of = night(2, start=False)
    sam, samuel = guests_add(of.club, "Sam", "Samuel")
    for module in (clubs, substitutes):
        monkeypatch.setattr(module, "members_lock", members_named)
    assert written_late(monkeypatch, of, how, sam, samuel) == (201, 200)
    assert who_sits(sam, samuel) == {sam.pk}


def test_who_is_merged_while_the_call_waits_for_them_is_entered_as_who_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = night(2, start=False)
    sam, samuel, partner = guests_add(of.club, "Sam", "Samuel", "Partner")
    log, entering = changes.club_log, []

    with ThreadPoolExecutor(1) as pool, monkeypatch.context() as late:

        def log_late(club: Club, act: str, **facts: Any) -> None:
            log(club, act, **facts)
            if act == "member_merged":
                entering.append(pool.submit(enter, of, sam, partner))
                comes_to_rest(entering[0])

        late.setattr(merges, "club_log", log_late)
        assert merge(of, sam, samuel) == 200
        assert entering[0].result(PATIENCE_S) == 201
    assert who_sits(sam, samuel) == {samuel.pk}


def test_who_is_claimed_while_the_call_waits_for_them_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = night(2, start=False)
    [partner] = guests_add(of.club, "Partner")
    gus = member_add(club_id=of.club.pk, by=of.director, name="Gus", guest=True)
    log, entering, claimant = changes.club_log, [], player("Claimant")

    with ThreadPoolExecutor(1) as pool, monkeypatch.context() as late:

        def log_late(club: Club, act: str, **facts: Any) -> None:
            log(club, act, **facts)
            if act == "member_claimed":
                entering.append(pool.submit(enter, of, gus, partner))
                comes_to_rest(entering[0])

        late.setattr(joining, "club_log", log_late)
        assert join(of, claimant, gus.claim_code) == 201
        assert entering[0].result(PATIENCE_S) == 201
    entry = of.tournament.entries.get(stints__member=partner)
    assert entry.invited
    assert who_sits(gus) == set()


def test_who_left_enters_and_joins_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accounts and clubs are locked before members everywhere: nobody waits in a circle."""
    of = night(2, start=False, format="rotating")
    back, guest_of, joins = player("Back"), clubs.guest_of, []
    member_leave(member=club_join(code=of.club.join_code, player=back).member, by=back)

    with ThreadPoolExecutor(1) as pool, monkeypatch.context() as late:

        def guest_late(*values: Any, **options: Any) -> Member:
            joins.append(pool.submit(join, of, back, of.club.join_code))
            comes_to_rest(joins[0])
            return guest_of(*values, **options)

        late.setattr(clubs, "guest_of", guest_late)
        entered = api(back).post(f"{of.path}/entries", {"player": str(back.pk)})
    assert entered.status_code == 201, entered.content
    assert joins[0].result(PATIENCE_S) == 201


def entered_while(
    monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Night, Member], int]
) -> Counter[int]:
    """A director's bot, new to the club, enters with a member to whom that happens meanwhile."""
    of = night(2, start=False)
    engine, guest_of, happens = bot(of.director), clubs.guest_of, []
    partner = club_join(code=of.club.join_code, player=player("Partner")).member

    with ThreadPoolExecutor(1) as pool, monkeypatch.context() as late:

        def guest_late(*values: Any, **options: Any) -> Member:
            happens.append(pool.submit(meanwhile, of, partner))
            comes_to_rest(happens[0])
            return guest_of(*values, **options)

        late.setattr(clubs, "guest_of", guest_late)
        body = {"members": [str(engine.pk), str(partner.pk)]}
        entered = api(of.director).post(f"{of.path}/entries", body)
    return Counter([entered.status_code, happens[0].result(PATIENCE_S)])


@pytest.mark.parametrize("meanwhile", ["leave", "exclude"])
def test_who_is_new_enters_with_a_member_who_goes_meanwhile(
    monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    assert not entered_while(monkeypatch, GOING[meanwhile]) - Counter([201, 201, 204])


@pytest.mark.parametrize("meanwhile", ["leave", "exclude"])
def test_with_the_member_locked_before_the_club_both_would_wait_in_a_circle(
    monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    """The control: if this fails, the test above proves nothing."""
    monkeypatch.setattr(clubs, "_newcomers_lock", lambda *_: None)
    assert entered_while(monkeypatch, GOING[meanwhile])[503] == 1


def leave(of: Night, member: Member) -> int:
    try:
        assert member.player is not None
        client = api(member.player)
        return int(client.delete(f"{CLUBS}/{of.club.pk}/members/{member.pk}").status_code)
    finally:
        connection.close()


def exclude(of: Night, member: Member) -> int:
    try:
        body = {"member": str(member.pk), "kind": "exclusion", "reason": "Shouting."}
        return int(api(of.admin).post(f"{CLUBS}/{of.club.pk}/sanctions", body).status_code)
    finally:
        connection.close()


GOING = {"leave": leave, "exclude": exclude}


def join(of: Night, who: Player, code: str) -> int:
    try:
        return int(api(who).post(f"{CLUBS}/join", {"code": code}).status_code)
    finally:
        connection.close()
