"""Swiss: ranks, scores, byes and floats of those present, out of the tournament."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.engine.drawing.protocol import Rounds
from tournaments.engine.drawing.wishes import constraints, missed, past, present
from tournaments.engine.draws import Basis, Draw, Table
from tournaments.engine.formats import swiss
from tournaments.engine.pairing.field import Entrant, Field
from tournaments.engine.pairing.history import Past, balance, byes, floats, meetings
from tournaments.engine.results import End
from tournaments.engine.standings import places
from tournaments.engine.standings.field import field_of
from tournaments.engine.tournament import Round, SeatedTable, Tournament


class Swiss(NamedTuple):
    fewest: int = 2

    def next_round(self, tournament: Tournament, number: int) -> Draw:
        field = swiss_field(tournament, number)
        draw = swiss.draw(field, constraints(tournament, number))
        basis = (
            Basis(each.entry, each.rank, each.score, each.byes, each.floats)
            for each in field.entrants
        )
        return draw._replace(basis=tuple(basis))

    def awaited(self, tournament: Tournament, number: int) -> frozenset[int]:
        return present(tournament)

    def rounds_for(self, entries: int) -> Rounds:
        """As many as there are opponents; with the bye one more in an odd field."""
        return Rounds(1, entries - 1 + entries % 2)


def swiss_field(tournament: Tournament, number: int) -> Field:
    """Those present, in order of rank, with all that the cost of a draw asks."""
    rounds = past(tournament, number)
    history = [_past(tournament, round_) for round_ in rounds]
    here = present(tournament)
    ranked = [entry for entry in places(tournament) if entry in here]
    scores = field_of(tournament).totals
    had, sides, floated = byes(history), balance(history), floats(history)
    seeds = {entry.number: entry.seed for entry in tournament.entries}
    return Field(
        round=number,
        seed=tournament.lots,
        bracket=tournament.scoring.bracket,
        entrants=tuple(
            Entrant(
                entry,
                rank,
                scores[entry],
                had[entry],
                floated(entry),
                sides[entry],
                seeds[entry],
            )
            for rank, entry in enumerate(ranked, start=1)
        ),
        meetings=meetings(history),
    )


def _past(tournament: Tournament, round_: Round) -> Past:
    tables = tuple(Table(each.number, each.sides, each.why) for each in round_.tables)
    bracket = tournament.scoring.bracket
    return Past(
        Draw(round_.method, tables, round_.byes),
        brackets={each.entry: each.score // bracket for each in round_.basis},
        void=frozenset(table.number for table in round_.tables if table.void),
        forfeits=frozenset(_won_by_forfeit(round_.tables)),
        missed=missed(tournament, round_),
    )


def _won_by_forfeit(tables: Sequence[SeatedTable]) -> list[int]:
    return [
        entry
        for table in tables
        if (result := table.counted) is not None
        and result.end is End.FORFEIT
        and result.winner is not None
        for entry in table.sides[result.winner]
    ]
