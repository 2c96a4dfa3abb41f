"""Positions of one hand as a card player would lay them out, with all 162 cards accounted for.

`table("KH KD KS 4C", melds=["9C 9D 9H"])` is seat 0's turn after the draw, with that hand and those
melds of its side. Cards that a test does not name are in the other hands and the stock.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import pytest

from games.engine.actions import Action, Discard, LayMelds, LayOff, NewMeld, TakePile
from games.engine.answers import HandAnswer
from games.engine.cards import RANKS, RED_THREES, cards_of, counts_of, expand, faces, parse
from games.engine.codec import cards_text
from games.engine.errors import Refusal, Rule
from games.engine.match import Match
from games.engine.meld_kinds import SEQUENCE
from games.engine.phase import Phase
from games.engine.rules.decide import decide
from games.engine.rulesets import Rules, load
from games.engine.snapshot import hand_in, hand_out, letters
from games.engine.table.changes import replay
from games.engine.table.hand import HandState, PermissionState
from games.engine.table.meld import Meld
from games.engine.table.shapes import new_meld
from games.engine.view import Audience, match_view

CLASSIC = load("classic")
SHARE = 8
"""Cards that a seat holds of which the test says nothing."""


def table(
    hand: str = "",
    *,
    pile: str = "4C",
    melds: Sequence[str] = (),
    theirs: Sequence[str] = (),
    score: int = 0,
    seats: int = 4,
    phase: Phase = Phase.PLAY,
    hands: Mapping[int, str] | None = None,
    feet: Mapping[int, str] | None = None,
    aside: str = "",
    stock: str | None = None,
    red_threes: Mapping[int, str] | None = None,
    permission: PermissionState | None = None,
    rules: Rules = CLASSIC,
) -> HandState:
    """Seat 0's turn with `hand`; meld ids count from 1, `melds` first, then `theirs` (side 1).

    `hands` are other seats', `stock` is all of the stock, its next card first; seats that are not
    named share the unused cards, and the stock gets the rest; where the stock is named, those seats
    get it, and where all are named, it is at the bottom of the pile. `feet` are second hands not
    picked up, `aside` are cards set aside.
    """
    sides = rules.sides(seats)
    laid = [(0, text) for text in melds] + [(1, text) for text in theirs]
    made = [
        new_meld(new.cards, number, side, rules, new.as_)
        for number, (side, new) in enumerate([(side, new_cards(text)) for side, text in laid], 1)
    ]
    named = {0: hand, **(hands or {})}
    reds = [(red_threes or {}).get(side, "") for side in range(sides)]
    lying = [(feet or {}).get(seat, "") for seat in range(seats)]
    known = [*named.values(), *lying, aside, pile, stock or "", *reds]
    known += [" ".join(faces(meld.cards)) for meld in made]
    unused = unused_cards(" ".join(known), rules, seats)
    held = {seat: list(cards_of(text)) for seat, text in named.items()}
    others = [seat for seat in range(seats) if seat not in named]
    if stock is not None and not others:
        pile, unused = " ".join([*faces(unused), pile]), []
    share = len(unused) if stock is not None else SHARE * len(others)
    for number, card in enumerate(unused[:share]):
        held.setdefault(others[number % len(others)], []).append(card)
    data: dict[str, Any] = {
        "number": 1,
        "dealer": seats - 1,
        "turn": 0,
        "phase": phase.value,
        "hands": [letters(sorted(held.get(seat, []))) for seat in range(seats)],
        "stock": letters((list(cards_of(stock or "")) + unused[share:])[::-1]),
        "pile": letters(cards_of(pile)),
        "aside": letters(cards_of(aside)),
        "melds": [
            [m.id, m.side, None if m.kind == SEQUENCE else m.rank, letters(m.cards)] for m in made
        ],
        "next_meld": len(made) + 1,
        "red_threes": [letters(cards_of(text)) for text in reds],
        "minimums": [
            None if any(meld.side == side for meld in made) else rules.initial_minimum.at(score, 1)
            for side in range(sides)
        ],
    }
    if feet is not None:
        data["feet"] = [letters(cards_of(text)) for text in lying]
    if permission is not None:
        data["permission"] = permission
    state = hand_in(data, rules, seats, [score] * sides)
    if rules.turn.take_back and state.so_far is not None:
        start = state.copy()
        start.so_far = None
        state.so_far = state.so_far._replace(start=start)
    return state


def on_table(state: HandState) -> dict[int, Meld]:
    """The melds of all sides by id."""
    return {meld.id: meld for meld in state.all_melds()}


def unused_cards(known: str, rules: Rules, seats: int) -> list[int]:
    """The rest of the pack, the red threes last, so that they are at the bottom of the stock."""
    pack = rules.pack_counts(seats)
    left = [a - b for a, b in zip(pack, counts_of(cards_of(known)), strict=True)]
    assert min(left) >= 0, "the pack has no such cards left"
    spread = [card for copy in range(max(left)) for card in expand([n > copy for n in left])]
    return sorted(spread, key=lambda card: card in RED_THREES)


def new_cards(text: str) -> NewMeld:
    """Cards for a meld; ``"8S 9S JK as T"`` says what the wild one of a sequence represents."""
    cards, _, rank = text.partition(" as ")
    return NewMeld(cards_of(cards), RANKS.index(rank) if rank else None)


def meld(*texts: str) -> LayMelds:
    """New melds, all in one action."""
    return LayMelds(tuple(map(new_cards, texts)))


def lay_off(onto: int, text: str) -> LayOff:
    """Cards onto a meld, a wild one of them at a rank as in `new_cards`."""
    return LayOff(onto, *new_cards(text))


def take(text: str, *melds: str, onto: int | None = None) -> TakePile:
    """The pile, with cards from the hand and further new melds to open with."""
    return TakePile(cards_of(text), onto, None, meld(*melds).melds)


def discard(face: str) -> Discard:
    """One card to the pile."""
    return Discard(parse(face))


def after(state: HandState, *actions: Action, seat: int = 0) -> HandState:
    """The state after `actions` of one seat, each of them accepted."""
    for action in actions:
        state = replay(state, decide(state, seat, action))
    return state


def refusal(state: HandState, action: Action, seat: int = 0) -> Rule:
    """The rule by which `action` is refused; it must be, and must not change the state."""
    before = digest(state)
    with pytest.raises(Refusal) as refused:
        decide(state, seat, action)
    assert digest(state) == before
    return refused.value.rule


def verdict(state: HandState, action: Action, seat: int = 0) -> Rule | None:
    """The rule by which `action` is refused; None when it is accepted."""
    try:
        decide(state, seat, action)
    except Refusal as refused:
        return refused.rule
    return None


def digest(state: HandState) -> str:
    """A hash of all that the state says."""
    return sha256(json.dumps(hand_out(state)).encode()).hexdigest()


def plain(state: HandState) -> dict[str, Any]:
    """The hand as JSON with its cards as faces, for judges that share nothing with the engine."""
    return hand_out(state) | {
        "permission": state.permission,
        "out": state.out,
        "hands": [cards_text(expand(hand)) for hand in state.hands],
        "stock": cards_text(state.stock),
        "pile": cards_text(state.pile),
        "melds": [[m.id, m.side, m.kind, cards_text(m.cards)] for m in state.all_melds()],
        "red_threes": [cards_text(own.red_threes) for own in state.by_side],
    }


def held(state: HandState, seat: int = 0) -> str:
    """The hand of `seat` as text."""
    text = cards_text(expand(state.hands[seat]))
    return " ".join(text[at : at + 2] for at in range(0, len(text), 2))


def hand_seen(match: Match, audience: Audience) -> HandAnswer:
    """The running hand as `audience` sees it."""
    hand = match_view(match, audience)["hand"]
    assert hand is not None
    return hand
