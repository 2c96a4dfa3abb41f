"""What new melds may hold and be worth, and what own melds may take, as the API shows it."""

from collections.abc import Iterable
from typing import Any

from games.engine.cards import IS_WILD, RANKS, SUITS, TWO, WILDS, copies, faces
from games.engine.legal.candidates import additions, filled, group_kinds
from games.engine.legal.opening.limits import limits_beside, limits_of
from games.engine.legal.opening.requirement import Cards, MeldClass
from games.engine.legal.opening.sequences import sequences
from games.engine.meld_kinds import GROUP, MELD_SIZE, SEQUENCE, WILD
from games.engine.table.meld import Meld, value
from games.engine.view import SeatView

Described = dict[str, Any]


def new_meld(view: SeatView, meld_class: MeldClass, *, missing: int | None = None) -> Described:
    """A new meld: its kind, the cards that it may hold, and how many.

    If the side needs `missing` points for its first melds, also the most points that this meld can
    be worth, and how many are missing after it.
    """
    described = {"type": "meld", **_SHAPES[meld_class.kind](view, meld_class.rank_or_suit)}
    if missing is None:
        return described
    points = most_points(view, meld_class)
    return {**described, "points": points, "needs": max(0, missing - points)}


def lay_off(view: SeatView, meld: Meld) -> Described:
    """The held cards that an own meld may take, and how many."""
    if meld.kind == SEQUENCE:
        return _shape(view, [lay_off.cards for lay_off in additions(view, meld)])
    return _grouped(view, meld.rank, meld)


def _grouped(view: SeatView, rank: int, meld: Meld | None = None) -> Described:
    """The held cards that a new group, or an own one, may take; of the twos' rank wild cards."""
    there = (0, 0) if meld is None else (meld.naturals, len(meld.cards))
    most = view.rules.groups[rank].max_size - there[1]
    if rank == TWO:
        naturals, most_wilds = [], min(len(wild_cards(view)), most)
    else:
        naturals = copies(view.hand, group_kinds(view.rules, rank))
        most_wilds = room_for_wilds(view, rank, there[0] + len(naturals), meld)
    return {
        "cards": faces(naturals + (wild_cards(view) if most_wilds else [])),
        "max": min(len(naturals) + most_wilds, most),
        "max_wilds": most_wilds,
    }


def wild_cards(view: SeatView) -> list[int]:
    """The wild cards in the own hand, twos first."""
    return copies(view.hand, WILDS)


def room_for_wilds(view: SeatView, rank: int, naturals: int, meld: Meld | None = None) -> int:
    """How many wild cards from the hand fit into a group that will hold `naturals` naturals."""
    rule, there = view.rules.groups[rank], 0
    if meld is not None:
        there = meld.wilds
        if not there and meld.naturals >= rule.closed_to_wilds_at:
            return 0
    return max(0, min(rule.most_wilds[naturals] - there, len(wild_cards(view))))


def most_points(view: SeatView, meld_class: MeldClass) -> int:
    """The points of the dearest meld of a class that the hand can form."""
    return max([value(meld, view.rules) for meld in _dearest(view, meld_class)], default=0)


def _dearest(view: SeatView, meld_class: MeldClass) -> Iterable[Cards]:
    """Melds of a class, the dearest among them."""
    kind, number = meld_class
    wilds = copies(view.hand, limits_of(view.rules).wilds)
    if kind == SEQUENCE:
        for cards in _sequences(view, number):
            yield tuple([wilds[0] if card < 0 else card for card in cards])
        return
    rule = view.rules.groups[number]
    if kind == WILD:
        yield tuple(wilds[: rule.max_size])
        return
    naturals = copies(view.hand, group_kinds(view.rules, number))
    for size in range(1, len(naturals) + 1):
        for wild in range(min(len(wilds), rule.max_wilds) + 1):
            if rule.allows(size, wild):
                yield (*naturals[:size], *wilds[:wild])


def _group(view: SeatView, rank: int) -> Described:
    kind = view.rules.groups[rank].kind
    named = {"kind": kind, "rank": RANKS[rank]} if kind == GROUP else {"kind": kind}
    return {**named, "min": MELD_SIZE, **_grouped(view, rank)}


def _sequence(view: SeatView, suit: int) -> Described:
    found = [cards for each in _sequences(view, suit) for cards in filled(each, view.hand)]
    return {"kind": SEQUENCE, "suit": SUITS[suit], "min": MELD_SIZE, **_shape(view, found)}


def _sequences(view: SeatView, suit: int) -> list[Cards]:
    """The sequences of a suit that the hand can form."""
    limits = limits_beside(view.by_side[view.side], view.rules)
    return [*sequences(view.hand, limits, bool(wild_cards(view)), (suit,))]


def _wild_meld(view: SeatView, _number: int) -> Described:
    return {"kind": WILD, "min": MELD_SIZE, **_grouped(view, TWO)}


def _shape(view: SeatView, choices: Iterable[Cards]) -> Described:
    """The cards among `choices`, every copy held, and how many there are at most."""
    found = list(choices)
    kinds = sorted({card for cards in found for card in cards}, key=lambda k: (IS_WILD[k], k))
    return {
        "cards": faces(copies(view.hand, kinds)),
        "max": max(map(len, found)),
        "max_wilds": max(sum([IS_WILD[card] for card in cards]) for cards in found),
    }


_SHAPES = {GROUP: _group, SEQUENCE: _sequence, WILD: _wild_meld}
