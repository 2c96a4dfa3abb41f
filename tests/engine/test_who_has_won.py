"""Who has won a game under the rulesets as they ship, and when it goes on."""

import pytest

from games.engine.cards import cards_of
from games.engine.events import GameCreated, GameFinished, GameStarted, HandEnded
from games.engine.match import absorb_event, close_hand, deal, replay_match
from games.engine.phase import GameEnd, HandEnd
from tests.engine.sheets import PRESETS


def finished(slug: str, *totals: int) -> GameFinished | None:
    """A game after a hand in which nobody scores."""
    rules = PRESETS[slug]
    created = GameCreated({}, {}, 4, False, totals, "")
    match = replay_match(created, rules, [GameStarted()])
    pack = [card for card, count in enumerate(rules.pack_counts(4)) for _ in range(count)]
    pack.sort(key=lambda card: card in cards_of("3D 3H"))
    deal(match, tuple(pack), dealer=0, next_commitment="")
    assert match.hand is not None
    match.hand.hands = [bytearray(53) for _ in range(4)]
    match.hand.feet = tuple(bytes(53) for _ in match.hand.feet)
    absorb_event(match, HandEnded(HandEnd.STOCK_EXHAUSTED, None))
    last = close_hand(match)[-1]
    return last if isinstance(last, GameFinished) else None


@pytest.mark.parametrize(
    ("slug", "totals", "winner"),
    [
        pytest.param("denexa", (10000, 9995), 0, id="exactly the target"),
        pytest.param("denexa", (10000, 10100), 1, id="the higher of two"),
        pytest.param("denexa", (10200, 10200), None, id="equal totals are a draw"),
        pytest.param("bolivia", (14995, 15000), 1, id="bolivia plays to 15,000"),
        pytest.param("mexican", (10000, 0), 0, id="mexican to 10,000"),
    ],
)
def test_who_has_won(slug: str, totals: tuple[int, int], winner: int | None) -> None:
    end = finished(slug, *totals)
    assert end is not None
    assert (end.winner, end.draw, end.end) == (winner, winner is None, GameEnd.TARGET)


@pytest.mark.parametrize(
    ("slug", "totals"),
    [("denexa", (9995, 9995)), ("bolivia", (14995, 0)), ("handfoot", (90000, 0))],
)
def test_below_the_target_the_game_goes_on(slug: str, totals: tuple[int, int]) -> None:
    assert finished(slug, *totals) is None
