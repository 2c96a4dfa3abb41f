"""A client's fold of rare events; whole games are in `tests/games_api/test_folding.py`."""

from typing import Any

import pytest

from deploy.examples.fold import Table
from games.engine.actions import Action, TakeTop
from games.engine.event_view import event_view
from games.engine.events import GameCreated
from games.engine.match import Match
from games.engine.rules.decide import decide
from games.engine.table.changes import replay
from games.engine.table.hand import HandState
from games.engine.view import Audience, match_view
from tests.engine.piles import FOURS, to_draw
from tests.engine.positions import discard, take

UNDER = "5C 6D 9S QC QD JC"
TURNS = [
    pytest.param(
        to_draw("handfoot", "KC KD 4S 9D", f"4H {UNDER} KH", FOURS, stock="9C"),
        (take("KC KD"), discard("4S")),
        id="cards aside until the discard",
    ),
    pytest.param(
        to_draw("classic", "4S 5D 9H", "8C", "5C 6C 7C"),
        (TakeTop(1), discard("4S")),
        id="the top card only",
    ),
]


def view(state: HandState, seat: int) -> dict[str, Any]:
    """The game with this hand, as the seat is shown it."""
    match = Match(GameCreated({}, {}, state.seats, True, (0, 0), ""), state.rules)
    match.hand = state
    return dict(match_view(match, Audience(seat)))


def known(hand: dict[str, Any]) -> dict[str, Any]:
    """The part of a hand that events determine, cards in one order."""
    names = ("turn", "phase", "to_act", "stock", "feet", "aside", "permission", "red_threes")
    return {name: hand[name] for name in names} | {
        "pile": hand["pile"]["cards"],
        "hands": [each | {"cards": sorted(each.get("cards", []))} for each in hand["hands"]],
        "melds": {meld["id"]: sorted(meld["cards"]) for meld in hand["melds"]},
    }


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("state", "actions"), TURNS)
def test_the_fold_knows_what_the_seat_is_shown_after_each_action(
    state: HandState, actions: tuple[Action, ...], seat: int
) -> None:
    seats = [{"seat": number} for number in range(state.seats)]
    game = view(state, seat) | {"seats": seats, "you": {"seat": seat}, "version": 0, "seq": 0}
    table = Table(game, 0, rest_face_down=state.rules.pile.rest_face_down)
    for version, action in enumerate(actions, 1):
        events = decide(state, 0, action)
        state = replay(state, events)
        for event in events:
            table.fold({"version": version, "seq": 0, **event_view(event, seat)})
        assert known(table.hand) == known(view(state, seat)["hand"])
