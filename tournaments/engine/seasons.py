"""A season of nights: what a night is worth, and the best N of M."""

from bisect import insort
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import NamedTuple

from tournaments.engine.crosstable import Line, crosstable_of
from tournaments.engine.results import ScoringType, half_up
from tournaments.engine.standings import Standing
from tournaments.engine.tournament import TournamentData

FULL = 10_000
"""A night score is in hundredths of a percent."""


class SeasonNight(NamedTuple):
    tournament: str
    scores: Mapping[str, int]
    """Night scores by player."""
    winners: Collection[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    counted_nights: int
    """How many nights count: N."""
    required_nights: int = 0
    """How many nights a player needs to qualify."""


class SeasonResult(NamedTuple):
    rank: int
    player: str
    qualified: bool
    total: int
    counted: tuple[str, ...]
    """The tournaments of the nights that count, in order of time."""


def night_scores(tournament: TournamentData, table: Sequence[Standing]) -> dict[int, int]:
    """Each entry's night score; entries without a counted round have none.

    Victory points: the share of the possible ones in the entry's counted rounds. Otherwise by rank:
    from 100 % for the first down to 0, equal entries at their mean rank.
    """
    lines = crosstable_of(tournament).lines
    rounds = {number: counted_rounds(tournament, line) for number, line in lines.items()}
    if tournament.scoring.type is ScoringType.VICTORY_POINTS:
        return {
            number: half_up(Fraction(5 * lines[number].total, counted))
            for number, counted in rounds.items()
            if counted
        }
    by_rank = _by_rank([standing for standing in table if rounds[standing.entry]])
    return {number: half_up(score) for number, score in by_rank.items()}


def contenders(tournament: TournamentData, table: Sequence[Standing]) -> dict[int, int]:
    """The ranks of those who may win the night: ranked, with at least one table played."""
    lines = crosstable_of(tournament).lines
    return {
        standing.entry: standing.rank
        for standing in table
        if standing.rank is not None and lines[standing.entry].meetings
    }


def winners(contenders: Mapping[int, int], listed: Collection[int]) -> tuple[int, ...]:
    """The entries that won the night: the best of those that are `listed` in the season."""
    ranks = {entry: rank for entry, rank in contenders.items() if entry in listed}
    best = min(ranks.values(), default=None)
    return tuple(entry for entry, rank in ranks.items() if rank == best)


def counted_rounds(tournament: TournamentData, line: Line) -> int:
    """The rounds of which a night score is the share; 0 for an entry that was never drawn.

    For an individual the tables it played. For a pair every published round: a missed round counts
    with its score, so that leaving early never pays. A table that is void, or has no result yet,
    counts for nobody.
    """
    if line.individual or not (line.meetings or line.byes):
        return len(line.meetings)
    published = tournament.published
    open_ = sum(
        any(line.entry in side for side in table.sides) and table.counted is None
        for round_ in published
        for table in round_.tables
    )
    return len(published) - open_


def season_results(season: SeasonRules, nights: Sequence[SeasonNight]) -> tuple[SeasonResult, ...]:
    """All in `nights`, which are in order of time: best first, those of one rank by player.

    Chain: qualified > sum of the best N > the next best night > nights won > the best night > the
    latest night. A night not attended ranks below every score.
    """
    players = sorted({player for night in nights for player in night.scores})
    attended = sorted(_attended(season, nights, player) for player in players)
    results: list[SeasonResult] = []
    for _, level in groupby(attended, key=itemgetter(0)):
        rank = len(results) + 1
        results += [result._replace(rank=rank) for _, result in level]
    return tuple(results)


def season_run(season: SeasonRules, nights: Sequence[SeasonNight], player: str) -> Iterator[int]:
    """The player's total after each night: of the best N until then."""
    best: list[int] = []
    for night in nights:
        if player in night.scores:
            insort(best, night.scores[player])
        yield sum(best[-season.counted_nights :])


def _attended(
    season: SeasonRules, nights: Sequence[SeasonNight], player: str
) -> tuple[tuple[int, ...], SeasonResult]:
    """A player's season before it is ranked; the key puts the best first, equals have one rank."""
    came = [(night.scores[player], at) for at, night in enumerate(nights) if player in night.scores]
    best = sorted(came, key=lambda night: (-night[0], night[1]))
    counted, rest = best[: season.counted_nights], best[season.counted_nights :]
    qualified = len(came) >= season.required_nights
    total = sum(score for score, _ in counted)
    won = sum(player in night.winners for night in nights)
    latest = nights[-1].scores.get(player)
    key = (
        not qualified,
        -total,
        *_below_all(rest[0][0] if rest else None),
        -won,
        *_below_all(best[0][0]),
        *_below_all(latest),
    )
    in_time = sorted(at for _, at in counted)
    names = tuple(nights[at].tournament for at in in_time)
    return key, SeasonResult(0, player, qualified, total, names)


def _below_all(score: int | None) -> tuple[int, int]:
    """Sorts higher scores first and a missing one last."""
    return (1, 0) if score is None else (0, -score)


def _by_rank(table: Sequence[Standing]) -> dict[int, Fraction]:
    """100 · (n - rank) / (n - 1) percent; 100 if n is 1. The unranked are equal, at the end."""

    def place(standing: Standing) -> float:
        return inf if standing.rank is None else standing.rank

    ordered = sorted(table, key=place)
    scores: dict[int, Fraction] = {}
    for _, group in groupby(ordered, key=place):
        level = [standing.entry for standing in group]
        mean = len(scores) + Fraction(len(level) + 1, 2)
        share = (len(ordered) - mean) / (len(ordered) - 1) if len(ordered) > 1 else Fraction(1)
        scores |= dict.fromkeys(level, FULL * share)
    return scores
