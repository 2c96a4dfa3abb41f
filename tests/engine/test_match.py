"""Hand after hand: dealer, brackets, the end of the game."""

import dataclasses

import pytest

from games.engine.actions import Draw
from games.engine.cards import expand
from games.engine.codec import event_in, event_out
from games.engine.errors import Rule, WrongMoment
from games.engine.events import (
    Event,
    GameCreated,
    GameFinished,
    GameStarted,
    HandEnded,
    HandScored,
    SeatLeft,
    SeatTaken,
)
from games.engine.match import (
    Match,
    Occupant,
    abandon,
    absorb_event,
    close_hand,
    deal,
    play,
    replay_match,
)
from games.engine.phase import GameEnd, HandEnd, Phase
from games.engine.rulesets import Rules
from games.engine.snapshot import match_in, match_out
from tests.engine.positions import CLASSIC, discard, table

PACK = expand(CLASSIC.pack_counts(4))
KINGS = "KC KD KH KS KC KD KH"
QUEENS = "QC QD QH QS QC QD QH"
THREE_HANDS: Rules = dataclasses.replace(
    CLASSIC, game=dataclasses.replace(CLASSIC.game, hand_limit=3)
)


def started(*scores: int, seats: int = 4, rules: Rules = CLASSIC) -> Match:
    """A game that awaits its first deal."""
    start = scores or (0,) * rules.sides(seats)
    return replay_match(GameCreated({}, {}, seats, False, start, "p1"), rules, [GameStarted()])


def dealt(match: Match, dealer: int | None = None) -> None:
    """Deal by turn; `dealer` for the first hand."""
    who = match.next_dealer if dealer is None else dealer
    assert who is not None
    deal(match, PACK, dealer=who, next_commitment="p2")


def play_nothing(match: Match) -> list[Event]:
    """A hand in which nobody melds and nobody is left with a card: nought for everybody."""
    dealt(match, 0 if match.next_dealer is None else None)
    assert match.hand is not None
    match.hand.hands = [bytearray(53) for _ in range(match.seats)]
    absorb_event(match, HandEnded(HandEnd.STOCK_EXHAUSTED, None))
    return close_hand(match)


def test_the_deal_passes_to_the_left() -> None:
    match = started()
    dealers = []
    for number in range(5):
        dealt(match, 2 if number == 0 else None)
        assert match.hand is not None
        dealers.append((match.hand.dealer, match.hand.turn, match.hand.number))
        absorb_event(match, HandEnded(HandEnd.STOCK_EXHAUSTED, None))
        close_hand(match)
    assert dealers == [(2, 3, 1), (3, 0, 2), (0, 1, 3), (1, 2, 4), (2, 3, 5)]


def test_the_first_dealer_is_for_the_shuffle_to_say() -> None:
    match = started()
    assert (match.next_dealer, match.awaits_deal, match.hands_played) == (None, True, 0)


def test_a_hand_awaits_its_deal_only_between_hands() -> None:
    match = Match(GameCreated({}, {}, 4, False, (0, 0), ""), CLASSIC)
    assert not match.awaits_deal
    absorb_event(match, GameStarted())
    dealt(match, 0)
    assert not match.awaits_deal
    absorb_event(match, HandEnded(HandEnd.STOCK_EXHAUSTED, None))
    close_hand(match)
    assert match.awaits_deal


def test_brackets_follow_the_score_before_the_hand() -> None:
    match = started(1495, 2995)
    dealt(match, 0)
    assert match.hand is not None
    assert [own.minimum for own in match.hand.by_side] == [50, 90]
    match.hand = table(
        "4C", melds=[KINGS, QUEENS], theirs=["AC AD AH"], hands={1: "", 2: "", 3: ""}
    )
    play(match, 0, discard("4C"))
    assert match.scores == [1495 + 1000 + 200 + 140, 2995 + 60]
    dealt(match)
    assert [own.minimum for own in match.hand.by_side] == [90, 120]


def test_playing_the_last_card_scores_the_hand_and_deals_no_other() -> None:
    match = started(500, 700)
    dealt(match, 0)
    match.hand = table("4C", melds=[KINGS, QUEENS], hands={1: "AC", 2: "KS", 3: ""})
    events = play(match, 0, discard("4C"))
    assert [type(event).__name__ for event in events] == [
        "CardDiscarded",
        "HandEnded",
        "HandScored",
    ]
    assert match.scores == [500 + 1000 + 200 + 140 - 10, 700 - 20]
    assert match.last_hand is not None
    assert (match.last_hand.number, match.last_hand.end, match.last_hand.out) == (
        1,
        HandEnd.WENT_OUT,
        0,
    )
    assert match.hand is None
    assert match.awaits_deal


