"""What a director changes in a published round is locked: once, as it is now, with its reason."""

from typing import Any

import pytest

from tests.tournaments.nights import night
from tests.tournaments.test_rounds_undone import (
    correct,
    move,
    of,
    published,
    seated,
    settle,
    sound,
    swapped,
)
from tournaments.models import Round

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def locked(answer: Any) -> dict[int, tuple[Any, str]]:
    """Sides and reason of the locks that the round has since its publication, by table."""
    assert answer.status_code == 200, answer.content
    locks = [each for each in answer.json()["locks"] if each["after_publication"]]
    return {each["table"]: (each["sides"], each["reason"]) for each in locks}


def test_a_table_that_is_changed_again_is_locked_as_it_is_now():
    evening, round_ = published()
    was = seated(round_)
    move(evening, round_, 1, swapped(was)[1], reason="They share a car.")
    now = [was[3][0], was[1][1]]
    locks = locked(move(evening, round_, 1, now, reason="They do not."))
    assert locks[1] == (now, "They do not.")
    assert locks[2] == (swapped(was)[2], "They share a car.")
    assert locks[3] == ([was[2][0], was[3][1]], "They do not.")
    sound(evening)


def test_a_change_elsewhere_keeps_a_lock_and_its_reason():
    evening, round_ = published()
    was = seated(round_)
    first = locked(move(evening, round_, 1, swapped(was)[1], reason="They share a car."))
    both = locked(move(evening, round_, 3, [was[4][0], was[3][1]], reason="It is cold there."))
    assert {number: both[number] for number in first} == first
    assert {both[number][1] for number in (3, 4)} == {"It is cold there."}
    versions = [lock["version"] for lock in Round.objects.get().locks]
    assert versions[0] == versions[1] < versions[2] == versions[3]


def test_a_table_that_was_locked_in_the_draft_too_has_one_lock():
    """The later draw went by the change, and so its lock stays when it is changed back."""
    evening = night(8, accounts=0)
    draft = evening.draw()
    move(evening, draft, 1, swapped(seated(draft))[1], reason="They share a car.")
    of(evening, draft, "publish")
    was = seated(draft)
    settle(evening, draft)
    correct(evening, draft, swapped(was))
    evening.next_round()
    assert correct(evening, draft, {number: was[number] for number in (1, 2)}).status_code == 200
    locks = Round.objects.get(number=1).locks
    assert [(each["table"], each["after_publication"]) for each in locks] == [(1, True), (2, True)]
    sound(evening)
