"""Tournaments from their announcement to their end."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.models import Player
from samba_service.errors import BadFields
from tournaments.engine import start_faults, wish_faults
from tournaments.engine.tournament import RoundState, State
from tournaments.errors import RoundOpen, WrongTournamentState
from tournaments.models import Club, Season, Tournament
from tournaments.selectors.state import ruleset_of, tournament_state
from tournaments.services.log import Change, tournament_change
from tournaments.services.online import games_call_off
from tournaments.services.settings import (
    changed_columns,
    columns_of,
    require_playable,
    unplayable,
)

BEFORE_START = frozenset(
    {"hands_per_round", "minutes_per_round", "scoring", "venue", "duplicate", "house_bots",
     "handicap", "seed", "state", "table_seats"}
)  # fmt: skip
"""What can be changed until the start alone."""
AT_ANY_TIME = frozenset({"visibility"})
NAMES = {"rounds": "rounds_planned"}
"""Columns of settings that the API calls otherwise."""
CALLED_OFF = "The tournament was called off."
"""What the tables read."""
WISHES = frozenset({"forbidden", "stationary"})


@transaction.atomic
def tournament_create(
    *, club: Club, by: Player, given: Mapping[str, Any], season: Season | None = None
) -> Tournament:
    """Announce a tournament. Raises InvalidRuleset, TournamentUnplayable, BadFields."""
    early = [(name, "There are no entries yet.") for name in sorted(WISHES) if given[name]]
    if early:
        raise BadFields(*early)
    tournament = Tournament.objects.create(club=club, season=season, **columns_of(given))
    with tournament_change(tournament.id, "tournament_created", by=by) as change:
        change.facts["format"] = tournament.format
    return change.tournament


def tournament_update(*, tournament_id: UUID, by: Player, changes: Mapping[str, Any]) -> Tournament:
    """Change settings, by the names of the API; those in BEFORE_START until the start alone.

    Wishes (forbidden, stationary) are in force from the next draw; `state` cancelled ends it all.
    Raises WrongTournamentState, TournamentUnplayable, BadFields.
    """
    with tournament_change(tournament_id, "tournament_changed", by=by) as change:
        tournament = change.tournament
        _require_changeable(tournament, changes)
        rules = ruleset_of(tournament)
        for name, value in changed_columns(tournament, rules, changes).items():
            setattr(tournament, NAMES.get(name, name), value)
        if tournament.state == State.CANCELLED:
            games_call_off(tournament, by=by, reason=CALLED_OFF)
        _require_entries(tournament)
        _require_rounds(tournament)
        require_playable(vars(tournament), rules)
        unplayable(wish_faults(tournament_state(tournament)))
        change.facts["changed"] = sorted(changes)
    return change.tournament


def _require_changeable(tournament: Tournament, changes: Mapping[str, Any]) -> None:
    if changes.keys() <= AT_ANY_TIME:
        return
    begun = tournament.state not in (State.DRAFT, State.OPEN)
    ended = tournament.state in (State.FINISHED, State.CANCELLED)
    early = changes.keys() & BEFORE_START
    if changes.get("state") == State.CANCELLED:
        early -= {"state"}
    if ended or (begun and early):
        raise WrongTournamentState(state=tournament.state)


def _require_entries(tournament: Tournament) -> None:
    """Raises BadFields where wishes name what is no entry of this tournament."""
    known = {str(entry) for entry in tournament.entries.values_list("id", flat=True)}
    wishes = {
        **{f"forbidden.{n}": set(ban["entries"]) for n, ban in enumerate(tournament.forbidden)},
        **{f"stationary.{n}": {one["entry"]} for n, one in enumerate(tournament.stationary)},
    }
    faults = [path for path, named in wishes.items() if not named <= known]
    if faults:
        raise BadFields(*((path, "There is no such entry here.") for path in faults))


def _require_rounds(tournament: Tournament) -> None:
    drawn = tournament.rounds.count()
    if tournament.rounds_planned < drawn:
        raise BadFields(("rounds", f"{drawn} rounds have been drawn already."))


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


def _require(change: Change, *states: State) -> None:
    if change.tournament.state not in states:
        raise WrongTournamentState(state=change.tournament.state)
