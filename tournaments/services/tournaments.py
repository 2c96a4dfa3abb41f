"""Tournaments from their announcement to their end."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.selectors.rulesets import ruleset_is_shipped
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields
from tournaments.engine import start_faults, wish_faults
from tournaments.engine.lots import seed_hash
from tournaments.engine.tournament import OVER, Format, RoundState, TournamentState, Venue
from tournaments.errors import (
    NOTHING_TO_UNDO,
    HouseRulesNotRated,
    ImportNotRated,
    PhraseSet,
    RoundOpen,
    RoundsLeft,
    WrongTournamentState,
)
from tournaments.models import Club, Season, Table, Tournament
from tournaments.selectors.load import ruleset_of, tournament_state
from tournaments.services.bundle_rows import require_joined
from tournaments.services.changes import Change, tournament_change
from tournaments.services.draws import draw_request
from tournaments.services.limits import running_allow
from tournaments.services.seasons import open_season_lock
from tournaments.services.table_games import games_cancel, games_resume, games_show
from tournaments.services.terms import (
    COLUMNS,
    changed_columns,
    columns_of,
    require_playable,
    seed_new,
    settings_logged,
    unplayable,
)

BEFORE_START = frozenset(
    {"hands_per_round", "minutes_per_round", "scoring", "duplicate", "house_bots", "handicap",
     "state", "table_seats"}
)  # fmt: skip
"""What can be changed until the start alone."""

AT_ANY_TIME = frozenset({"visibility"})
"""Settings that can be changed in the archive too, as they do not change the night itself."""

CALLED_OFF = "The tournament was called off."
"""What the tables read."""

WISHES = frozenset({"forbidden", "stationary"})


@transaction.atomic
def tournament_create(
    *, club: Club, by: Player, given: Mapping[str, Any], season: Season | None = None
) -> Tournament:
    """Announce a tournament.

    Raises InvalidRuleset, TournamentUnplayable, SeasonClosed, BadFields.
    """
    open_season_lock(season.pk if season else None)
    early = [(name, "There are no entries yet.") for name in sorted(WISHES) if given[name]]
    if early:
        raise BadFields(*early)
    tournament = Tournament.objects.create(club=club, season=season, **columns_of(given))
    with tournament_change(tournament.id, "tournament_created", by=by) as change:
        change.facts["format"] = tournament.format
    return change.tournament


@transaction.atomic
def tournament_update(*, tournament_id: UUID, by: Player, changes: Mapping[str, Any]) -> Tournament:
    """Change settings, by the names of the API; those in BEFORE_START until the start alone.

    The `venue` changes while no round is open: a draft's tables go along.
    The `phrase` is added to the seed of lots once, between the start and the first draw. Wishes
    (forbidden, stationary) apply from the next draw on. `state` cancelled calls the tournament off;
    `open` takes the start back until the first draw is asked for.
    Raises WrongTournamentState, PhraseSet, RoundOpen, TournamentUnplayable, SeasonClosed,
    BadFields.
    """
    season = changes.get("season")
    open_season_lock(season.pk if season else None)
    with tournament_change(
        tournament_id, "tournament_changed", by=by, of_archived=changes.keys() <= AT_ANY_TIME
    ) as change:
        tournament = change.tournament
        former = settings_logged(tournament, changes)
        if changes.get("state") == TournamentState.OPEN:
            _start_undo(change)
        _require_changeable(tournament, changes)
        _require_own_rounds(tournament, changes.get("rounds"))
        if changes.get("state") == TournamentState.CANCELLED:
            tournament.former_state = tournament.state
        if "venue" in changes:
            venue_change(change, changes["venue"])
        rules = ruleset_of(tournament)
        for name, value in changed_columns(tournament, rules, changes).items():
            setattr(tournament, COLUMNS.get(name, name), value)
        if tournament.state == TournamentState.CANCELLED:
            games_cancel(tournament, by=by, reason=CALLED_OFF)
        if "visibility" in changes:
            games_show(tournament)
        _require_entries(tournament)
        _require_rounds(tournament)
        require_playable(vars(tournament), rules)
        unplayable(wish_faults(tournament_state(tournament)))
        change.facts["changed"] = sorted(changes)
        now = settings_logged(tournament, changes)
        change.facts["values"] = {name: [former[name], now[name]] for name in now}
    return change.tournament


def _require_changeable(tournament: Tournament, changes: Mapping[str, Any]) -> None:
    if changes.keys() <= AT_ANY_TIME:
        return
    begun = tournament.state not in (TournamentState.DRAFT, TournamentState.OPEN)
    ended = tournament.state in OVER
    early = changes.keys() & BEFORE_START
    if changes.get("state") == TournamentState.CANCELLED:
        early -= {"state"}
    if ended or (begun and early):
        allowed = (
            [TournamentState.DRAFT, TournamentState.OPEN]
            if early
            else [TournamentState.DRAFT, TournamentState.OPEN, TournamentState.RUNNING]
        )
        raise WrongTournamentState(state=tournament.state, allowed=allowed)
    if "phrase" in changes and not (begun and _lots_hidden(tournament)):
        allowed = [] if begun else [TournamentState.RUNNING]
        raise WrongTournamentState(state=tournament.state, allowed=allowed)
    if "phrase" in changes and tournament.phrase:
        raise PhraseSet


def _require_own_rounds(tournament: Tournament, rounds: int | None) -> None:
    """Raises BadFields for other rounds than those of a bracket that has been published."""
    planned = tournament.rounds_planned
    if rounds in (None, planned) or tournament.format != Format.KNOCKOUT:
        return
    if tournament.rounds.filter(published_version__isnull=False).exists():
        text = f"This bracket has {planned}, by the number of entries in round 1."
        raise BadFields(("rounds", text))


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


def _require_entries(tournament: Tournament) -> None:
    """Raises BadFields where wishes name what is no entry of this tournament."""
    known = {
        str(entry)
        for entry in tournament.entries.filter(invited=False).values_list("id", flat=True)
    }
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
    """Let rounds be drawn, the scale frozen, the seed of lots promised by its hash.

    Raises WrongTournamentState, TournamentUnplayable, ClubHasTooMany.
    """
    with tournament_change(tournament_id, "tournament_started", by=by) as change:
        _require(change, TournamentState.DRAFT, TournamentState.OPEN)
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
        _require(change, TournamentState.RUNNING)
        tournament = change.tournament
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
        _require(change, *OVER, way=NOTHING_TO_UNDO)
        tournament = change.tournament
        require_joined(tournament)
        change.facts["state"] = _state_before(tournament)
        if change.facts["state"] == TournamentState.RUNNING:
            running_allow(tournament.club)
        tournament.state = change.facts["state"]
        tournament.finished_at, tournament.former_state = None, ""
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


def _require(change: Change, *states: TournamentState, way: str = "") -> None:
    if change.tournament.state not in states:
        raise WrongTournamentState(state=change.tournament.state, allowed=states, way=way)


def venue_change(change: Change, venue: str) -> None:
    """Play at `venue` from now on; a draft's tables move there too.

    In a mixed tournament each stays where it is, and a director chooses one by one, also after a
    change to another venue and back. Where house bots play, `table` is refused later, with the
    other settings. A draw that is under way is made again. Raises RoundOpen while a round is
    played.
    """
    tournament = change.tournament
    open_round = tournament.rounds.filter(state=RoundState.PUBLISHED).first()
    if open_round is not None:
        raise RoundOpen(round=open_round.number)
    if venue == Venue.MIXED:
        return
    tables = Table.objects.filter(round__tournament=tournament, round__published_version=None)
    tables.update(venue=venue)
