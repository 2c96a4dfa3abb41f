"""A table as an answer shows it: its sides, and what came of it."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from tournaments.engine.results import End, scores
from tournaments.engine.scoring import Scoring
from tournaments.models import Assignment, Entry, Member, Result, Round, Table
from tournaments.selectors.state import pure_result, scoring_of, sides_of
from tournaments.selectors.tables import tables_shown, tables_told


def round_tables_view(
    round_: Round, viewer: UUID | None, *, directing: bool
) -> list[dict[str, Any]]:
    """All tables of a round, by number, as the viewer may see them."""
    told = tables_told(round_, viewer, directing=directing)
    return [
        table_view(table, told=table.id in told) for table in tables_shown().filter(round=round_)
    ]


def table_view(table: Table, *, told: bool) -> dict[str, Any]:
    """A table of `tables_shown` with the result that stands; `told`: the viewer may know it."""
    last = table.last_result if told else None
    return {
        "id": table.id,
        "number": table.number,
        "round": round_ref(table.round),
        "venue": table.venue,
        "game": table.game_id,
        "slot": table.slot,
        "place": table.place,
        "dealer": table.dealer,
        "start_scores": table.start_scores,
        "sides": _sides(table),
        "locked": table.locked,
        "why": {"text": table.why_text, "cost": table.why_cost},
        "result": last and result_view(last, _scoring(table)),
    }


def table_history_view(table: Table, *, told: bool) -> dict[str, Any]:
    """A table with every version of its result, the first first."""
    versions = table.results.all() if told else ()
    scoring = _scoring(table)
    return {
        **table_view(table, told=told),
        "versions": [result_view(result, scoring) for result in versions],
    }


def _scoring(table: Table) -> Scoring:
    return scoring_of(table.round.tournament.scoring)


def result_view(result: Result, scoring: Scoring) -> dict[str, Any]:
    """One version of a result, in the shape of the bundle."""
    pure = pure_result(result)
    return {
        "id": result.id,
        "version": result.version,
        "at": result.at,
        "kind": result.kind,
        "status": pure.status,
        "end": result.end,
        "by": result.by
        and {"player": member_ref(result.by), "side": result.side, "director": result.director},
        "reason": pure.reason,
        "points": result.points,
        "award": result.award,
        "scores": None if pure.end is End.VOID else scores(scoring, pure),
        "winner": result.winner,
        "sambas": result.sambas,
        "hands": result.hands,
    }


def round_ref(round_: Round) -> dict[str, Any]:
    """A round where something else is the subject."""
    return {"id": round_.id, "number": round_.number, "state": round_.state}


def entry_ref(entry: Entry) -> dict[str, Any]:
    """An entry where something else is the subject."""
    return {"id": entry.id, "number": entry.number, "name": entry.name}


def member_ref(member: Member) -> dict[str, Any]:
    """Somebody who sits in a tournament. Their kind always goes along."""
    return {"id": member.public_id, "name": member.name, "kind": member.kind}


def _sides(table: Table) -> list[dict[str, Any]]:
    assigned = sides_of(table.assignments.all())
    seated = _seated(table, len(assigned)) or _to_be_seated(assigned, table.round.number)
    return [
        {
            "side": side,
            "entries": [entry_ref(each.entry) for each in entries],
            "players": [member_ref(member) for member in seated[side]],
        }
        for side, entries in enumerate(assigned)
    ]


def _seated(table: Table, sides: int) -> list[list[Member]]:
    """Who sits on each side, in the order of the seats; nobody before publication."""
    members = [each.member for each in table.seats.all()]
    return [members[side::sides] for side in range(sides)] if members else []


def _to_be_seated(assigned: Sequence[Iterable[Assignment]], number: int) -> list[list[Member]]:
    """Who would sit on each side if round `number` were published now."""
    return [
        [
            tenure.member
            for each in side
            for tenure in each.entry.tenures.all()
            if tenure.covers(number)
        ]
        for side in assigned
    ]
