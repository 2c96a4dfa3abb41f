"""What the log and the snapshot say of melds of every kind."""

import json
from random import Random

import pytest

from games.engine.cards import THREE
from games.engine.codec import event_out
from games.engine.event_view import event_view
from games.engine.events import LaidOff, Melded
from games.engine.phase import Phase
from games.engine.rules.decide import decide
from games.engine.snapshot import hand_in, hand_out
from games.engine.view import Audience
from tests.engine.laws import Game
from tests.engine.positions import hand_seen, meld, take
from tests.engine.preset_tables import OPENED, table

MANY = {
    "black-samba": ["8S JK TS", "8D 9D 2C as 7", "QC QD JK", "4C 5C 6C"],
    "bolivia": ["2C 2D JK", "KC KD KH", "5C 6C 7C", "JK JK 2H 2S"],
    "royal": ["3C 3D 3H", "2C 2D JK", "3S 3S JK 2H"],
}


@pytest.mark.parametrize("slug", MANY)
def test_a_snapshot_keeps_every_kind_of_meld(slug: str) -> None:
    state = table(slug, "", *MANY[slug])
    data = json.loads(json.dumps(hand_out(state)))
    read = hand_in(data, state.rules, 4, [0, 0])
    assert read.by_side == state.by_side
    assert [own.repeated_ranks for own in read.by_side] == [(THREE,) if slug == "royal" else (), ()]


def test_melds_of_one_action_are_marked_as_along_with_the_first() -> None:
    state = table("classic", "KC KD KH QC QD QH", OPENED)
    events = decide(state, 0, meld("KC KD KH", "QC QD QH"))
    assert [event.along for event in events if isinstance(event, Melded)] == [False, True]
    assert [event_out(event).get("along") for event in events] == [None, True]
    assert "along" not in event_view(events[1], 0)


@pytest.mark.parametrize("onto", [None, 1])
def test_melds_that_the_pile_is_taken_for_are_marked_as_along_with_it(onto: int | None) -> None:
    melds = () if onto is None else ("KH KS KC",)
    state = table("classic", "KC KD QC QD QH", *melds, pile="KD", phase=Phase.DRAW)
    further = [] if melds else ["QC QD QH"]
    _, *events = decide(state, 0, take("KC KD", *further, onto=onto))
    assert [event.along for event in events if isinstance(event, Melded | LaidOff)] == [
        True for _ in events
    ]
    assert all("along" not in event_view(event, 0) for event in events)


def test_the_view_shows_which_melds_take_no_card_and_what_a_wild_represents() -> None:
    state = table("black-samba", "", "8S JK TS", "4D 5D 6D 7D 8D 9D TD", "KC KD KH KS KC KD KH")
    shown = hand_seen(Game.at(state, 0, Random(0)).match, Audience())["melds"]
    assert [meld["wild_as"] for meld in shown] == ["9", None, None]
    assert [meld["closed"] for meld in shown] == [False, True, False]
    assert [meld["canasta"] for meld in shown] == [None, "samba", "natural"]
