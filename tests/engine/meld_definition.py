"""What melds are, slowly: every way in which cards could be on the table as one meld.

Only the numbering of cards and the sections of a ruleset are shared with the engine; nothing that
it works out from them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.cards import BLACK_THREES, IS_WILD, RANK_OF, SUIT_OF
from games.engine.rulesets import Rules
from games.engine.rulesets.choices import Threes

Cards = tuple[int, ...]
TWO, THREE, FOUR, SEVEN, ACE = 0, 1, 2, 5, 12
LEAST = 3
"""Cards with which a meld begins."""


class Shape(NamedTuple):
    """A meld as it could be on the table."""

    kind: str
    wild_as: int | None
    """The rank of the wild card of a sequence."""
    cards: Cards
    """In order: sorted, a sequence from low to high."""


def shapes(cards: Cards, rules: Rules) -> set[Shape]:
    """All melds that the cards could be; empty where they are no meld."""
    found = set(_sequences(cards, rules))
    kind = _wild_or_group(cards, rules)
    return found if kind is None else found | {Shape(kind, None, tuple(sorted(cards)))}


def _wild_or_group(cards: Cards, rules: Rules) -> str | None:
    naturals = [card for card in cards if not IS_WILD[card]]
    wilds, ranks = len(cards) - len(naturals), {RANK_OF[card] for card in naturals}
    if not naturals:
        own = rules.wild_meld
        fits = own is not None and len(cards) >= LEAST and within(len(cards), own.max_size)
        return "wild" if fits else None
    if len(ranks) > 1 or len(cards) < LEAST:
        return None
    (rank,) = ranks
    most_wilds, most = rules.group.max_wilds, rules.group.max_size
    if rank == SEVEN and not rules.group.wild_sevens:
        most_wilds = 0
    if rank == THREE:
        most_wilds, most = rules.threes.max_wilds, rules.threes.max_size
        red = any(card not in BLACK_THREES for card in naturals)
        if rules.threes.melding is Threes.NEVER:
            return None
        if rules.threes.melding is Threes.GOING_OUT and red:
            return None
    if wilds > most_wilds or not within(len(cards), most) or not _ratio(naturals, wilds, rules):
        return None
    return "threes" if rank == THREE and rules.threes.melding is Threes.ALWAYS else "group"


def within(size: int, most: int | None) -> bool:
    """True if a size is allowed; None means no limit."""
    return most is None or size <= most


def _ratio(naturals: list[int], wilds: int, rules: Rules) -> bool:
    own = rules.group
    if len(naturals) < own.min_naturals:
        return False
    return wilds == 0 or len(naturals) >= wilds * own.naturals_per_wild + own.extra_naturals


def _sequences(cards: Cards, rules: Rules) -> Iterator[Shape]:
    """Every window of ranks that the cards fill, a wild card at whatever rank is left."""
    own = rules.sequence
    naturals = [card for card in cards if not IS_WILD[card]]
    wilds = [card for card in cards if IS_WILD[card]]
    if own is None or len(naturals) < 2 or not LEAST <= len(cards) <= rules.canasta.size:
        return
    if len(wilds) > own.max_wilds or (wilds and len(naturals) < own.min_naturals):
        return
    if len({SUIT_OF[card] for card in naturals}) > 1:
        return
    by_rank = {RANK_OF[card]: card for card in naturals}
    for low in range(FOUR, ACE + 2 - len(cards)):
        window = range(low, low + len(cards))
        missing = [rank for rank in window if rank not in by_rank]
        if len(missing) == len(wilds) and len(by_rank) == len(naturals) == len(cards) - len(wilds):
            full = by_rank | dict(zip(missing, wilds, strict=True))
            if set(full) == set(window):
                wild_as = missing[0] if missing else None
                yield Shape("sequence", wild_as, tuple(full[rank] for rank in window))


def grown(old: Shape, cards: Cards, rules: Rules) -> set[Shape]:
    """All melds that it could be with `cards` added; its own wild card stays where it is."""
    together = shapes(old.cards + cards, rules)
    same = {shape for shape in together if shape.kind == old.kind}
    if old.kind == "sequence":
        return {new for new in same if old.wild_as in (None, new.wild_as)}
    natural = not any(IS_WILD[card] for card in old.cards)
    spoiled = natural and any(IS_WILD[card] for card in cards)
    if spoiled and len(old.cards) >= rules.canasta.size and not rules.group.wild_on_natural_canasta:
        return set()
    return same


def told(possible: set[Shape], as_: int | None) -> Shape | None:
    """The one of these shapes that an action means by `as_`; None when it is to be refused."""
    meant = [shape for shape in possible if as_ in (None, shape.wild_as)]
    return meant[0] if len(meant) == 1 else None
