"""An entry that several delete and change at once: one deletes it, for the others it is gone."""

from collections import Counter
from threading import Barrier
from typing import Any

import pytest

from tests.concurrency.together import PATIENCE_S, at_once
from tests.factories import api
from tests.tournaments.nights import Night, night
from tournaments.api import entries as views
from tournaments.models import Entry
from tournaments.services import entry_changes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

CALLS = 4


def found_by_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call has found the entry before any of them waits for the lock."""
    barrier = Barrier(CALLS)

    def once_all_have_come(name: str) -> None:
        act = getattr(views, name)

        def together(**terms: Any) -> Any:
            barrier.wait(PATIENCE_S)
            return act(**terms)

        monkeypatch.setattr(views, name, together)

    once_all_have_come("entry_delete")
    once_all_have_come("entry_update")


def all_at_once(of: Night, entry: Entry) -> Counter[str]:
    """Two delete the entry and two check it out; how that ended."""
    at, (one, two, three, four) = (
        f"/api/v1/entries/{entry.pk}",
        [api(of.director) for _ in range(CALLS)],
    )
    return at_once(
        lambda: str(one.delete(at).status_code),
        lambda: str(two.delete(at).status_code),
        lambda: str(three.patch(at, {"checked_in": False}).status_code),
        lambda: str(four.patch(at, {"seed": 1}).status_code),
    )


def test_of_many_who_delete_and_change_an_entry_at_once_one_deletes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = night(3, start=False)
    found_by_all(monkeypatch)
    for entry in of.entries:
        found = all_at_once(of, entry)
        assert found["204"] == 1
        assert found["404"] >= 1
        assert found.keys() <= {"204", "404", "200"}
        assert not Entry.objects.filter(pk=entry.pk).exists()


def test_without_looking_again_under_the_lock_they_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    of = night(1, start=False)
    found_by_all(monkeypatch)
    monkeypatch.setattr(entry_changes, "reload", lambda rows, pk: rows.get(pk=pk))
    found = all_at_once(of, of.entries[0])
    assert found["204"] == 1
    assert found["DoesNotExist"] + found["500"] >= 1
