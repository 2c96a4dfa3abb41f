"""Tournaments from their announcement to the archive."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.engine.rulesets import to_document
from games.selectors.rulesets import ruleset_is_shipped, ruleset_resolve
from samba_service.accounts.models import Player
from tournaments.club_errors import (
    HouseRulesNotRated,
    ImportNotRated,
)
from tournaments.engine.draws import seed_hash
from tournaments.engine.playable import start_faults
from tournaments.engine.terms import Format, TermsChange
from tournaments.engine.tournament import ALGORITHM, BEFORE, OVER, RoundState, TournamentState
from tournaments.errors import NOTHING_TO_UNDO, RoundOpen, RoundsLeft, WrongTournamentState
from tournaments.models import Club, Season, Tournament
from tournaments.selectors.load import tournament_state
from tournaments.selectors.tournaments import terms_columns
from tournaments.services.bundle_import import require_joined
from tournaments.services.changes import require_state_in, tournament_change
from tournaments.services.clubs import running_allow
from tournaments.services.draws import draw_request
from tournaments.services.round_clock import clock_plan
from tournaments.services.seasons import open_season_lock
from tournaments.services.settings import seed_new, terms_made, unplayable
from tournaments.services.table_games import games_resume


@transaction.atomic
def tournament_create(
    *,
    club: Club,
    by: Player,
    format: Format,
    ruleset: Mapping[str, Any],
    terms: TermsChange,
    season: Season | None = None,
    state: str = TournamentState.OPEN,
) -> Tournament:
    """Announce a tournament; what `terms` leave out is the format's and the ruleset's own.

    The name of the ruleset is shown with the tournament, where members may be hidden: it is not
    that of a player's own. Raises InvalidRuleset, TournamentUnplayable, SeasonClosed.
    """
    open_season_lock(season.pk if season else None)
    rules = ruleset_resolve(ruleset, of_players=False)
    tournament = Tournament.objects.create(
        club=club,
        season=season,
        state=state,
        algorithm=ALGORITHM,
        ruleset=to_document(rules),
        overrides=ruleset["overrides"],
        **terms_columns(terms_made(format, rules, terms)),
    )
    with tournament_change(tournament.id, "tournament_created", by=by) as change:
        change.facts["format"] = tournament.format
    return change.tournament


def tournament_start(*, tournament_id: UUID, by: Player) -> Tournament:
    """Let rounds be drawn, the scale frozen, the seed of lots promised by its hash.

    Raises WrongTournamentState, TournamentUnplayable, ClubHasTooMany.
    """
    with tournament_change(tournament_id, "tournament_started", by=by) as change:
        require_state_in(change.tournament.state, *BEFORE)
        unplayable(start_faults(tournament_state(change.tournament)))
        running_allow(change.tournament.club)
        change.tournament.state = TournamentState.RUNNING
        change.tournament.seed, change.tournament.seed_shown = seed_new(), False
        change.tournament.started_at = timezone.now()
    return change.tournament


def tournament_finish(*, tournament_id: UUID, by: Player, as_played: bool = False) -> Tournament:
    """End it after its last planned round, or after those that were played.

    Raises WrongTournamentState, RoundOpen, and RoundsLeft unless `as_played`.
    """
    with tournament_change(tournament_id, "tournament_finished", by=by) as change:
        tournament = change.tournament
        require_state_in(tournament.state, TournamentState.RUNNING)
        open_round = tournament.rounds.exclude(state=RoundState.CLOSED).first()
        if open_round is not None and open_round.published_version is not None:
            raise RoundOpen(round=open_round.number)
        played = tournament.rounds.filter(state=RoundState.CLOSED).count()
        if played < tournament.rounds_planned and not as_played:
            raise RoundsLeft(rounds=tournament.rounds_planned, played=played)
        change.facts |= {"rounds": tournament.rounds_planned, "played": played}
        change.tournament.state = TournamentState.FINISHED
        change.tournament.seed_shown = True
        change.tournament.finished_at = timezone.now()
    return change.tournament


def tournament_reopen(*, tournament_id: UUID, by: Player, reason: str) -> Tournament:
    """Undo the end of a tournament, or its cancellation: it goes on where it stopped.

    A draw that was under way is asked for again. As the end showed the seed, there is a new one if
    no round has been drawn yet. Raises WrongTournamentState, ClubHasTooMany, NotJoined.
    """
    with tournament_change(tournament_id, "tournament_reopened", by=by, reason=reason) as change:
        tournament = change.tournament
        require_state_in(tournament.state, *OVER, way=NOTHING_TO_UNDO)
        require_joined(tournament)
        change.facts["state"] = _state_before(tournament)
        if change.facts["state"] == TournamentState.RUNNING:
            running_allow(tournament.club)
        tournament.state = change.facts["state"]
        tournament.finished_at, tournament.former_state = None, ""
        tournament.imported_over = False
        if (
            tournament.seed_shown
            and not tournament.rounds.filter(drawn_version__isnull=False).exists()
        ):
            tournament.seed, tournament.seed_shown = seed_new(), False
            change.facts["seed_hash"] = seed_hash(tournament.seed)
        round_ = tournament.rounds.exclude(state=RoundState.CLOSED).first()
        if round_ is not None and round_.state == RoundState.DRAWING:
            draw_request(change, round_)
        elif round_ is not None and round_.state == RoundState.PUBLISHED:
            games_resume(round_)
            clock_plan(round_)
    return change.tournament


def tournament_rate(*, tournament_id: UUID, by: Player | None, rated: bool) -> Tournament:
    """Let it count for public ratings, or stop that. `by` is staff, None for the command line.

    Raises TournamentArchived, ImportNotRated, HouseRulesNotRated.
    """
    with tournament_change(tournament_id, "tournament_rated", by=by) as change:
        if rated and change.tournament.imported_from:
            raise ImportNotRated
        if rated and not ruleset_is_shipped(change.tournament.ruleset_slug):
            raise HouseRulesNotRated
        change.void = change.tournament.rated == rated
        change.tournament.rated = rated
        change.facts["rated"] = rated
    return change.tournament


def _state_before(tournament: Tournament) -> str:
    """The state that the tournament ended in; an imported one has it from its rounds."""
    if tournament.state == TournamentState.FINISHED:
        return TournamentState.RUNNING
    begun = tournament.started_at is not None or tournament.rounds.exists()
    return tournament.former_state or (TournamentState.RUNNING if begun else TournamentState.OPEN)


def tournament_archive(*, tournament_id: UUID, by: Player) -> Tournament:
    """Archive a night that is over. Raises WrongTournamentState, TournamentArchived."""
    with tournament_change(tournament_id, "tournament_archived", by=by) as change:
        require_state_in(change.tournament.state, *OVER)
        change.tournament.archived_at = timezone.now()
    return change.tournament


@transaction.atomic
def tournament_unarchive(*, tournament_id: UUID, by: Player, reason: str) -> Tournament:
    """Take a night out of the archive.

    Raises WrongTournamentState unless it is there, and SeasonClosed while its season is closed.
    """
    open_season_lock(Tournament.objects.values_list("season", flat=True).get(pk=tournament_id))
    with tournament_change(
        tournament_id, "tournament_unarchived", by=by, reason=reason, of_archived=True
    ) as change:
        if change.tournament.archived_at is None:
            raise WrongTournamentState(state=change.tournament.state, allowed=["archived"])
        change.tournament.archived_at = None
    return change.tournament
