"""Two directors who change what both have seen: one of them is refused. Real threads."""

from collections.abc import Callable

import pytest

from tests.concurrency.soundness import assert_log_without_gaps
from tests.concurrency.together import at_once, meet, without_locks
from tests.factories import api
from tests.tournaments.nights import Night, night
from tournaments.services import settings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

ROUNDS = 8


def renaming(held: Night, name: str, seen: int) -> Callable[[], str]:
    """A director's call that gives the night a name; how it was answered."""
    director = api(held.director)
    header = {"If-Match": f'"{seen}-0"'}
    return lambda: str(director.patch(held.path, {"name": name}, headers=header).status_code)


def test_of_two_directors_who_saw_the_same_one_must_look_again() -> None:
    held = night(2, rounds=1)
    for _ in range(ROUNDS):
        seen = held.version()
        calls = [renaming(held, name, seen) for name in ("Mara's", "Nils's")]
        assert at_once(*calls) == {"200": 1, "412": 1}
        assert held.version() == seen + 1
    assert_log_without_gaps(held.tournament)


def test_without_the_lock_both_are_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    held = night(2, rounds=1)
    calls = [renaming(held, name, held.version()) for name in ("Mara's", "Nils's")]
    without_locks(monkeypatch)
    meet(monkeypatch, settings, "terms_change", 2)

    assert "412" not in at_once(*calls)
