"""Laws of standings over tournaments drawn at random."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import floor
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.depth import cases
from tests.tournaments.engine import slow_standings
from tests.tournaments.engine.events import played, tournaments
from tournaments.engine.crosstable import crosstable_of
from tournaments.engine.results import End
from tournaments.engine.standings import METRICS, standings
from tournaments.engine.tournament import TournamentData, as_of

chains = st.lists(st.sampled_from(sorted(METRICS)), min_size=1, max_size=8, unique=True)


@settings(max_examples=cases(75, 2000))
@given(tournaments(), chains)
def test_a_slow_second_computation_agrees(tournament: TournamentData, chain: list[str]) -> None:
    expected = slow_standings.standings(tournament, chain)
    table = standings(tournament, chain)
    assert [(one.rank, one.entry) for one in table] == [row[:2] for row in expected]
    for one, (_, _, exact) in zip(table, expected, strict=True):
        for (name, shown), value in zip(one.metrics, exact, strict=True):
            average = name in ("average", "average_but_worst", "opponents_less_partners")
            unit = 100 if average and tournament.scoring.type != "vp" else 1
            assert shown == (None if value is None else floor(value * unit + Fraction(1, 2)))


@given(tournaments(), chains, st.randoms(use_true_random=False))
def test_the_order_in_which_things_were_entered_changes_nothing(
    tournament: TournamentData, chain: list[str], random: Random
) -> None:
    def shuffled(things: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(random.sample(things, len(things)))

    other = replace(
        tournament,
        entries=shuffled(tournament.entries),
        adjustments=shuffled(tournament.adjustments),
        rounds=shuffled(
            tuple(
                round_._replace(
                    byes=shuffled(round_.byes),
                    tables=shuffled(
                        tuple(
                            table._replace(results=shuffled(table.results))
                            for table in round_.tables
                        )
                    ),
                )
                for round_ in tournament.rounds
            )
        ),
    )
    assert standings(other, chain) == standings(tournament, chain)


@given(tournaments(), chains, st.integers(-9000, 9000), st.randoms(use_true_random=False))
def test_correcting_back_restores_the_standings_to_the_bit(
    tournament: TournamentData, chain: list[str], points: int, random: Random
) -> None:
    def corrected_twice(tournament: TournamentData) -> TournamentData:
        return replace(
            tournament,
            rounds=tuple(
                round_._replace(
                    tables=tuple(
                        table._replace(
                            results=(
                                *table.results,
                                played((points, *[0] * (len(table.sides) - 1)), version=90),
                                max(table.results)._replace(version=91),
                            )
                        )
                        if table.results and random.random() < 0.5
                        else table
                        for table in round_.tables
                    )
                )
                for round_ in tournament.rounds
            ),
        )

    twice = corrected_twice(tournament)
    assert repr(standings(twice, chain)) == repr(standings(tournament, chain))
    assert repr(standings(as_of(twice, 89), chain)) == repr(standings(as_of(tournament, 89), chain))


@given(tournaments(), chains)
def test_the_chain_is_a_weak_order(tournament: TournamentData, chain: list[str]) -> None:
    """Of two entries one is ahead, or they share a rank; being ahead is transitive."""
    tournament = replace(tournament, minimum_rounds=0)
    values = {row[1]: row[2] for row in slow_standings.standings(tournament, chain)}
    rank = {one.entry: one.rank or 0 for one in standings(tournament, chain)}
    for one, other in product(values, values):
        ahead = slow_standings.beats(chain, values[one], values[other])
        assert ahead == (rank[one] < rank[other])
    for a, b, c in permutations(sorted(values)[:5], 3):
        if rank[a] < rank[b] < rank[c]:
            assert slow_standings.beats(chain, values[a], values[c])


@given(tournaments())
def test_ranks_count_those_ahead(tournament: TournamentData) -> None:
    table = standings(replace(tournament, minimum_rounds=0), ("score",))
    for one in table:
        assert one.rank == 1 + sum(other.metrics > one.metrics for other in table)


@given(tournaments())
def test_what_two_sides_score_by_play_makes_a_whole_table(tournament: TournamentData) -> None:
    """Of victory points and of wins: nothing is lost or made between two sides."""
    whole = {"vp": 2000, "wdl": 2}.get(tournament.scoring.type)
    only = replace(
        tournament,
        adjustments=(),
        rounds=tuple(
            round_._replace(byes=(), tables=tuple(t for t in round_.tables if len(t.sides) == 2))
            for round_ in tournament.rounds
        ),
        entries=tuple(entry._replace(late=False) for entry in tournament.entries),
    )
    counted = [
        (table.counted, len(table.sides[0]))
        for round_ in only.rounds
        if round_.published_version is not None
        for table in round_.tables
        if table.counted is not None
    ]
    if whole is None or any(result.end in (End.AWARDED, End.FORFEIT) for result, _ in counted):
        return
    assert sum(crosstable_of(only).totals.values()) == whole * sum(size for _, size in counted)
