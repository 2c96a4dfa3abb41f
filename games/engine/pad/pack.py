"""The limits that a pack and a ruleset set to a sheet: kinds, numbers and worth of canastas.

Every bound is one that no true sheet can exceed. A sheet within them may still be impossible.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.engine.cards import BLACK_THREES, RED_THREES
from games.engine.rulesets import Declaring, Rules
from games.engine.rulesets.choices import MeldsOfAKind, Threes

_ORDER = "456789TJQKA"
"""The ranks of sequences, from low to high."""
_SUITS = 4


class Supply(NamedTuple):
    """Something that canastas use up."""

    what: str
    there: int
    use: Mapping[str, int]
    """By kind of canasta, how much one needs at least."""

    def taken(self, canastas: Mapping[str, int]) -> int:
        """How much these need at least."""
        return sum([self.use.get(kind, 0) * number for kind, number in canastas.items()])


def known_kinds(rules: Rules) -> dict[str, int]:
    """The kinds of canastas that there are, and the least card points of one of each."""
    size, points = rules.canasta.size, rules.points
    wild = min(points["2"], points["JK"])
    ranks = [points[rank] for rank in _ORDER if not (rank == "7" and rules.canasta.sevens)]
    if rules.threes.melding is Threes.GOING_OUT:
        ranks.append(points["3"])

    def group(natural: int, *wilds: int) -> int:
        return min([natural * (size - number) + wild * number for number in wilds])

    worth = {"natural": group(min(ranks), 0)}
    if most := _mixed_wilds(rules):
        worth["mixed"] = group(min(ranks), 1, most)
    if rules.sequence is not None:
        windows = [_points(rules, low) for low in range(len(_ORDER) - size + 1)]
        worth["samba"] = min(map(sum, windows))
        if rules.sequence_limits.max_wilds:
            worth["black_samba"] = min([sum(each) - max(each) + wild for each in windows])
    if rules.wild_meld is not None:
        worth["wild"] = group(wild, 0)
    if rules.canasta.sevens:
        worth["sevens"] = group(points["7"], 0, _seven_wilds(rules))
    if rules.threes.melding is Threes.ALWAYS:
        worth["threes"] = group(points["3"], 0, _most(rules, rules.threes.max_wilds))
    return worth


def _points(rules: Rules, low: int) -> Sequence[int]:
    """Of the cards of a finished sequence, by the index of its lowest rank."""
    return [rules.points[rank] for rank in _ORDER[low : low + rules.canasta.size]]


def _most(rules: Rules, wilds: int) -> int:
    """The most of `wilds` wild cards that fit into the smallest canasta with its naturals."""
    return max(0, min(wilds, rules.canasta.size - rules.group.min_naturals))


def _mixed_wilds(rules: Rules) -> int:
    """The most wild cards that a mixed canasta holds."""
    threes = rules.threes.max_wilds if rules.threes.melding is Threes.GOING_OUT else 0
    return _most(rules, max(rules.group.max_wilds, threes))


def _seven_wilds(rules: Rules) -> int:
    """The most wild cards that a canasta of sevens holds."""
    return _most(rules, rules.group.max_wilds if rules.group.wild_sevens else 0)


def supplies(rules: Rules, seats: int) -> Iterator[Supply]:
    """The cards that the canastas of all sides share."""
    size, decks = rules.canasta.size, rules.pack.decks[seats]
    of_a_rank = _SUITS * decks
    wilds = of_a_rank + rules.pack.jokers[seats]
    yield Supply("wild cards", wilds, {"mixed": 1, "black_samba": 1, "wild": size})
    threes = {Threes.NEVER: 0, Threes.GOING_OUT: 2 * decks, Threes.ALWAYS: of_a_rank}
    naturals = {
        "natural": size,
        "mixed": size - _mixed_wilds(rules),
        "samba": size,
        "black_samba": size - rules.sequence_limits.max_wilds,
        "sevens": size - _seven_wilds(rules),
        "threes": size - _most(rules, rules.threes.max_wilds),
    }
    there = len(_ORDER) * of_a_rank + threes[rules.threes.melding]
    yield Supply("natural cards", there, naturals)
    yield Supply("sevens", of_a_rank, {"sevens": naturals["sevens"]})
    yield Supply("threes", of_a_rank, {"threes": naturals["threes"]})
    ranks = len(_ORDER) - (rules.canasta.sevens is not None)
    pure = ranks * (of_a_rank // size)
    if rules.threes.melding is Threes.GOING_OUT:
        pure += 2 * decks // size
    yield Supply(f"sets of {size} natural cards of a rank", pure, {"natural": 1})
    # Every sequence of this length holds the middle ranks, except where it has wild cards.
    middle = 2 * size - len(_ORDER)
    if middle > rules.sequence_limits.max_wilds:
        names = " or ".join(_ORDER[len(_ORDER) - size : size])
        use = {"samba": middle, "black_samba": middle - rules.sequence_limits.max_wilds}
        yield Supply(f"cards of rank {names}", middle * of_a_rank, use)


def own_supplies(rules: Rules) -> Iterator[Supply]:
    """The cards that the canastas of one side share."""
    one_each = rules.group.per_rank is MeldsOfAKind.ONE
    if one_each:
        ranks = len(_ORDER) - (rules.canasta.sevens is not None)
        ranks += rules.threes.melding is Threes.GOING_OUT
        yield Supply("groups (one of a rank)", ranks, {"natural": 1, "mixed": 1})
        yield Supply("groups of sevens", 1, {"sevens": 1})
    if rules.sequence_limits.size_before_next:
        yield Supply("sequences (one of a suit)", _SUITS, {"samba": 1, "black_samba": 1})
    if rules.wild_meld is not None and rules.wild_meld.per_side is MeldsOfAKind.ONE:
        yield Supply("melds of wild cards", 1, {"wild": 1})


def red_threes(rules: Rules, seats: int) -> int:
    """The number of red threes that are counted separately from other cards."""
    apart = rules.red_threes.declaring is not Declaring.NEVER
    return len(RED_THREES) * rules.pack.decks[seats] * apart


def black_threes(rules: Rules, seats: int) -> int:
    """The number of black threes that are counted separately when left in hand."""
    return len(BLACK_THREES) * rules.pack.decks[seats] * (rules.threes.black_in_hand is not None)


def card_points(rules: Rules, seats: int) -> int:
    """What all cards of the pack are worth, without red threes that are counted separately."""
    apart = RED_THREES if rules.red_threes.declaring is not Declaring.NEVER else ()
    counts = enumerate(rules.pack_counts(seats))
    return sum([rules.card_points[kind] * count for kind, count in counts if kind not in apart])
