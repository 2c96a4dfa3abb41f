"""Ended hands to be counted, under every ruleset that ships or is to come.

A position is laid out card by card and judged by nobody: it may hold melds that the engine does
not let anybody make.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine.cards import IS_WILD, RANK_OF, SUIT_OF, THREE, cards_of, counts_of
from games.engine.events import HandEnded
from games.engine.meld_kinds import GROUP, SEQUENCE, THREES, WILD
from games.engine.phase import HandEnd
from games.engine.rulesets import Rules, load, slugs
from games.engine.rulesets.choices import Threes
from games.engine.scoring.sheet import score
from games.engine.table.changes import evolve
from games.engine.table.hand import HandState
from games.engine.table.meld import Meld
from games.engine.table.side import SideState, with_melds

PRESETS = {slug: load(slug) for slug in slugs()}
CLASSIC = PRESETS["classic"]


def changed(rules: Rules, **sections: dict[str, Any]) -> Rules:
    """`rules` with other values in some sections."""
    return replace(
        rules, **{name: replace(getattr(rules, name), **new) for name, new in sections.items()}
    )


def laid(meld_id: int, side: int, text: str, rules: Rules) -> Meld:
    """The meld that the cards look like; a sequence is written from low to high."""
    cards = tuple(sorted(cards_of(text)))
    naturals = [card for card in cards if not IS_WILD[card]]
    ranks, wilds = [RANK_OF[card] for card in naturals], len(cards) - len(naturals)
    if not naturals:
        return Meld(meld_id, side, WILD, 0, -1, cards, 0, wilds, 0)
    if len(set(ranks)) > 1:
        suit = SUIT_OF[naturals[0]]
        return Meld(meld_id, side, SEQUENCE, ranks[0], suit, cards, len(ranks), wilds, 0)
    threes = ranks[0] == THREE and rules.threes.melding is Threes.ALWAYS
    kind = THREES if threes else GROUP
    return Meld(meld_id, side, kind, ranks[0], -1, cards, len(ranks), wilds, 0)


def counted_hand(
    rules: Rules,
    *melds: str,
    red_threes: str = "",
    hands: Mapping[int, str] | None = None,
    feet: Mapping[int, str] | None = None,
    seats: int = 4,
    out: int | None = None,
) -> HandState:
    """An ended hand: side 0 with `melds`, whose ids count from 1, the others without.

    `hands` and `feet` are what seats are left with, `out` is the seat that went out.
    """
    sides = rules.sides(seats)
    state = HandState(rules, seats, [0] * sides)
    for seat, text in (hands or {}).items():
        state.hands[seat] = counts_of(cards_of(text))
    if feet is not None:
        state.feet = tuple(
            [bytes(counts_of(cards_of(feet.get(seat, "")))) for seat in range(seats)]
        )
    state.sizes = [sum(hand) for hand in state.hands]
    table = tuple(laid(number, 0, text, rules) for number, text in enumerate(melds, 1))
    own = SideState(None, cards_of(red_threes))
    state.by_side[0] = with_melds(own, table, rules)
    end = HandEnd.STOCK_EXHAUSTED if out is None else HandEnd.WENT_OUT
    return evolve(state, HandEnded(end, out))


def sheet(state: HandState, side: int = 0) -> dict[str, int]:
    """Points by line, and their sum under ``"total"``."""
    entry = score(state)[side]
    return {line.code: line.points for line in entry.lines} | {"total": entry.total}


def group(rank: str, naturals: int, wilds: str = "") -> str:
    """A number of cards of a rank, and wild cards: ``group("5", 5, "2C JK")``."""
    suits: Sequence[str] = "CDHS" if rank != "3" else "CS"
    cards = [rank + suits[number % len(suits)] for number in range(naturals)]
    return " ".join([*cards, wilds]).strip()
