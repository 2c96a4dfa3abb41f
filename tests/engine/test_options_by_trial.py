"""Options found by asking the judge: against those worked out for plain rulesets, and in full."""

from collections import Counter
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.engine.legal import describe, options
from games.engine.rulesets import LastDiscard, Passing, Permission, Ruleset
from games.engine.rulesets.choices import CardClass
from games.engine.state import HandState
from games.engine.view import seat_view
from tests.engine import any_samples
from tests.engine.every_action import check
from tests.engine.positions import CLASSIC
from tests.engine.samples import SCORES, some_position

BY_TRIAL = copy(CLASSIC)
object.__setattr__(BY_TRIAL, "plain", False)
Shown = dict[tuple[str, ...], dict[str, Any]]


def changed(section: str, **values: object) -> Ruleset:
    """Samba with other values in one section, by trial even if it is plain."""
    rules = replace(CLASSIC, **{section: replace(getattr(CLASSIC, section), **values)})
    object.__setattr__(rules, "plain", False)
    return rules


RULESETS = {
    "classic": BY_TRIAL,
    "stuck": changed("going_out", passing=Passing.STUCK),
    "last discard": changed("going_out", passing=Passing.STUCK, last_discard=LastDiscard.REQUIRED),
    "unasked": changed("going_out", permission=Permission.NONE),
    "required": changed("going_out", permission=Permission.REQUIRED, passing=Passing.STUCK),
    "promise": changed("going_out", unqualified_may_ask=True, promise=-100),
    "no jokers": changed("discard", forbidden=(CardClass.JOKER,)),
    "no wilds, no sevens": changed("discard", forbidden=(CardClass.WILD, CardClass.SEVEN)),
    "threes and no discard": changed("threes", last_discard=False),
    "second hands": changed("seating", foot_size=dict.fromkeys(range(2, 7), 11)),
    "taking back": changed("turn", take_back=True),
}


def shown(state: HandState, seat: int) -> Shown:
    """The options of `seat` by what they stand for, as the API shows them, examples apart."""
    view = seat_view(state, seat)
    found: Shown = {}
    for option in options(view):
        described = describe(view, option)
        del described["example"]
        names = ("type", "kind", "rank", "suit", "onto", "into", "from")
        target = tuple(str(described.get(name)) for name in names)
        assert target not in found
        found[target] = described
    return found


@pytest.mark.parametrize("seed", range(20))
def test_the_judge_gives_plain_rulesets_the_options_that_are_worked_out(seed: int) -> None:
    rng = Random(9000 + seed)
    for _ in range(100):
        state = some_position(rng, score=rng.choice(SCORES), hand_size=rng.choice((4, 8, 15)))
        asking = state.copy()
        asking.rules = BY_TRIAL
        for seat in state.to_act:
            assert shown(asking, seat) == shown(state, seat)


@pytest.mark.parametrize("name", RULESETS)
def test_options_are_all_that_is_accepted(name: str) -> None:
    rng, seen = Random(name), Counter[str]()
    for _ in range(60):
        state = any_samples.some_position(RULESETS[name], rng, hand_size=6)
        for seat in state.to_act:
            seen += check(state, seat, rng)
    assert {"discard", "meld", "lay_off", "draw"} <= set(seen)
