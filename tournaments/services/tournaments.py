"""Tournaments from their announcement to their end."""

from collections.abc import Mapping, Sequence, Set
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.engine.rulesets import to_document
from games.selectors.rulesets import ruleset_is_shipped, ruleset_resolve
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields
from tournaments.club_errors import HouseRulesNotRated, ImportNotRated
from tournaments.engine import start_faults
from tournaments.engine.lots import seed_hash
from tournaments.engine.terms import MEMBERS, UNTIL, Format, TermsChange, Until
from tournaments.engine.tournament import (
    ALGORITHM,
    BEFORE,
    GOING_ON,
    OVER,
    RoundState,
    TournamentState,
)
from tournaments.errors import (
    NOTHING_TO_UNDO,
    PhraseSet,
    RoundOpen,
    RoundsLeft,
    WrongTournamentState,
)
from tournaments.models import Club, Season, Tournament
from tournaments.selectors.load import tournament_state
from tournaments.selectors.tournaments import terms_columns
from tournaments.services.bundle_rows import require_joined
from tournaments.services.changes import Change, require_state_in, tournament_change
from tournaments.services.draws import draw_request
from tournaments.services.limits import running_allow
from tournaments.services.seasons import open_season_lock
from tournaments.services.table_games import games_cancel, games_resume, games_show
from tournaments.services.terms import (
    constraints_change,
    seed_new,
    terms_change,
    terms_made,
    unplayable,
    venue_change,
)

BEFORE_START = frozenset(
    {"state", *(name for name, until in UNTIL.items() if until is Until.START)}
)
"""What can be changed only until the start, by the names of the API."""

AT_ANY_TIME = frozenset(name for name, until in UNTIL.items() if until is Until.ALWAYS)
"""Settings that can be changed in the archive too, as they do not change the night itself."""

CALLED_OFF = "The tournament was called off."
"""What the tables read."""


class TournamentChanges(TermsChange, total=False):
    """Of a tournament: its terms, and what belongs only to it."""

    season: Season | None
    state: str
    phrase: str | None
    forbidden: Sequence[Mapping[str, Any]]
    stationary: Sequence[Mapping[str, Any]]


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


@transaction.atomic
def tournament_update(*, tournament_id: UUID, by: Player, changes: TournamentChanges) -> Tournament:
    """Change settings; those in BEFORE_START only until the start.

    The `venue` changes while no round is open, with a draft's tables.
    The `phrase` is added to the seed of lots once, between the start and the first draw.
    Constraints (forbidden, stationary) apply from the next draw on. `state` cancelled calls the
    tournament off; `open` takes the start back until the first draw is asked for.
    Raises WrongTournamentState, PhraseSet, RoundOpen, TournamentUnplayable, SeasonClosed,
    BadFields.
    """
    season = changes.get("season")
    open_season_lock(season.pk if season else None)
    named = {MEMBERS.get(name, name) for name in changes}
    with tournament_change(
        tournament_id, "tournament_changed", by=by, of_archived=named <= AT_ANY_TIME
    ) as change:
        tournament = change.tournament
        former, state = tournament.state, changes.get("state")
        if state == TournamentState.OPEN:
            _start_undo(change)
        _require_changeable(tournament, named, state)
        _require_rounds(tournament, changes.get("rounds_planned"))
        if state == TournamentState.CANCELLED:
            tournament.former_state = tournament.state
        if "venue" in changes:
            venue_change(change, changes["venue"])
        _set_own(tournament, changes)
        constraints_change(tournament, changes)
        values = terms_change(tournament, changes)
        if state == TournamentState.CANCELLED:
            games_cancel(tournament, by=by, reason=CALLED_OFF)
        if "visibility" in changes:
            games_show(tournament)
        if state is not None:
            values["state"] = [former, tournament.state]
        change.facts |= {"changed": sorted(named), "values": values}
    return change.tournament


def _set_own(tournament: Tournament, changes: TournamentChanges) -> None:
    if "season" in changes:
        tournament.season = changes["season"]
    tournament.state = changes.get("state", tournament.state)
    if "phrase" in changes:
        tournament.phrase = changes["phrase"] or ""


def _require_changeable(tournament: Tournament, named: Set[str], state: str | None) -> None:
    if named <= AT_ANY_TIME:
        return
    early = named & BEFORE_START
    if state == TournamentState.CANCELLED:
        early -= {"state"}
    require_state_in(tournament.state, *(BEFORE if early else GOING_ON))
    begun = tournament.state not in BEFORE
    if "phrase" in named and not (begun and _lots_hidden(tournament)):
        allowed = [] if begun else [TournamentState.RUNNING]
        raise WrongTournamentState(state=tournament.state, allowed=allowed)
    if "phrase" in named and tournament.phrase:
        raise PhraseSet


def _require_rounds(tournament: Tournament, rounds: int | None) -> None:
    """Raises BadFields for fewer than are drawn, and for others than a published bracket has."""
    planned = tournament.rounds_planned
    if rounds in (None, planned):
        return
    published = tournament.rounds.filter(published_version__isnull=False)
    if tournament.format == Format.KNOCKOUT and published.exists():
        text = f"This bracket has {planned}, by the number of entries in round 1."
        raise BadFields(("rounds", text))
    drawn = tournament.rounds.count()
    if rounds < drawn:
        raise BadFields(("rounds", f"{drawn} rounds have been drawn already."))


def _start_undo(change: Change) -> None:
    """Take the start back if no draw was asked for; the next start gets another seed."""
    tournament = change.tournament
    if tournament.state == TournamentState.RUNNING and _lots_hidden(tournament):
        tournament.state, tournament.started_at = TournamentState.OPEN, None
        tournament.seed = tournament.phrase = ""
        change.facts["start_undone"] = True


def _lots_hidden(tournament: Tournament) -> bool:
    """True while nobody has seen the seed or anything drawn from it."""
    return not tournament.seed_shown and not tournament.rounds.exists()


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
