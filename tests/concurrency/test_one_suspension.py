"""Two of the staff suspend an account at once: it is suspended once."""

import pytest

from samba_service.accounts.models import StaffAct
from samba_service.accounts.services.suspensions import account_suspend
from tests.concurrency.together import at_once, without_locks
from tests.factories import player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

CALLS = 4


def suspend_at_once() -> object:
    staff = [player(is_staff=True) for _ in range(CALLS)]
    who = player()
    return at_once(
        *(
            lambda each=each: account_suspend(
                player_id=who.pk, by=each, until=None, reason="Cheating."
            )
            for each in staff
        )
    )


def test_of_many_who_suspend_somebody_at_once_one_does() -> None:
    assert suspend_at_once() == {"done": 1, "AlreadySuspended": CALLS - 1}
    assert StaffAct.objects.count() == 1


def test_without_the_lock_several_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    without_locks(monkeypatch)
    found = [suspend_at_once() for _ in range(5)]
    assert any(each != {"done": 1, "AlreadySuspended": CALLS - 1} for each in found)
