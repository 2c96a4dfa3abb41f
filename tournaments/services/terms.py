"""The terms of a tournament are written where they can be played."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine.rulesets import Rules
from samba_service.kit.errors import BadFields
from tournaments.engine import Fault, constraint_faults, faults
from tournaments.engine.settings import size_faults, terms_changed, terms_new
from tournaments.engine.terms import PLAIN, Format, Terms, TermsChange, Venue
from tournaments.engine.tournament import RoundState
from tournaments.errors import RoundOpen, TournamentUnplayable
from tournaments.models import DrawConstraint, Table, Tournament
from tournaments.selectors.load import constraints_in, tournament_state
from tournaments.selectors.tournaments import ruleset_of, terms_columns, terms_of
from tournaments.services.changes import Change

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
