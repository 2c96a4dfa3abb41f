"""Tournaments, entries and rounds as answers."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from games.selectors.deal_sets import DealSetState, deal_set_get
from tournaments.models import Assignment, Entry, Member, Round, Table, Tenure, Tournament
from tournaments.selectors.state import sides_of

Json = dict[str, Any]


def member_ref(member: Member) -> Json:
    """Somebody who plays, under the id that the API names them by."""
    return {"id": member.public_id, "name": member.name, "kind": member.kind}


def tournament_view(tournament: Tournament) -> Json:
    """A tournament with all its settings."""
    season = tournament.season
    return {
        "id": tournament.id,
        "club": {"id": tournament.club_id, "name": tournament.club.name},
        "season": season and {"id": season.id, "name": season.name},
        "name": tournament.name,
        "state": tournament.state,
        "format": tournament.format,
        "rounds": tournament.rounds_planned,
        "hands_per_round": tournament.hands_per_round,
        "minutes_per_round": tournament.minutes_per_round,
        "venue": tournament.venue,
        "duplicate": tournament.duplicate,
        "handicap": tournament.handicap,
        "house_bots": tournament.house_bots or None,
        "ruleset": {
            "slug": tournament.ruleset_slug,
            "version": tournament.ruleset_version,
            "sha256": tournament.ruleset_sha256,
        },
        "table_seats": tournament.table_seats,
        "seed": tournament.seed,
        "algorithm": tournament.algorithm,
        "scoring": tournament.scoring,
        "tiebreaks": tournament.tiebreaks,
        "forbidden": tournament.forbidden,
        "stationary": tournament.stationary,
        "imported_from": tournament.imported_from or None,
        "version": tournament.version,
        "created_at": tournament.created_at,
        "started_at": tournament.started_at,
        "finished_at": tournament.finished_at,
    }


def entry_view(entry: Entry) -> Json:
    """An entry with those who sit for it at the end, and everybody who ever does."""
    tenures = list(entry.tenures.all())
    return {
        "id": entry.id,
        "tournament": entry.tournament_id,
        "number": entry.number,
        "name": entry.name,
        "players": [member_ref(each.member) for each in tenures if each.last_round is None],
        "tenures": [_tenure(each) for each in tenures],
        "partnership": entry.partnership_id,
        "seed": entry.seed,
        "checked_in": entry.checked_in,
        "withdrawn": entry.withdrawn,
        "late": entry.late,
        "house": entry.house,
        "version": entry.tournament.version,
    }


def _tenure(tenure: Tenure) -> Json:
    return {
        "player": member_ref(tenure.member),
        "for": tenure.replaces and member_ref(tenure.replaces),
        "first": tenure.first_round,
        "last": tenure.last_round,
    }


def round_summary(round_: Round) -> Json:
    """A round where a list of them is shown."""
    return {
        "id": round_.id,
        "number": round_.number,
        "state": round_.state,
        "method": round_.method or None,
        "starts_at": round_.starts_at,
        "ends_at": round_.ends_at,
        "error": round_.error,
    }


def round_view(round_: Round, entries: Iterable[Entry], version: int) -> Json:
    """A round with its tables and byes; in a draft, who would sit there now."""
    found = {entry.id: entry for entry in entries}
    placed: dict[Any, list[Assignment]] = defaultdict(list)
    for assignment in round_.assignments.all():
        placed[assignment.table_id].append(assignment)
    return {
        **round_summary(round_),
        "tournament": round_.tournament_id,
        "version": version,
        "tables": [
            _table(table, placed[table.id], found, round_.number) for table in round_.tables.all()
        ],
        "byes": [
            {
                "entry": entry_ref(found[each.entry_id]),
                "slot": each.slot,
                "locked": each.locked,
                "why": {"text": each.why_text, "cost": each.why_cost},
            }
            for each in placed[None]
        ],
        "locks": round_.locks,
        "deals": round_.deal_set_id and _deals(deal_set_get(round_.deal_set_id)),
    }


def _deals(shared: DealSetState) -> Json:
    """What everybody may know of the deals that all tables play."""
    return {
        "commitments": shared.commitments,
        "entropy": shared.entropy,
        "open": shared.open,
    }


def entry_ref(entry: Entry) -> Json:
    """An entry where something else is the subject."""
    return {"id": entry.id, "number": entry.number, "name": entry.name}


def _table(table: Table, assigned: Iterable[Assignment], entries: Any, number: int) -> Json:
    sides = sides_of(assigned)
    seated = list(table.seats.all())
    return {
        "id": table.id,
        "number": table.number,
        "venue": table.venue,
        "game": table.game_id,
        "slot": table.slot,
        "place": table.place,
        "dealer": table.dealer,
        "start_scores": table.start_scores,
        "sides": [
            {
                "side": side,
                "entries": [entry_ref(entries[each.entry_id]) for each in at],
                "players": [member_ref(each.member) for each in seated[side :: len(sides)]]
                if seated
                else _line_up(at, entries, number),
            }
            for side, at in enumerate(sides)
        ],
        "locked": table.locked,
        "why": {"text": table.why_text, "cost": table.why_cost},
    }


def _line_up(assigned: Iterable[Assignment], entries: Any, number: int) -> list[Json]:
    return [
        member_ref(tenure.member)
        for each in assigned
        for tenure in entries[each.entry_id].tenures.all()
        if tenure.covers(number)
    ]
