"""Tournaments, entries and rounds as answers."""

from typing import Any

from games.api.people_serializers import player_ref
from tournaments.engine.lots import seed_hash
from tournaments.engine.reasons import Names, reason_text
from tournaments.models import Assignment, Entry, Member, Table, Tenure, Tournament
from tournaments.selectors.invitations import invitations_of_entry
from tournaments.selectors.reasons import why_of

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
        "visibility": tournament.visibility,
        "format": tournament.format,
        "rounds": tournament.rounds_planned,
        "hands_per_round": tournament.hands_per_round,
        "minutes_per_round": tournament.minutes_per_round,
        "venue": tournament.venue,
        "duplicate": tournament.duplicate,
        "handicap": tournament.handicap,
        "rated": tournament.rated,
        "house_bots": tournament.house_bots or None,
        "ruleset": {
            "slug": tournament.ruleset_slug,
            "version": tournament.ruleset_version,
            "sha256": tournament.ruleset_sha256,
        },
        "table_seats": tournament.table_seats,
        "seed": tournament.seed if tournament.seed and tournament.seed_shown else None,
        "seed_hash": seed_hash(tournament.seed) if tournament.seed else None,
        "phrase": tournament.phrase or None,
        "algorithm": tournament.algorithm,
        "scoring": tournament.scoring,
        "tiebreaks": tournament.tiebreaks,
        "minimum_rounds": tournament.rounds_to_rank,
        "forbidden": tournament.forbidden,
        "stationary": tournament.stationary,
        "imported_from": tournament.imported_from or None,
        "version": tournament.version,
        "created_at": tournament.created_at,
        "started_at": tournament.started_at,
        "finished_at": tournament.finished_at,
        "archived_at": tournament.archived_at,
    }


def entry_view(entry: Entry) -> Json:
    """An entry with those who sit for it at the end, and everybody who ever does."""
    tenures = list(entry.tenures.all())
    return {
        "id": entry.id,
        "tournament": entry.tournament_id,
        "number": entry.number,
        "name": entry.name,
        "invited": entry.invited,
        "asked": _asked(entry),
        "players": [member_ref(each.member) for each in tenures if each.last_round is None],
        "tenures": [_tenure(each) for each in tenures],
        "partnership": entry.partnership_id if entry.named_in_full else None,
        "seed": entry.seed,
        "checked_in": entry.checked_in,
        "withdrawn": entry.withdrawn,
        "late": entry.late,
        "house": entry.house,
        "version": entry.tournament.version,
    }


def _asked(entry: Entry) -> list[Json]:
    """Who has been asked to play, while somebody has not agreed."""
    rows = invitations_of_entry(entry) if entry.invited else []
    return [{"player": player_ref(each.player), "state": each.state} for each in rows]


def _tenure(tenure: Tenure) -> Json:
    return {
        "player": member_ref(tenure.member),
        "for": tenure.replaces and member_ref(tenure.replaces),
        "first": tenure.first_round,
        "first_hand": tenure.first_hand,
        "last": tenure.last_round,
        "last_hand": tenure.last_hand,
    }


def why_view(row: Table | Assignment, names: Names) -> Json:
    """The reason for a table or a bye, in the names that the reader may see."""
    why = why_of(row)
    return {
        "code": why.code or None,
        "facts": why.facts,
        "text": reason_text(why, names),
        "cost": why.cost,
    }


def entry_ref(entry: Entry) -> Json:
    """An entry where something else is the subject."""
    return {"id": entry.id, "number": entry.number, "name": entry.name}
