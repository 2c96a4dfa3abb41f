"""A tournament's settings: its terms as they can be played, and how a director changes them."""

import secrets
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction

from games.engine.documents import Fault
from games.engine.rulesets import Rules
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields
from tournaments.engine.playable import (
    constraint_faults,
    faults,
    size_faults,
    terms_changed,
    terms_new,
)
from tournaments.engine.terms import MEMBERS, PLAIN, UNTIL, Format, Terms, TermsChange, Until, Venue
from tournaments.engine.tournament import BEFORE, GOING_ON, RoundState, TournamentState
from tournaments.errors import PhraseSet, RoundOpen, TournamentUnplayable, WrongTournamentState
from tournaments.models import DrawConstraint, Season, Table, Tournament
from tournaments.selectors.load import constraints_in, tournament_state
from tournaments.selectors.tournaments import ruleset_of, terms_columns, terms_of
from tournaments.services.changes import Change, require_state_in, tournament_change
from tournaments.services.seasons import open_season_lock
from tournaments.services.table_games import games_cancel, games_show

FORBIDDEN_AT_MOST, STATIONARY_AT_MOST = 500, 200
"""Limits of one tournament: every answer that shows it includes all of them."""


def terms_made(format: Format, rules: Rules, asked: TermsChange) -> Terms:
    """The terms of a new tournament. Raises TournamentUnplayable."""
    unplayable(size_faults(asked.get("table_seats", ()), rules))
    terms = terms_new(format, rules, asked)
    unplayable(faults(terms))
    return terms


def terms_change(tournament: Tournament, changes: TermsChange) -> dict[str, Any]:
    """Set the columns; the values before and after that the log has, by the names of the API.

    Raises TournamentUnplayable.
    """
    rules, former = ruleset_of(tournament), terms_of(tournament)
    unplayable(size_faults(changes.get("table_seats", ()), rules))
    terms = terms_changed(former, changes, rules)
    unplayable(faults(terms))
    before, after = terms_columns(former), terms_columns(terms)
    for name, value in after.items():
        setattr(tournament, name, value)
    return {
        each.member: [each.json(before[each.name]), each.json(after[each.name])]
        for each in PLAIN
        if each.setting.logged and each.name in changes
    }


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


CONSTRAINTS = ("forbidden", "stationary")


def constraints_change(tournament: Tournament, changes: Mapping[str, Any]) -> None:
    """Replace what draws keep to: each of CONSTRAINTS that `changes` has, in the API's shape.

    Raises BadFields for one that names what is no entry here, TournamentUnplayable.
    """
    asked = {
        name: [_constraint(tournament, each) for each in changes[name]]
        for name in CONSTRAINTS
        if name in changes
    }
    if not asked:
        return
    state = tournament_state(tournament)
    numbers = {entry.id: entry.number for entry in state.entries}
    unknown = [
        f"{name}.{at}"
        for name, rows in asked.items()
        for at, row in enumerate(rows)
        if not {str(row.entry_id), str(row.other_id or row.entry_id)} <= numbers.keys()
    ]
    if unknown:
        raise BadFields(*((path, "There is no such entry here.") for path in unknown))
    for name, rows in asked.items():
        state = replace(state, **{name: constraints_in(rows, numbers)[name]})
    unplayable(constraint_faults(state))
    for name, rows in asked.items():
        tournament.constraints.filter(other__isnull=name == "stationary").delete()
        DrawConstraint.objects.bulk_create(rows)


def _constraint(tournament: Tournament, given: Mapping[str, Any]) -> DrawConstraint:
    entry, *other = given.get("entries") or [given["entry"]]
    return DrawConstraint(
        tournament=tournament,
        entry_id=entry,
        other_id=other[0] if other else None,
        apart=given.get("as", ""),
        table=given.get("table"),
    )


def seed_new() -> str:
    """A seed of lots: 32 random bytes, in hexadecimal."""
    return secrets.token_hex(32)


def unplayable(found: Sequence[Fault]) -> None:
    """Raises TournamentUnplayable where there are faults."""
    if found:
        raise TournamentUnplayable(*found)


ONLY_BEFORE_START = frozenset(
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
def tournament_update(*, tournament_id: UUID, by: Player, changes: TournamentChanges) -> Tournament:
    """Change settings; those in ONLY_BEFORE_START only until the start.

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
    early = named & ONLY_BEFORE_START
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
