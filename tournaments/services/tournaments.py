"""Tournaments from their announcement to their end."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.models import Player
from tournaments.engine import start_faults, wish_faults
from tournaments.engine.tournament import RoundState, State
from tournaments.errors import RoundOpen, WrongTournamentState
from tournaments.models import Club, Season, Tournament
from tournaments.selectors.state import ruleset_of, tournament_state
from tournaments.services.log import Change, tournament_change
from tournaments.services.settings import columns_of, require_playable, scoring, unplayable

BEFORE_START = frozenset(
    {"hands_per_round", "minutes_per_round", "scoring", "venue", "duplicate", "house_bots",
     "handicap", "seed", "state", "table_seats"}
)  # fmt: skip
"""What can be changed until the start alone."""
COLUMNS = {"rounds": "rounds_planned"}
"""Of settings that are called otherwise in the rows."""


@transaction.atomic
def tournament_create(
    *, club: Club, by: Player, given: Mapping[str, Any], season: Season | None = None
) -> Tournament:
    """Announce a tournament. Raises InvalidRuleset, TournamentUnplayable."""
    tournament = Tournament.objects.create(club=club, season=season, **columns_of(given))
    with tournament_change(tournament.id, "tournament_created", by=by) as change:
        change.facts["format"] = tournament.format
    return change.tournament


def tournament_update(*, tournament_id: UUID, by: Player, changes: Mapping[str, Any]) -> Tournament:
    """Change settings, by the names of the API; those in BEFORE_START until the start alone.

    Wishes (forbidden, stationary) are in force from the next draw. Raises WrongTournamentState,
    TournamentUnplayable.
    """
    with tournament_change(tournament_id, "tournament_changed", by=by) as change:
        tournament = change.tournament
        _require_changeable(tournament, changes)
        rules = ruleset_of(tournament)
        for name, value in changes.items():
            setattr(
                tournament, COLUMNS.get(name, name), value or "" if name == "house_bots" else value
            )
        if changes.keys() & {"scoring", "hands_per_round"}:
            given = tournament.scoring | changes.get("scoring", {})
            tournament.scoring = scoring(given, rules, tournament.hands_per_round)
        require_playable(vars(tournament), rules)
        unplayable(wish_faults(tournament_state(tournament)))
        change.facts["changed"] = sorted(changes)
    return change.tournament


def _require_changeable(tournament: Tournament, changes: Mapping[str, Any]) -> None:
    begun = tournament.state not in (State.DRAFT, State.OPEN)
    ended = tournament.state in (State.FINISHED, State.CANCELLED)
    if ended or (begun and changes.keys() & BEFORE_START):
        raise WrongTournamentState(state=tournament.state)


def tournament_start(*, tournament_id: UUID, by: Player) -> Tournament:
    """Let rounds be drawn, the scale frozen. Raises WrongTournamentState, TournamentUnplayable."""
    with tournament_change(tournament_id, "tournament_started", by=by) as change:
        _require(change, State.DRAFT, State.OPEN)
        unplayable(start_faults(tournament_state(change.tournament)))
        change.tournament.state = State.RUNNING
        change.tournament.started_at = timezone.now()
    return change.tournament


def tournament_finish(*, tournament_id: UUID, by: Player) -> Tournament:
    """End it, also before its last planned round. Raises WrongTournamentState, RoundOpen."""
    with tournament_change(tournament_id, "tournament_finished", by=by) as change:
        _require(change, State.RUNNING)
        open_round = change.tournament.rounds.exclude(state=RoundState.CLOSED).first()
        if open_round is not None and open_round.published is not None:
            raise RoundOpen(round=open_round.number)
        change.tournament.state = State.FINISHED
        change.tournament.finished_at = timezone.now()
    return change.tournament


def tournament_cancel(*, tournament_id: UUID, by: Player, reason: str = "") -> Tournament:
    """Call it off. Raises WrongTournamentState once it has ended."""
    with tournament_change(tournament_id, "tournament_cancelled", by=by, reason=reason) as change:
        _require(change, State.DRAFT, State.OPEN, State.RUNNING)
        change.tournament.state = State.CANCELLED
    return change.tournament


def _require(change: Change, *states: State) -> None:
    if change.tournament.state not in states:
        raise WrongTournamentState(state=change.tournament.state)
