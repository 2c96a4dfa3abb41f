"""Exclusions at once: one of each, always an admin left, and nobody enters a night past one."""

from typing import Any

import pytest

from samba_service.accounts.models import Player
from tests.concurrency.together import at_once
from tests.factories import player
from tests.tournaments.clubs import club_of
from tests.tournaments.nights import night
from tournaments.choices import Role
from tournaments.models import Entry, Member, Sanction
from tournaments.services import sanctions
from tournaments.services.entries import entry_add
from tournaments.services.joining import club_join
from tournaments.services.sanctions import member_exclude

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

TIMES = 5


def exclude(member: Member, by: Player) -> Sanction:
    return member_exclude(member=member, by=by, reason="Shouting.")


def each_other() -> tuple[Any, int]:
    """Two admins exclude each other: how that ended, and how many are left."""
    ana, ben = player(), player()
    club = club_of(ana, ben)
    club.members.update(role=Role.ADMIN)
    rows = {each: Member.objects.get(club=club, player=each) for each in (ana, ben)}
    found = at_once(lambda: exclude(rows[ben], ana), lambda: exclude(rows[ana], ben))
    return found, Member.objects.filter(club=club, role=Role.ADMIN, left_at=None).count()


def test_of_two_admins_who_exclude_each_other_one_stays() -> None:
    for _ in range(TIMES):
        assert each_other() == ({"done": 1, "NotAdmin": 1}, 1)


def test_two_admins_exclude_somebody_once() -> None:
    ana, ben, who = player(), player(), player()
    club = club_of(ana, ben, who)
    club.members.exclude(player=who).update(role=Role.ADMIN)
    member = Member.objects.get(club=club, player=who)
    found = at_once(lambda: exclude(member, ana), lambda: exclude(member, ben))
    assert found == {"done": 1, "AlreadyExcluded": 1}
    assert Sanction.objects.count() == 1


def test_who_enters_a_night_meanwhile_is_refused_or_withdrawn() -> None:
    for _ in range(TIMES):
        evening = night(0, start=False, format="rotating")
        who = player()
        member = club_join(code=evening.club.join_code, player=who).member

        def enter(evening: Any = evening, who: Player = who) -> None:
            entry_add(
                tournament_id=evening.tournament.pk, by=who, directing=False, members=[who.pk]
            )

        found = at_once(enter, lambda: exclude(member, evening.admin))  # noqa: B023  # both end in this turn of the loop
        entries = list(Entry.objects.filter(tournament=evening.tournament))
        assert found in ({"done": 2}, {"done": 1, "Excluded": 1}), found
        assert all(entry.withdrawn for entry in entries)


def test_without_asking_again_under_the_lock_both_admins_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: if this fails, the first test proves nothing."""
    monkeypatch.setattr(sanctions, "administers", lambda *_: True)
    assert each_other() == ({"done": 2}, 0)
