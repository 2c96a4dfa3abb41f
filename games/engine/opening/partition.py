"""Exact search for a set of new melds worth a number of points.

The search goes from aces down to fours. At each rank it decides, suit by suit, how many cards
continue or begin sequences; what is left of the rank forms groups in one of a few ways that a
table lists. Between two ranks only the lengths of the open sequences and the wild cards spent
matter, so a position that was reached with as many points before is not searched again, and one
whose upper bound misses the target is dropped.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from games.engine.cards import ACE, FOUR, JOKER_RANK, THREE, copies, rank_counts
from games.engine.opening.holding import SUIT_KINDS, sequence_cards, wilds_of
from games.engine.opening.layout import (
    RUN_RANKS,
    Meld,
    Move,
    Open,
    Step,
    cuts_freely,
    lay_groups,
    lay_sequences,
)
from games.engine.opening.limits import MeldLimits
from games.engine.opening.moves import moves_of
from games.engine.opening.tables import (
    Claims,
    GroupLimits,
    GroupTable,
    Option,
    group_table,
    wild_options,
)

Run = tuple[int, ...]
"""Of one suit, how many cards of each rank from aces down to fours, and none of those below."""


class Demand(NamedTuple):
    """What the melds must hold beside their points."""

    groups: Mapping[int, Claims] = MappingProxyType({})
    """By rank, the groups that must be there; by `JOKER_RANK` the melds of wild cards alone."""
    suit: int = -1
    """A suit in which there must be a sequence; -1 for none."""
    upcard: int = -1
    """A card, not in the hand, that goes into the first group claimed of its rank; -1 for none."""


class Rank(NamedTuple):
    """One rank of a hand, ready for the search."""

    rank: int
    held: int
    """Naturals, the upcard included."""
    points: int
    limits: GroupLimits
    claims: Claims
    table: GroupTable
    ahead: tuple[tuple[int, ...], ...]
    """By suit searched: cards here and at the ranks just below that a sequence begun here needs."""


class Gain(NamedTuple):
    """What the ranks decided so far bring."""

    points: int
    """Of naturals."""
    spent: int
    """Wild cards that the groups need."""
    room: int
    """Wild cards that the groups can take, up to the number held."""


class Choice(NamedTuple):
    """What can be decided at one rank, and what it leads to."""

    gain: Gain
    moves: tuple[Move, ...]
    option: Option
    steps: tuple[Step, ...] = ()
    """In place of `moves` where sequences may hold wild cards or there is one of a suit."""


class Search:
    """One hand, searched for melds that meet a demand and are worth `need` points."""

    def __init__(
        self, counts: Sequence[int], limits: MeldLimits, need: int, demand: Demand
    ) -> None:
        self._runnable = sequence_cards(counts, limits)
        self._counts, self._limits, self._need, self._demand = counts, limits, need, demand
        self._suits = [s for s in range(4) if self._runnable & SUIT_KINDS[s]]
        self._wilds = wilds_of(counts, limits)
        self._worth = [0]
        for kind in self._wilds:
            self._worth.append(self._worth[-1] + limits.points[kind])
        held, nothing = rank_counts(bytes(counts)), (0,) * limits.sequence_min
        runs = [(*counts[48 + s : 4 * FOUR - 1 : -4], *nothing) for s in self._suits]
        self._ranks = [self._rank(rank, held[rank], runs) for rank in RUN_RANKS]
        if kinds := limits.naturals[THREE]:
            threes = sum([counts[kind] for kind in kinds])
            self._ranks.append(self._rank(THREE, threes, [nothing] * len(runs)))
        claims = demand.groups.get(JOKER_RANK, ())
        self._wild_options = wild_options(limits.wild_melds, claims, len(self._wilds))
        self._rests = self._bound_rests()
        self._seen: dict[tuple[int, tuple[Open, ...], int, int], int] = {}
        self._chosen: list[Choice] = []
        self._extra = 0

    def _rank(self, rank: int, held: int, runs: list[Run]) -> Rank:
        """The rank, given the cards of each suit from aces down; threes are in no run."""
        demand, shortest = self._demand, self._limits.sequence_min
        held += demand.upcard >> 2 == rank
        claims = demand.groups.get(rank, ())
        limits, table = self._limits.groups[rank], self._limits.tables[rank]
        if claims:
            table = group_table(limits, claims)
        first = 0 if rank == THREE else ACE - rank
        ahead = tuple([run[first : first + shortest] for run in runs])
        return Rank(rank, held, self._limits.points[4 * rank], limits, claims, table, ahead)

    def _bound_rests(self) -> list[tuple[int, int, int]]:
        """By number of ranks decided, bounds on what the others bring.

        Points of naturals when no wild is left, points of naturals otherwise, room for wilds.
        """
        rests, with_wilds = [(0, 0, 0)], self._limits.sequence_wilds
        for r in reversed(self._ranks):
            plain, helped = r.table.cover[0][r.held], r.table.cover[1][r.held]
            dry, wet, room = rests[-1]
            if (plain < r.held or with_wilds) and self._runnable >> 4 * r.rank & 15:
                kinds = self._limits.naturals[r.rank]
                runs = sum([self._counts[kind] for kind in kinds if self._runnable >> kind & 1])
                plain, helped = min(r.held, plain + runs), min(r.held, helped + runs)
                room += runs * with_wilds
            room += r.table.room[r.held]
            rests.append((dry + r.points * plain, wet + r.points * helped, room))
        rests.reverse()
        return rests

    def run(self) -> list[Meld] | None:
        """The melds, that of the upcard first, or None if there are none."""
        if not self._can_meet_demand():
            return None
        start = tuple([self._start(int(suit == self._demand.suit)) for suit in self._suits])
        for option in self._wild_options:
            if self._descend(0, start, Gain(0, option.min_wilds, option.max_wilds)):
                return self._lay(option)
        return None

    def _start(self, must: int) -> Open:
        """Nothing is open in a suit, and a sequence `must` still begin."""
        shortest, longest = self._limits.sequence_min, self._limits.sequence_max
        return (must, *[0] * (shortest if cuts_freely(shortest, longest) else longest))

    def _can_meet_demand(self) -> bool:
        """True if a glance at the hand does not rule it out."""
        suit, claimed = self._demand.suit, [rank for rank in self._ranks if rank.claims]
        if suit >= 0 and not self._runnable & SUIT_KINDS[suit]:
            return False
        never = len(self._wilds) + 1
        wilds = [
            min([option.min_wilds for option in rank.table.options[rank.held]], default=never)
            for rank in claimed
        ]
        asked = self._demand.groups.keys() - {JOKER_RANK}
        return len(claimed) == len(asked) and sum(wilds) < never

    def _descend(self, depth: int, opens: tuple[Open, ...], gain: Gain) -> bool:
        """Decide the ranks from `depth` on."""
        held = len(self._wilds)
        dry, wet, room = self._rests[depth]
        naturals = gain.points + (wet if gain.spent < held else dry)
        if naturals + self._worth[min(held, gain.room + room)] < self._need:
            return False
        if depth == len(self._ranks):
            return not any(state[0] for state in opens)
        key = (depth, opens, gain.spent, gain.room)
        if self._seen.get(key, -1) >= gain.points:
            return False
        self._seen[key] = gain.points
        for choice in self._choices(self._ranks[depth], opens, gain):
            self._chosen.append(choice)
            after = tuple([state for _, state in choice.moves])
            if self._descend(depth + 1, after, choice.gain):
                return True
            self._chosen.pop()
        return False

    def _choices(self, rank: Rank, opens: tuple[Open, ...], gain: Gain) -> list[Choice]:
        """What can be decided at `rank`, the most promising first."""
        points, spent, room = gain
        held, longest = len(self._wilds), self._limits.sequence_max
        wasted = not rank.table.cover[1][rank.held]
        moves = [
            moves_of(state, ahead, longest, wasted=wasted)
            for state, ahead in zip(opens, rank.ahead, strict=True)
        ]
        found: list[Choice] = []
        for chosen in product(*moves):
            used = sum([cards for cards, _ in chosen])
            for option in rank.table.options[rank.held - used]:
                naturals, least, most = option
                if spent + least <= held:
                    worth = points + rank.points * (used + naturals)
                    after = Gain(worth, spent + least, min(held, room + most))
                    found.append(Choice(after, chosen, option))
        if len(found) > 1:
            found.sort(key=promise, reverse=True)
        return found

    def _lay(self, wild_option: Option) -> list[Meld]:
        """The melds of the choices made, with no more wild cards than it takes."""
        gain = self._chosen[-1].gain
        used = gain.room
        while used > gain.spent and gain.points + self._worth[used - 1] >= self._need:
            used -= 1
        wilds, self._extra = iter(self._wilds), used - gain.spent
        melds = list(self._sequences(wilds))
        left = list(self._counts)
        for meld in melds:
            for card in meld:
                left[card] -= 1
        groups = [*self._groups(left, wilds), *self._wild_melds(wilds, wild_option)]
        for index, meld in enumerate(groups):
            if self._demand.upcard in meld:
                return [groups.pop(index), *melds, *groups]
        return melds + groups

    def _sequences(self, _wilds: Iterator[int]) -> Iterator[Meld]:
        limits = self._limits
        for index, suit in enumerate(self._suits):
            moves = [choice.moves[index] for choice in self._chosen[: len(RUN_RANKS)]]
            yield from lay_sequences(suit, moves, limits.sequence_min, limits.sequence_max)

    def _groups(self, left: Sequence[int], wilds: Iterator[int]) -> Iterator[Meld]:
        for rank, choice in zip(self._ranks, self._chosen, strict=True):
            naturals, least, most = choice.option
            if not naturals:
                continue
            wild = self._filled(least, most)
            cards = copies(left, self._limits.naturals[rank.rank])
            if self._demand.upcard >> 2 == rank.rank:
                cards.insert(0, self._demand.upcard)
            yield from lay_groups(cards, wilds, (naturals, wild), rank.limits, rank.claims)

    def _wild_melds(self, wilds: Iterator[int], option: Option) -> Iterator[Meld]:
        if limits := self._limits.wild_melds:
            claims = self._demand.groups.get(JOKER_RANK, ())
            number = self._filled(option.min_wilds, option.max_wilds)
            yield from lay_groups(list(wilds), wilds, (number, 0), limits.as_groups, claims)

    def _filled(self, least: int, most: int) -> int:
        """How many wild cards go where `least` to `most` may: as many as can be spared."""
        wild = least + min(self._extra, most - least)
        self._extra -= wild - least
        return wild


def promise(choice: Choice) -> tuple[int, int]:
    """What is tried first: points, and then room for wild cards."""
    return choice.gain.points, choice.gain.room
