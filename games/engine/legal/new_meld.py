"""New melds, before they are on the table: their cards, and what they are."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from games.engine.cards import IS_WILD, JOKER_RANK, RANK_OF, SUIT_OF, THREE
from games.engine.meld_kinds import GROUP, SEQUENCE, WILD
from games.engine.rulesets import Rules
from games.engine.table.meld import canasta_kind as canasta_kind_of
from games.engine.table.meld import wilds_in

Cards = tuple[int, ...]
"""The kinds of a new meld's cards, sorted; of a sequence from low to high, with a wild card in its
place.
"""
Melds = tuple[Cards, ...]


class MeldClass(NamedTuple):
    """A class of melds: groups of one rank, sequences in one suit, or melds of only wild cards."""

    kind: str
    rank_or_suit: int = 0
    """The rank of a group, the suit of a sequence."""


WILD_MELDS: Final = MeldClass(WILD)
OF_RANK: Final = (WILD_MELDS, *[MeldClass(GROUP, rank) for rank in range(THREE, JOKER_RANK)])
"""The class of the groups of each rank; at the rank of the twos, that of melds of only wild
cards.
"""
OF_SUIT: Final = tuple([MeldClass(SEQUENCE, suit) for suit in range(4)])


def class_of(meld: Sequence[int]) -> MeldClass:
    """The class of a new meld."""
    naturals = [card for card in meld if not IS_WILD[card]]
    if not naturals:
        return WILD_MELDS
    low, high = naturals[0], naturals[-1]
    return OF_RANK[RANK_OF[low]] if RANK_OF[low] == RANK_OF[high] else OF_SUIT[SUIT_OF[low]]


def wild_as(meld: Sequence[int]) -> int | None:
    """The rank that the wild card represents in a sequence, which runs from low to high."""
    places = [place for place, card in enumerate(meld) if IS_WILD[card]]
    if not places or class_of(meld).kind != SEQUENCE:
        return None
    return RANK_OF[meld[1]] - 1 if places[0] == 0 else RANK_OF[meld[places[0] - 1]] + 1


def worth(melds: Iterable[Cards], points: Sequence[int]) -> int:
    """What melds are worth, by the points of each kind."""
    return sum([points[card] for meld in melds for card in meld])


def canasta_kind(meld: Sequence[int], rules: Rules) -> str | None:
    """The kind of canasta or samba that a new meld is, if it is one."""
    (kind, number), wilds = class_of(meld), wilds_in(meld)
    if kind == GROUP:
        kind = rules.rank_rules[number].meld_kind  # threes may have a kind of their own
    return canasta_kind_of(kind, number, len(meld), wilds, rules)
