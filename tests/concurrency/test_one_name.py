"""Newcomers of one name who come at once: one has it, in whatever way they come."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from threading import Barrier

import pytest
from django.db import transaction

from samba_service.accounts.models import Player
from samba_service.accounts.services.people import player_update
from tests.concurrency.together import PATIENCE_S, at_once, without_locks
from tests.factories import player
from tests.tournaments.clubs import club_of
from tournaments.models import Club, Member
from tournaments.services import clubs, joining, members
from tournaments.services.clubs import guest_of
from tournaments.services.joining import club_join
from tournaments.services.members import member_add

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


def everybody_ana() -> list[Callable[[], object]]:
    """Seven who want to be called Ana: by code, as guests, by a director, by renaming."""
    admin: Player = player("Admin")
    club = club_of(admin)
    first, second, third, fourth = (player(name) for name in ("Ana", "ANA", "ana", "a na"))
    renamed = club_join(code=club.join_code, player=player("Bea")).member.player
    assert renamed is not None
    return [
        lambda: club_join(code=club.join_code, player=first),
        lambda: club_join(code=club.join_code, player=second),
        lambda: transaction.atomic(guest_of)(club.pk, third),
        lambda: transaction.atomic(guest_of)(club.pk, fourth),
        lambda: member_add(club_id=club.pk, by=admin, name="Ana"),
        lambda: member_add(club_id=club.pk, by=admin, name="An a"),
        lambda: player_update(player_id=renamed.pk, display_name="aNa"),
    ]


def come_together(calls: list[Callable[[], object]]) -> tuple[Counter[str], int]:
    """All come at once; how that ended, and how many are called Ana."""
    return at_once(*calls), Member.objects.filter(name_key="ana", left_at=None).count()


def test_of_many_who_come_with_one_name_at_once_one_has_it() -> None:
    found, called = come_together(everybody_ana())
    assert called == 1
    assert set(found) == {"done", "NameTaken"}
    assert found["NameTaken"] in (5, 6), "who was renamed keeps the former name"


def test_without_the_locks_they_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    calls = everybody_ana()
    for module in (clubs, joining, members):
        monkeypatch.setattr(module, "club_lock", lambda club_id: Club.objects.get(pk=club_id))
    without_locks(monkeypatch)
    judged, judge = Barrier(len(calls)), clubs._namesake

    def judge_together(member: Member) -> Member | None:
        taken = judge(member)
        judged.wait(PATIENCE_S)
        return taken

    monkeypatch.setattr(clubs, "_namesake", judge_together)
    found, called = come_together(calls)
    assert (found["IntegrityError"], called) == (6, 1)


def test_who_changes_the_name_while_joining_is_watched_over_by_the_new_one() -> None:
    """Otherwise the club would guard a name that nobody has any more."""
    club = club_of(player("Admin"))
    for _ in range(6):
        ana = player("Ana")
        at_once(
            partial(club_join, code=club.join_code, player=ana),
            partial(player_update, player_id=ana.pk, display_name=f"Bea {ana.pk}"[:40]),
        )
    for member in Member.objects.filter(club=club).select_related("player"):
        assert member.name_key == member.key_of_name
