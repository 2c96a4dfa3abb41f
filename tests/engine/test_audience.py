"""What of a game is shown to whom: to a seat, to those who do not play, and under embargo."""

import pytest

from games.engine.answers import MatchAnswer
from games.engine.event_view import _CARDLESS, event_view
from games.engine.events import CardDiscarded, HandDealt, SeatLeft
from games.engine.match import _ABSORB
from games.engine.view import Audience, Following, last_hand_shown, match_view, withholds_cards
from tests.engine.played import PlayedGame, finished, started
from tests.engine.positions import hand_seen

SEAT, LIVE = Audience(0), Audience()
DELAYED, NONE = Audience(following=Following.DELAYED), Audience(following=Following.NONE)
APART, PLAYER_APART = Audience(embargo=True), Audience(0, embargo=True)


@pytest.fixture(scope="module")
def running() -> PlayedGame:
    """A game in its second hand."""
    game = started(5, hands=2)
    while game.match.hands_played < 1:
        game.move()
    return game


@pytest.fixture(scope="module")
def over() -> PlayedGame:
    """The same at its end."""
    return finished(5, hands=2)


def parts(shown: MatchAnswer) -> set[str]:
    """What is shown of the running hand, the last one, the scores and the result."""
    whole = {name: shown[name] for name in ("hand", "last_hand", "result")}
    found = {name for name, part in whole.items() if part is not None}
    scores = [side["score"] for side in shown["sides"]]
    assert scores.count(None) in (0, len(scores))
    return found | ({"scores"} if None not in scores else set())


@pytest.mark.parametrize(
    ("audience", "last", "shown"),
    [
        pytest.param(SEAT, 2, {"hand", "last_hand", "scores"}, id="a player"),
        pytest.param(LIVE, 2, {"hand", "last_hand", "scores"}, id="who follows live"),
        pytest.param(DELAYED, 1, {"last_hand", "scores"}, id="who waits for the end of hands"),
        pytest.param(NONE, 0, set(), id="who may not follow"),
        pytest.param(APART, 0, set(), id="while other tables play the deals"),
        pytest.param(PLAYER_APART, 2, {"hand", "last_hand", "scores"}, id="a player meanwhile"),
    ],
)
def test_of_a_running_game(
    running: PlayedGame, audience: Audience, last: int, shown: set[str]
) -> None:
    assert last_hand_shown(running.match, audience) == last
    assert parts(match_view(running.match, audience)) == shown
    assert not withholds_cards(running.match, audience)


@pytest.mark.parametrize(
    ("audience", "shown"),
    [
        pytest.param(SEAT, {"last_hand", "scores", "result"}, id="a player"),
        pytest.param(LIVE, {"last_hand", "scores", "result"}, id="who followed live"),
        pytest.param(DELAYED, {"last_hand", "scores", "result"}, id="who waited"),
        pytest.param(NONE, {"result"}, id="who might not follow"),
        pytest.param(APART, set(), id="while other tables play the deals"),
        pytest.param(PLAYER_APART, {"last_hand", "scores", "result"}, id="a player meanwhile"),
    ],
)
def test_of_a_game_that_is_over(over: PlayedGame, audience: Audience, shown: set[str]) -> None:
    assert parts(match_view(over.match, audience)) == shown
    assert withholds_cards(over.match, audience) is audience.embargo


def test_only_a_seat_is_shown_a_hand_and_it_is_its_own(running: PlayedGame) -> None:
    for audience, seats in ((SEAT, [0]), (Audience(2), [2]), (LIVE, [])):
        hand = hand_seen(running.match, audience)
        assert [each["seat"] for each in hand["hands"] if "cards" in each] == seats


def test_events_with_cards_can_be_withheld() -> None:
    discard = CardDiscarded(0, 7)
    assert event_view(discard, 0, withheld=True) == {"type": "withheld"}
    assert event_view(discard, 0)["card"] == "3S"
    left = SeatLeft(1)
    assert event_view(left, 0, withheld=True) == event_view(left, 0)


def test_what_happens_around_the_hands_shows_no_card_under_an_embargo() -> None:
    assert set(_ABSORB) - {HandDealt} <= set(_CARDLESS)
