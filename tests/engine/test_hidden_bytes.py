"""Not one byte that a seat or an onlooker is shown follows from a card that they may not see.

Random bots play. At each moment everybody is shown the game as it is, and as it would be with every
card elsewhere that they may not see: both must be the same, byte for byte.
"""

import os
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest

from games.engine import event_view, view
from games.engine import events as ev
from games.engine.cards import expand, faces
from games.engine.snapshot import match_out
from tests.engine.hidden import other_events, other_match, shown
from tests.engine.played import PlayedGame, started
from tests.engine.sheets import PRESETS

VIEWS = int(os.environ.get("VIEWS", "100000"))
"""Of all rulesets together, in `make test-long`."""
FEW = 40
"""Of one ruleset, in each run."""


def differences(slug: str, views: int, seed: int = 1) -> list[str]:
    """Play by the ruleset, at all its numbers of seats, until that many views have been compared.

    Returns who was shown something that depends on hidden cards.
    """
    found, compared, changed = [], 0, 0
    rng, sizes = Random(seed), PRESETS[slug].seating.players
    for number in count():
        game = started(rng.randrange(2**32), extends=slug, seats=sizes[number % len(sizes)])
        while game.match.result is None:
            for watcher in (*range(game.match.seats), None):
                one, two, differ = both_shown(game, watcher, rng)
                changed += differ
                compared += 1
                if one != two:
                    found.append(f"{watcher} in game {number}: {one!r}, {two!r}")
            if compared >= views or found:
                assert changed > 0.9 * compared, "the control: the hidden cards were others"
                return found
            game.move()
    raise AssertionError


def both_shown(game: PlayedGame, watcher: int | None, rng: Random) -> tuple[bytes, bytes, bool]:
    """What is shown of the game, what of the other one, and if those differ."""
    events, match = game.rows[-1].events, game.match
    other = other_match(match, watcher, rng)
    one = shown(match, events, watcher)
    two = shown(other, other_events(events, watcher, rng), watcher)
    return one, two, match_out(match) != match_out(other)


def test_there_are_twelve_rulesets() -> None:
    assert len(PRESETS) == 12


@pytest.mark.parametrize("slug", PRESETS)
def test_nobody_is_shown_a_hidden_byte(slug: str) -> None:
    assert differences(slug, FEW) == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", PRESETS)
def test_nobody_is_shown_a_hidden_byte_in_many_more_views(slug: str) -> None:
    assert differences(slug, -(-VIEWS // len(PRESETS)), seed=2) == []


# -- Controls: leaks that are planted, and found ------------------------------------------------


def top_of_the_stock(monkeypatch: pytest.MonkeyPatch) -> None:
    real = view._hand_view

    def leaking(match: Any, state: Any, seat: int | None) -> Any:
        return real(match, state, seat) | {"stock": {"count": faces(state.stock[-1:])}}

    monkeypatch.setattr(view, "_hand_view", leaking)


def a_partners_jokers(monkeypatch: pytest.MonkeyPatch) -> None:
    real = view.seat_view

    def leaking(state: Any, seat: int | None) -> Any:
        shown = real(state, seat)
        jokers = state.hands[((seat or 0) + 2) % state.seats][-1]
        return shown._replace(number=shown.number + 100 * jokers)

    monkeypatch.setattr("tests.engine.hidden.seat_view", leaking)


def the_own_second_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    real = view._hand_view

    def leaking(match: Any, state: Any, seat: int | None) -> Any:
        foot = [] if seat is None or not state.feet else faces(expand(state.feet[seat]))
        return real(match, state, seat) | {"feet": foot}

    monkeypatch.setattr(view, "_hand_view", leaking)


def drawn_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(event: ev.CardsDrawn, _seat: int | None) -> dict[str, Any]:
        return {"seat": event.seat, "cards": faces(event.cards)}

    monkeypatch.setitem(event_view._EVENT_VIEWS, ev.CardsDrawn, leaking)


@pytest.mark.parametrize(
    ("slug", "plant"),
    [
        ("classic", top_of_the_stock),
        ("classic", a_partners_jokers),
        ("handfoot", the_own_second_hand),
        ("official", drawn_cards),
    ],
)
def test_a_planted_leak_is_found(
    monkeypatch: pytest.MonkeyPatch, slug: str, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)
    assert differences(slug, FEW) != []
