"""Individuals: the night so far, out of the tournament."""

from fractions import Fraction
from itertools import chain
from math import floor
from typing import NamedTuple

from tournaments.engine.drawing.protocol import Rounds
from tournaments.engine.drawing.wishes import kept_apart, locks, missed, past, present, stationary
from tournaments.engine.draws import Draw
from tournaments.engine.entries import Apart
from tournaments.engine.formats import individual, swiss_individual
from tournaments.engine.formats.night import Night, Seating
from tournaments.engine.standings import places
from tournaments.engine.standings.field import field_of
from tournaments.engine.tournament import Round, Tournament


class Rotating(NamedTuple):
    """Partners by a plan that nothing but coming and going changes."""

    fewest: int = 4

    def next_round(self, tournament: Tournament, number: int) -> Draw:
        return individual.draw_round(night(tournament, number))

    def awaited(self, tournament: Tournament, number: int) -> frozenset[int]:
        return present(tournament)

    def rounds_for(self, entries: int) -> Rounds:
        """Beyond so many that all were partners, partners repeat: that may be wanted."""
        return Rounds(1, None)


class SwissIndividual(NamedTuple):
    """Partners by the standings."""

    fewest: int = 4

    def next_round(self, tournament: Tournament, number: int) -> Draw:
        return swiss_individual.draw_round(
            night(tournament, number),
            ranking(tournament),
            hundredths=tournament.scoring.type.in_hundredths,
        )

    def awaited(self, tournament: Tournament, number: int) -> frozenset[int]:
        return present(tournament)

    def rounds_for(self, entries: int) -> Rounds:
        return Rounds(1, None)


def night(tournament: Tournament, number: int) -> Night:
    given = locks(tournament, number)
    six = next((size.shape for size in tournament.tables if size.seats == 6), None)
    return Night(
        seed=tournament.lots,
        rounds=tournament.planned,
        present=present(tournament),
        past=tuple(_seating(tournament, round_) for round_ in past(tournament, number)),
        late=frozenset(entry.number for entry in tournament.entries if entry.late),
        locks=tuple(lock for lock in given if not lock.bye),
        sitting_out=frozenset(chain(*(lock.entries for lock in given if lock.bye))),
        never_partners=kept_apart(tournament, Apart.PARTNERS),
        never_opponents=kept_apart(tournament, Apart.OPPONENTS),
        stationary=stationary(tournament),
        six=six,
    )


def ranking(tournament: Tournament) -> list[tuple[int, int]]:
    """Those present, best first, with their score per table in the unit of the scoring.

    Who has no table yet stands last, and is taken to score what the last of the others does.
    """
    here = present(tournament)
    averages = field_of(tournament).averages
    known = [average for entry in here if (average := averages[entry]) is not None]
    lowest = min(known, default=Fraction())
    order = [entry for entry in places(tournament) if entry in here]
    return [(entry, _whole(averages[entry], lowest)) for entry in order]


def _whole(average: Fraction | None, lowest: Fraction) -> int:
    return floor((lowest if average is None else average) + Fraction(1, 2))


def _seating(tournament: Tournament, round_: Round) -> Seating:
    return Seating(
        tables=tuple(table.sides for table in round_.tables if not table.void),
        byes=round_.without_table,
        missed=missed(tournament, round_),
        fixed=bool(round_.locks) or round_.method == "manual",
    )
