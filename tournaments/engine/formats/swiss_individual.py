"""Swiss for individuals: partners and opponents of like score, drawn round by round.

The players are in blocks of four by score. Two matchings draw the round: first partners (fewest
repeats, then within a block, then sums most equal), then tables (pairs of the same block, then
opponents least met, then equal sums). So a block is one table unless a player would have to repeat
a partner for that. A table of six takes six neighbours, where it repeats least. If partners by
score leave no tables that keep the forbidden apart, a search draws the round.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, starmap
from statistics import fmean

from tournaments.engine.crosstable import crosstable_of
from tournaments.engine.draws import Draw, DrawRefused, Entries, Pair, pair, tie_in_order
from tournaments.engine.formats import FormatRules, RoundLimits, perfect_matching
from tournaments.engine.formats.night import (
    Night,
    Shape,
    Sides,
    bye_of,
    check,
    everybody,
    met,
    night_of,
    numbered,
    opponents,
    partners,
    shapes,
    sit_outs,
    table_why,
    tidy,
)
from tournaments.engine.formats.rotating import draw_alone
from tournaments.engine.results import half_up
from tournaments.engine.standings import places
from tournaments.engine.tournament import TournamentData

Ranking = Sequence[tuple[int, int]]
"""(entry, score), best first without ties: everybody present, as the standings have them."""


class SwissIndividual(FormatRules):
    """Partners by the standings."""

    fewest = 4

    def next_round(self, tournament: TournamentData, number: int) -> Draw:
        return draw_round(
            night_of(tournament, number),
            ranking(tournament),
            hundredths=tournament.scoring.type.in_hundredths,
        )

    def rounds_for(self, entries: int) -> RoundLimits:
        return RoundLimits(1, None)


def ranking(tournament: TournamentData) -> list[tuple[int, int]]:
    """Those present, best first, with their score per table in the unit of the scoring.

    A player without a table yet is last, and counts as having the score of the last of the others.
    """
    here = tournament.present
    averages = crosstable_of(tournament).averages
    known = {entry: average for entry in here if (average := averages[entry]) is not None}
    lowest = min(known.values(), default=Fraction())
    order = (entry for entry in places(tournament) if entry in here)
    return [(entry, half_up(known.get(entry, lowest))) for entry in order]


def draw_round(night: Night, ranking: Ranking, *, hundredths: bool = False) -> Draw:
    """The next round; `hundredths`: scores are in hundredths, which reasons write as decimals.

    Raises DrawRefused if the rules of the director leave none.
    """
    check(night)
    order = [entry for entry, _ in ranking]
    assert set(order) == night.present
    out = sit_outs(night, order)
    playing = [entry for entry in order if entry in night.free and entry not in out]
    drawing = _Drawing(night, dict(ranking), *met(night.past))
    try:
        drawn = drawing.tables(playing)
    except DrawRefused:
        return draw_alone(night)
    locked = [tidy(lock.sides) for lock in night.locks]
    tables = [(sides, table_why(night, sides, "set_by_director")) for sides in locked]
    unit = {"hundredths": True} if hundredths else {}
    for sides in drawn:
        ranks = sorted(order.index(entry) + 1 for entry in everybody(sides))
        sums = [drawing.sum(side) for side in sides]
        why = table_why(night, sides, "by_standing", ranks=ranks, sums=sums, **unit)
        tables.append((sides, why))
    byes = sorted({*out, *night.sitting_out})
    return Draw("adaptive", numbered(night, tables), tuple(bye_of(night, e) for e in byes))


@dataclass(frozen=True, slots=True)
class _Drawing:
    night: Night
    scores: dict[int, int]
    together: Counter[Pair]
    against: Counter[Pair]

    def tables(self, playing: Sequence[int]) -> list[Sides]:
        """The tables of `playing`, who are in order of score; best first."""
        made: list[Sides] = []
        six = self.night.six
        if six is not None and six in shapes(len(playing), six):
            made = [self._six(playing, six)]
        seated = set(chain(*map(everybody, made)))
        made += self._fours([entry for entry in playing if entry not in seated])
        rank = {entry: place for place, entry in enumerate(playing)}
        return sorted(made, key=lambda sides: fmean(rank[e] for e in everybody(sides)))

    def _fours(self, playing: Sequence[int]) -> list[Sides]:
        block = {entry: place // 4 for place, entry in enumerate(playing)}
        total: Counter[int] = Counter()
        for entry in playing:
            total[block[entry]] += self.scores[entry]
        costs: dict[Pair, tuple[int, ...]] = {}
        for a, b in starmap(pair, combinations(playing, 2)):
            if (a, b) not in self.night.never_partners:
                uneven = 4 * self.sum((a, b)) - total[block[a]] - total[block[b]]
                gap = (block[a] - block[b]) ** 2
                costs[a, b] = self.together[a, b], gap, abs(uneven), self.tie((a, b))
        pairs = perfect_matching(playing, costs)
        if pairs is None:
            raise DrawRefused("no_draw_possible", "too many pairs may not be partners")
        return self._against(pairs, block)

    def _against(self, pairs: Sequence[Pair], block: dict[int, int]) -> list[Sides]:
        costs: dict[Pair, tuple[int, ...]] = {}
        for i, j in combinations(range(len(pairs)), 2):
            one, other = pairs[i], pairs[j]
            foes = list(starmap(pair, opponents((one, other))))
            if not self.night.never_opponents.intersection(foes):
                gap = sum(block[entry] for entry in one) - sum(block[entry] for entry in other)
                again = sum(self.against[two] for two in foes)
                uneven = abs(self.sum(one) - self.sum(other))
                costs[i, j] = gap**2, again, uneven, self.tie((*one, *other))
        tables = perfect_matching(range(len(pairs)), costs)
        if tables is None:
            raise DrawRefused("no_draw_possible", "too many pairs may not be opponents")
        return [tidy((pairs[i], pairs[j])) for i, j in tables]

    def _six(self, playing: Sequence[int], six: Shape) -> Sides:
        """The best table of six neighbours: fewest repeats, least often there, lowest in score."""
        large = Counter(
            entry
            for seating in self.night.past
            for sides in seating.tables
            if len(everybody(sides)) > 4
            for entry in everybody(sides)
        )
        options: list[tuple[tuple[int, ...], Sides]] = []
        for start in range(0, len(playing) - 5, 4):
            near = tuple(playing[start : start + 6])
            before = sum(large[entry] for entry in near)
            for sides in filter(self._allowed, splits(near, six[0])):
                options.append((self._six_cost(sides, before, -start), sides))
        if not options:
            raise DrawRefused("no_draw_possible", "no six neighbours may share a table")
        return tidy(min(options)[-1])

    def _six_cost(self, sides: Sides, large: int, lowest: int) -> tuple[int, ...]:
        again = sum(self.together[pair(*two)] for two in partners(sides))
        met_before = sum(self.against[pair(*two)] for two in opponents(sides))
        sums = [self.sum(side) for side in sides]
        tie = self.tie(everybody(sides))
        return again, large, lowest, max(sums) - min(sums), met_before, tie

    def _allowed(self, sides: Sides) -> bool:
        return not (
            self.night.never_partners.intersection(starmap(pair, partners(sides)))
            or self.night.never_opponents.intersection(starmap(pair, opponents(sides)))
        )

    def sum(self, side: Entries) -> int:
        return sum(self.scores[entry] for entry in side)

    def tie(self, entries: Entries) -> int:
        return tie_in_order(self.night.lots, self.night.round, entries)


def splits(players: Entries, size: int) -> Iterator[Sides]:
    """Every way to make sides of `size` out of `players`, once."""
    if not players:
        yield ()
        return
    first, rest = players[0], players[1:]
    for mates in combinations(rest, size - 1):
        left = tuple(player for player in rest if player not in mates)
        for others in splits(left, size):
            yield ((first, *mates), *others)
