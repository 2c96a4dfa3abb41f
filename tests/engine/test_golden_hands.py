"""Every game in tests/hands, written as text, replays to its score sheets."""

import tomllib
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from games.engine.cards import cards_of
from games.engine.events import GameCreated, GameStarted
from games.engine.match import Match, deal, play, replay_match
from games.engine.phase import GameEnd, HandEnd, Phase
from games.engine.table.hand import HandState
from tests.engine.golden import read_turns, write_turns
from tests.engine.positions import CLASSIC, table

FOLDER = Path(__file__).parent.parent / "hands"
GAMES = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.toml")}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_replays_to_its_score_sheets(name: str) -> None:
    game = GAMES[name]
    created = GameCreated({}, {}, game["seats"], True, tuple(game["scores"]), "")
    match = replay_match(created, CLASSIC, [GameStarted()])
    for hand in game["hands"]:
        begin(match, hand)
        for seat, action in read_turns(hand["turns"]):
            play(match, seat, action)
        assert match.last_hand is not None
        assert match.last_hand.end is HandEnd(hand["end"])
        assert match.last_hand.out == hand.get("out")
        score = [{line.code: line.points for line in side.lines} for side in match.last_hand.score]
        assert score == hand["score"]
        assert match.scores == hand["totals"]
    if "winner" in game:
        assert match.result is not None
        assert (match.result.winner, match.result.end) == (game["winner"], GameEnd.TARGET)


def begin(match: Match, hand: dict[str, Any]) -> None:
    """Deal the hand, or lay out the position in which the story sets in."""
    if "deal" in hand:
        deal(match, cards_of(hand["deal"]), dealer=hand["dealer"], next_commitment="")
    else:
        match.hand = position(hand["start"], match.seats, match.scores)


def position(start: dict[str, Any], seats: int, scores: list[int]) -> HandState:
    """Seat 0 to act, in the middle of a hand."""
    state = table(
        start["seat_0"],
        hands={seat: start[f"seat_{seat}"] for seat in range(1, seats)},
        pile=start["pile"],
        stock=start.get("stock"),
        melds=start["melds"][0],
        theirs=start["melds"][1],
        red_threes=dict(enumerate(start["red_threes"])),
        phase=Phase(start.get("phase", "play")),
    )
    for side, (own, score) in enumerate(zip(state.by_side, scores, strict=True)):
        if own.minimum is not None:
            need = CLASSIC.initial_minimum.at(score, 1)
            state.by_side[side] = own._replace(minimum=need)
    return state


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_text_of_turns_reads_back(name: str) -> None:
    for hand in GAMES[name]["hands"]:
        lines = write_turns(read_turns(hand["turns"])).splitlines()
        for line, written in zip_longest(hand["turns"].strip().splitlines(), lines):
            assert line == written


def test_games_say_where_they_come_from() -> None:
    assert len(GAMES) >= 3
    assert all(game["title"] and game["source"] for game in GAMES.values())


@pytest.mark.parametrize("text", ["0: deal", "0: meld KH KX KS", "0: 2 says maybe", "0: lay KH"])
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        list(read_turns(text))
