"""The groups and melds of wild cards worth most that a hand can form, found exactly."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from games.engine.cards import ACE, THREE, TWO, copies, rank_counts
from games.engine.legal.new_meld import Cards, MeldClass
from games.engine.legal.opening.limits import MeldLimits
from games.engine.legal.opening.tables import Choice

Chosen = tuple[tuple[int, Choice], ...]


class Groups(NamedTuple):
    """How the cards of each rank are grouped."""

    points: int
    """Of the natural cards."""
    spent: int
    """Wild cards that the melds need, those in sequences included."""
    places: int
    """Wild cards that the melds can take, up to the number held."""
    choices: Chosen
    """By rank, the last rank first."""


def held_by_rank(hand: Sequence[int], limits: MeldLimits) -> list[int]:
    """The number of cards for groups of each rank from the threes on."""
    held = list(rank_counts(bytes(hand)))
    held[THREE] = sum([hand[kind] for kind in limits.rules.rank_rules[THREE].natural_kinds])
    return held


def can_group(meld_class: MeldClass, held: Sequence[int], wilds: int, limits: MeldLimits) -> bool:
    """True if the cards held by rank and `wilds` wild cards make a meld of this class of groups."""
    rank = meld_class.rank_or_suit
    table = limits.tables[rank]
    if table is None:
        return False
    if rank == TWO:
        return table.most_wilds[wilds] > 0
    return any(each.naturals and each.min_wilds <= wilds for each in table.choices[held[rank]])


def best_groups(
    held: Sequence[int],
    wilds: int,
    in_sequences: int,
    limits: MeldLimits,
    points: Sequence[int],
    required: MeldClass | None,
) -> Iterator[Groups]:
    """The groups worth most for each number of wild cards spent, and of places for them.

    `held` are the available cards by rank, `wilds` all wild cards, `in_sequences` those of them
    that are in sequences already. A meld of the `required` class is among the groups.
    """
    states: dict[tuple[int, int], tuple[int, Chosen]] = {(in_sequences, in_sequences): (0, ())}
    must = -1 if required is None else required.rank_or_suit
    if required is not None and not can_group(required, held, wilds - in_sequences, limits):
        return
    for rank in (*range(ACE, TWO, -1), TWO):  # the rank worth most first
        table = limits.tables[rank]
        if table is None:
            continue
        number = wilds if rank == TWO else held[rank]
        choices = table.choices[number]
        if rank == must:
            choices = tuple([c for c in choices if c.naturals or (rank == TWO and c.max_wilds)])
        elif len(choices) == 1 and not choices[0].max_wilds and not choices[0].naturals:
            continue
        worth = points[4 * rank] if rank else 0
        new: dict[tuple[int, int], tuple[int, Chosen]] = {}
        for (spent, places), (total, chosen) in states.items():
            for choice in choices:
                naturals, least, most = choice
                now = spent + least
                if now > wilds:
                    continue
                key = (now, min(wilds, places + most))
                reached = total + naturals * worth
                known = new.get(key)
                if known is None or known[0] < reached:
                    new[key] = (reached, ((rank, choice), *chosen))
        states = new
    for (spent, places), (total, chosen) in states.items():
        yield Groups(total, spent, places, chosen)


def lay_groups(
    left: Sequence[int],
    groups: Groups,
    wilds: Iterator[int],
    extra: int,
    limits: MeldLimits,
) -> Iterator[Cards]:
    """The melds; `extra` wild cards are laid in addition to those that they need."""
    for rank, (naturals, least, most) in groups.choices:
        rule, table = limits.groups[rank], limits.tables[rank]
        if rule is None or table is None:
            continue
        number = least + min(extra, most - least)
        extra -= number - least
        if rank == TWO:
            cards, parts = wilds, table.sizes(number, 0)
        else:
            cards, parts = iter(copies(left, rule.natural_kinds)), table.sizes(naturals, number)
        for size, wild in parts:
            yield tuple(sorted((*islice(cards, size), *islice(wilds, wild))))
