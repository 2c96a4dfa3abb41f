"""The page of a case asks for several things at once: that is one look into the game."""

from functools import partial

import pytest

from games.models import CaseEntry
from games.services.cases import look_record
from tests.concurrency.together import at_once, without_locks
from tests.games.tables import person, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

CALLS = 4


def looks_at_once() -> int:
    game, admin = table(), person("Ada")
    look = partial(look_record, game_id=game.pk, by=admin.pk)
    assert at_once(*[look] * CALLS) == {"done": CALLS}
    return CaseEntry.objects.filter(game=game).count()


def test_looks_of_one_moment_are_one() -> None:
    assert looks_at_once() == 1


def test_without_the_lock_they_are_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    without_locks(monkeypatch)
    assert max(looks_at_once() for _ in range(5)) > 1
