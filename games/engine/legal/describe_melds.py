"""What new melds may hold and what own melds may take, as the API shows it."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.cards import IS_WILD, RANKS, SUITS, THREE, copies, faces
from games.engine.legal import option as opt
from games.engine.legal.by_trial.cards import group_kinds, sequences
from games.engine.legal.by_trial.playing import additions
from games.engine.legal.choices import extensions, runs_held, wild_cards
from games.engine.legal.limits import limits_of
from games.engine.melds import GROUP, SEQUENCE, THREES, WILD, Meld
from games.engine.rulesets.choices import Threes
from games.engine.rulesets.ruleset import MOST_CARDS
from games.engine.view import SeatView

Described = dict[str, Any]


def new_meld(view: SeatView, option: opt.Option) -> Described:
    """A new meld: its kind, the cards that it may hold, and how many."""
    if isinstance(option, opt.GroupOption):
        return _new_group(view, option.rank)
    if isinstance(option, opt.SequenceOption):
        return _new_sequence(view, option.suit)
    return _new_wild_meld(view)


def lay_off(view: SeatView, option: opt.LayOffOption) -> Described:
    """Cards onto an own meld."""
    meld = option.onto
    shape = {SEQUENCE: _onto_sequence, WILD: _onto_wild_meld}.get(meld.kind, _onto_group)
    return {"type": "lay_off", "onto": meld.id, **shape(view, meld)}


def room_for_wilds(view: SeatView, rank: int, naturals: int, meld: Meld | None = None) -> int:
    """How many wild cards from the hand fit into a group that will hold `naturals` naturals."""
    limits, there = view.rules.groups[rank], 0
    if meld is not None:
        there = meld.wilds
        if not there and meld.naturals >= limits.pure_at:
            return 0
    return max(0, min(limits.room[naturals] - there, len(wild_cards(view))))


def _new_group(view: SeatView, rank: int) -> Described:
    naturals, wilds = copies(view.hand, group_kinds(view.rules, rank)), wild_cards(view)
    most_wilds = room_for_wilds(view, rank, len(naturals))
    size = len(naturals) + most_wilds
    always = rank == THREE and view.rules.threes.melding is Threes.ALWAYS
    return {
        "type": "meld",
        **({"kind": THREES} if always else {"kind": GROUP, "rank": RANKS[rank]}),
        "cards": faces(naturals + (wilds if most_wilds else [])),
        "min": view.rules.group.min_size,
        "max": min(size, view.rules.groups[rank].max_size or size),
        "max_wilds": most_wilds,
    }


def _new_sequence(view: SeatView, suit: int) -> Described:
    rules = view.rules
    melds: Iterable[Sequence[int]] = (
        sequences(view.hand, suit, limits_of(rules))
        if rules.sequence.max_wilds
        else runs_held(view, suit)
    )
    shape = _sequence_shape(view, melds)
    return {
        "type": "meld",
        "kind": SEQUENCE,
        "suit": SUITS[suit],
        **shape,
        "min": rules.sequence.min_size,
        "max": min(rules.sequence.max_size, shape["max"]),
    }


def _sequence_shape(view: SeatView, choices: Iterable[Sequence[int]]) -> Described:
    """The cards among `choices`, every copy held, and how many there are at most."""
    found = list(choices)
    kinds = sorted({card for cards in found for card in cards}, key=lambda k: (IS_WILD[k], k))
    return {
        "cards": faces(copies(view.hand, kinds)),
        "max": max(map(len, found)),
        "max_wilds": max(sum([IS_WILD[card] for card in cards]) for cards in found),
    }


def _new_wild_meld(view: SeatView) -> Described:
    wilds, sizes = wild_cards(view), view.rules.wild_meld
    most = min(len(wilds), sizes.max_size or MOST_CARDS)
    return {
        "type": "meld",
        "kind": WILD,
        "cards": faces(wilds),
        "min": sizes.min_size,
        "max": most,
        "max_wilds": most,
    }


def _onto_sequence(view: SeatView, meld: Meld) -> Described:
    rules = view.rules
    if meld.wilds < rules.sequence.max_wilds:
        return _sequence_shape(view, [run.cards for run in additions(view, meld)])
    below, above = extensions(view, meld)
    cards = below[::-1] + above
    most = min(len(cards), rules.sequence.max_size - len(meld.cards))
    return {"cards": faces(cards), "max": most, "max_wilds": 0}


def _onto_group(view: SeatView, meld: Meld) -> Described:
    naturals = copies(view.hand, group_kinds(view.rules, meld.rank))
    most_wilds = room_for_wilds(view, meld.rank, meld.naturals + len(naturals), meld)
    most = (view.rules.groups[meld.rank].max_size or MOST_CARDS) - len(meld.cards)
    return {
        "cards": faces(naturals + (wild_cards(view) if most_wilds else [])),
        "max": min(len(naturals) + most_wilds, most),
        "max_wilds": most_wilds,
    }


def _onto_wild_meld(view: SeatView, meld: Meld) -> Described:
    wilds = wild_cards(view)
    most = min(len(wilds), (view.rules.wild_meld.max_size or MOST_CARDS) - len(meld.cards))
    return {"cards": faces(wilds), "max": most, "max_wilds": most}