@pytest.mark.parametrize(
    ("scores", "result"),
    [
        pytest.param((9995, 0), None, id="5 below the target"),
        pytest.param((10000, 9995), (0, False), id="exactly the target"),
        pytest.param((10000, 12000), (1, False), id="both: the higher wins"),
        pytest.param((11000, 11000), (None, True), id="equal: a draw"),
        pytest.param((-500, 10005), (1, False), id="a side below zero"),
    ],
)
def test_the_target_ends_the_game(
    scores: tuple[int, int], result: tuple[int | None, bool] | None
) -> None:
    match = started(*scores)
    *_, last = play_nothing(match)
    if result is None:
        assert isinstance(last, HandScored)
        assert match.result is None
        assert match.awaits_deal
    else:
        assert last == GameFinished(*result, scores, GameEnd.TARGET)
        assert match.result == last
        assert not match.awaits_deal


def test_a_draw_among_leaders_of_several_sides() -> None:
    match = started(10500, 9000, 10500, seats=3)
    assert play_nothing(match)[-1] == GameFinished(None, True, (10500, 9000, 10500), GameEnd.TARGET)


def test_the_target_is_looked_at_when_a_hand_has_ended() -> None:
    match = started(9900, 0)
    dealt(match, 0)
    match.hand = table("4C 4D", melds=[KINGS, QUEENS], hands={1: "", 2: "", 3: ""})
    play(match, 0, discard("4C"))
    assert match.result is None


def test_a_limit_of_hands_ends_the_game() -> None:
    match = started(100, 50, rules=THREE_HANDS)
    assert len(play_nothing(match)) == 1
    assert len(play_nothing(match)) == 1
    assert play_nothing(match)[-1] == GameFinished(0, False, (100, 50), GameEnd.HAND_LIMIT)


def test_a_target_reached_in_the_last_hand_is_the_reason() -> None:
    match = started(10000, 50, rules=THREE_HANDS)
    (_, last) = play_nothing(match)
    assert isinstance(last, GameFinished)
    assert last.end is GameEnd.TARGET


def test_a_draw_at_the_limit_of_hands() -> None:
    match = started(50, 50, rules=THREE_HANDS)
    for _ in range(3):
        last = play_nothing(match)[-1]
    assert last == GameFinished(None, True, (50, 50), GameEnd.HAND_LIMIT)


@pytest.mark.parametrize("state", ["lobby", "between hands", "finished"])
def test_without_a_hand_nothing_is_played(state: str) -> None:
    match = started(10000, 0) if state == "finished" else started()
    if state != "lobby":
        play_nothing(match)
    with pytest.raises(WrongMoment) as refused:
        play(match, 0, Draw())
    assert refused.value.rule is Rule.GAME_NOT_ACTIVE


def test_a_refused_action_does_not_change_the_match() -> None:
    match = started()
    dealt(match, 3)
    with pytest.raises(WrongMoment):
        play(match, 1, Draw())
    assert match.hand is not None
    assert (match.hand.turn, match.hand.phase) == (0, Phase.DRAW)


@pytest.mark.parametrize(
    ("seats", "sides"), [(2, 2), (3, 3), (4, 2), (5, 5), (6, 3)], ids=lambda n: str(n)
)
def test_sides_by_number_of_players(seats: int, sides: int) -> None:
    match = started(seats=seats)
    assert match.sides == len(match.scores) == sides


def test_players_take_and_leave_seats() -> None:
    match = Match(GameCreated({}, {}, 4, False, (0, 0), ""), CLASSIC)
    absorb_event(match, SeatTaken(2, "ana", "human"))
    assert match.occupants == [None, None, Occupant("ana", "human"), None]
    absorb_event(match, SeatLeft(2))
    assert match.occupants == [None] * 4


def test_an_abandoned_game_has_no_hand_no_winner_and_its_scores() -> None:
    match = started()
    dealt(match, 0)

    (ended,) = abandon(match, "the lights went out")

    assert ended == GameFinished(None, False, (0, 0), GameEnd.ABANDONED, "the lights went out")
    assert (match.hand, match.result) == (None, ended)
    assert event_in(event_out(ended)) == ended
    assert match_in(match_out(match), match.rules).result == ended


def test_a_game_finished_in_an_older_log_has_no_reason() -> None:
    older = {"type": "game_finished", "winner": 0, "draw": False, "scores": [10, 0]}
    read = event_in({**older, "end": "target"})
    assert read == GameFinished(0, False, (10, 0), GameEnd.TARGET)
    assert event_out(read) == {**older, "end": "target"}


def test_each_deal_keeps_the_promise_of_the_one_before() -> None:
    match = started()
    dealt(match, 0)
    assert (match.commitment, match.next_commitment) == ("p1", "p2")
