"""Members who come and go at once: one membership a player, one claim a code, always an admin."""

from collections import Counter
from threading import Barrier

import pytest

from tests.concurrency.together import PATIENCE_S, at_once
from tests.factories import player
from tests.tournaments.clubs import club_of, guests_add
from tournaments.choices import Role
from tournaments.models import Club, Member
from tournaments.services import members
from tournaments.services.joining import club_join
from tournaments.services.members import member_leave

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

CALLS = 8


def leave_together() -> tuple[Counter[str], int]:
    """Both admins of a club leave; how that ended, and how many are left."""
    ana, ben = player(), player()
    club = club_of(ana, ben)
    club.members.update(role=Role.ADMIN)
    rows = [(Member.objects.get(club=club, player=each), each) for each in (ana, ben)]
    found = at_once(
        *(lambda member=member, by=by: member_leave(member=member, by=by) for member, by in rows)
    )
    return found, Member.objects.filter(club=club, role=Role.ADMIN, left_at=None).count()


def test_who_joins_many_times_at_once_is_one_member() -> None:
    club, ana = club_of(player()), player()
    found = at_once(*[lambda: club_join(code=club.join_code, player=ana)] * CALLS)
    assert found == {"done": 1, "MemberExists": CALLS - 1}


def test_of_many_who_claim_a_name_at_once_one_has_it() -> None:
    club = club_of(player())
    [gus] = guests_add(club, "Gus")
    claimants = [player() for _ in range(CALLS)]
    found = at_once(
        *(lambda each=each: club_join(code=gus.claim_code, player=each) for each in claimants)
    )
    assert found == {"done": 1, "UnknownCode": CALLS - 1}
    assert club.members.filter(player__in=claimants).count() == 1


def test_of_two_admins_who_leave_at_once_one_stays() -> None:
    assert leave_together() == ({"done": 1, "LastAdmin": 1}, 1)


def test_without_the_lock_nobody_is_left_to_run_the_club(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    judged, judge = Barrier(2), members.require_other_admin

    def judge_together(club: Club, member: Member) -> None:
        judge(club, member)
        judged.wait(PATIENCE_S)

    monkeypatch.setattr(members, "club_lock", lambda club_id: Club.objects.get(pk=club_id))
    monkeypatch.setattr(members, "require_other_admin", judge_together)
    assert leave_together() == ({"done": 2}, 0)
