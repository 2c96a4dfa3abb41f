"""A bundle into rows: a tournament as it was, with new ids."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import DataError, IntegrityError, transaction

from games.bots import registry
from games.engine.documents import Fault
from games.engine.rulesets import InvalidRuleset, Rules, is_digest_of, load, logged, to_document
from games.engine.rulesets.reading.values import out_of_range
from games.engine.untyped import as_object
from games.selectors.rulesets import ruleset_is_shipped, ruleset_of_club
from samba_service.accounts.models import Player
from samba_service.accounts.names import is_visible
from tournaments.engine.bundle import Bundle, BundleUnsound, bundle_read
from tournaments.engine.bundle.soundness import faults_to_play
from tournaments.engine.terms import RulesetRef
from tournaments.engine.tournament import (
    OVER,
    AttendanceData,
    EntryData,
    StintData,
    TournamentData,
    TournamentState,
)
from tournaments.errors import BundleRefused
from tournaments.models import (
    Adjustment,
    AttendanceChange,
    Club,
    DrawConstraint,
    Entry,
    Member,
    Stint,
    Tournament,
)
from tournaments.selectors.tournaments import terms_columns
from tournaments.services.bundle_rows import (
    NOT_IN_BUNDLE,
    Rows,
    members_match,
    round_add,
    row_faults,
)
from tournaments.services.changes import tournament_change
from tournaments.services.settings import FORBIDDEN_AT_MOST, STATIONARY_AT_MOST, seed_new
from tournaments.services.tournaments import running_allow

Members = Mapping[str, Member]

Json = dict[str, Any]

NAME_AT_MOST = 40
"""Of a member without an account, as everywhere."""


@transaction.atomic
def tournament_import(*, club: Club, by: Player, bundle: object) -> Tournament:
    """The tournament of a bundle, in `club`, its log one row at the bundle's version.

    Games stay where they were played. The seed of a running one is still secret where it came from:
    here it continues with a seed of its own. Raises BundleRefused with every fault by path, and
    ClubHasTooMany.
    """
    _require(_too_long(bundle))
    try:
        read = bundle_read(bundle, _faults_here)
        with transaction.atomic():
            return _written(club, by, read, _rules(read))
    except BundleUnsound as unsound:
        raise BundleRefused(*unsound.faults) from None
    except (DataError, IntegrityError):
        raise BundleRefused(("", "its parts contradict each other")) from None


def _require(faults: Iterable[Fault]) -> None:
    """Raises BundleRefused if there are any."""
    found = list(faults)
    if found:
        raise BundleRefused(*found)


def _too_long(bundle: object) -> Iterator[Fault]:
    """Lists that are longer than this service allows: nothing else of such a bundle is read."""
    bounds = {"players": settings.SAMBA_MAX_BUNDLE_PLAYERS, "entries": settings.SAMBA_MAX_ENTRIES}
    for name, limit in bounds.items():
        rows = (as_object(bundle) or {}).get(name)
        if isinstance(rows, list) and len(rows) > limit:
            yield Fault(name, f"at most {limit}")


def _faults_here(state: TournamentData) -> Iterator[Fault]:
    """Everything that keeps a sound bundle from being one of this service's tournaments."""
    yield from faults_to_play(state)
    if state.house_bots is not None and state.house_bots not in registry.LEVELS:
        yield Fault("tournament.house_bots", "there is no such level of bots here")
    if len(state.forbidden) > FORBIDDEN_AT_MOST:
        yield Fault("tournament.forbidden", f"at most {FORBIDDEN_AT_MOST}")
    if len(state.stationary) > STATIONARY_AT_MOST:
        yield Fault("tournament.stationary", f"at most {STATIONARY_AT_MOST}")
    for at, player in enumerate(state.players):
        if not is_visible(player.name):
            yield Fault(f"players.{at}.name", "a name of visible characters")
        elif len(player.name) > NAME_AT_MOST:
            yield Fault(f"players.{at}.name", f"a name of at most {NAME_AT_MOST} characters")


def _rules(bundle: Bundle) -> Rules:
    """The ruleset that was played: the bundle's document, else the one that is here."""
    state, path = bundle.tournament, "tournament.ruleset.document"
    document = bundle.given["tournament"]["ruleset"].get("document")
    try:
        rules = _known(state.ruleset) if document is None else logged(document)
    except InvalidRuleset as invalid:
        raise BundleRefused(*((f"{path}.{at}", text) for at, text in invalid.faults)) from None
    if (rules.slug, rules.version) != (state.ruleset.slug, state.ruleset.version):
        raise BundleRefused(("tournament.ruleset.slug", "is not that of its document"))
    margins = [fault for at, fault in out_of_range(rules.tournament) if at == "margin_sd"]
    if margins:
        raise BundleRefused((f"{path}.tournament.margin_sd", margins[0]))
    if not is_digest_of(state.ruleset.sha256, rules, document):
        raise BundleRefused(("tournament.ruleset.sha256", "is not of the ruleset that is here"))
    return rules


def _known(named: RulesetRef) -> Rules:
    """The shipped ruleset of a name, or a club's version of house rules."""
    if ruleset_is_shipped(named.slug):
        return load(named.slug)
    found = ruleset_of_club(named.slug, named.version)
    if found is None:
        raise BundleRefused(("tournament.ruleset.slug", "there is no such ruleset here"))
    return found


def _written(club: Club, by: Player, bundle: Bundle, rules: Rules) -> Tournament:
    state = bundle.tournament
    overrides = bundle.given["tournament"]["ruleset"].get("overrides", {})
    tournament = Tournament(
        club=club, ruleset=to_document(rules), overrides=overrides, **_columns(state)
    )
    _require(row_faults(tournament, "tournament"))
    if tournament.state == TournamentState.RUNNING:
        running_allow(club)
    tournament.save(force_insert=True)
    with tournament_change(tournament.pk, "tournament_imported", by=by) as change:
        change.tournament.club = club
        over = state.state in OVER
        members = members_match(club, state.players, state.house_bots, over=over)
        rows = Rows()
        entries = {
            entry.number: _entry(rows, change.tournament, entry, f"entries.{at}", state, members)
            for at, entry in enumerate(state.entries)
        }
        _constraints(rows, change.tournament, state, entries)
        for at, round_ in enumerate(state.rounds):
            round_add(rows, change, round_, f"rounds.{at}", entries, members)
        _adjustments(rows, change.tournament, state, entries, members)
        rows.write()
        change.facts["from"] = state.id
    return change.tournament


def _columns(state: TournamentData) -> Json:
    times = list(_times(state))
    begun = state.state in (TournamentState.RUNNING, TournamentState.FINISHED)
    return {
        **terms_columns(state),
        "state": state.state,
        "seed": state.seed or (seed_new() if state.state is TournamentState.RUNNING else ""),
        "seed_shown": bool(state.seed),
        "phrase": state.phrase or "",
        "algorithm": state.algorithm,
        "imported_from": state.id,
        "imported_over": state.state in OVER,
        "last_entry_number": max((entry.number for entry in state.entries), default=0),
        "version": state.version - 1,
        "started_at": min(times, default=None) if begun else None,
        "finished_at": max(times, default=None)
        if state.state is TournamentState.FINISHED
        else None,
    }


def _times(state: TournamentData) -> Iterator[datetime]:
    """When results came, which are the only times in a bundle."""
    for round_ in state.rounds:
        for table in round_.tables:
            yield from (result.at for result in table.results if result.at is not None)


def _entry(
    rows: Rows,
    tournament: Tournament,
    pure: EntryData,
    path: str,
    state: TournamentData,
    members: Members,
) -> Entry:
    bots = all(members[stint.player].bot_level for stint in pure.stints)
    entry = Entry(
        tournament=tournament,
        number=pure.number,
        own_name="" if pure.name == _played_by(pure, members) else pure.name,
        seed=pure.seed,
        checked_in=pure.came is not None and (pure.present or pure.withdrawn),
        withdrawn=pure.withdrawn,
        late=pure.late,
        house=state.house_bots is not None and bool(pure.stints) and bots,
    )
    for stint in _stints(entry, pure, members):
        rows.add(stint, path)
    for row in _attendance(entry, pure, state.version):
        rows.add(row, path)
    return rows.add(entry, path)


def _attendance(entry: Entry, pure: EntryData, version: int) -> Iterator[AttendanceChange]:
    """When it came and went. A bundle lacks when it withdrew: that was when it went.

    An entry that has never been there withdraws at the version of the bundle.
    """
    known = pure.presence or [AttendanceData(version, present=False)] * pure.withdrawn
    for each in known:
        gone = not each.present and (pure.withdrawn or each is not known[-1])
        yield AttendanceChange(
            entry=entry, version=each.version, present=each.present, withdrawn=gone
        )


def _played_by(pure: EntryData, members: Members) -> str:
    """The name of an entry that has none of its own."""
    return " & ".join(members[each.player].name for each in pure.stints if each.last is None)


def _stints(entry: Entry, pure: EntryData, members: Members) -> Iterator[Stint]:
    """A place is handed on from one hand to the next; who does not follow has the next place."""
    position, free_from = -1, None
    for each in pure.stints:
        if position < 0 or (each.first, each.first_hand or 1) != free_from:
            position += 1
        free_from = _next_start(each)
        yield Stint(
            entry=entry,
            member=members[each.player],
            replaces=None if each.replaces is None else members[each.replaces],
            position=position,
            first_round=each.first,
            first_hand=each.first_hand,
            last_round=each.last,
            last_hand=each.last_hand,
        )


def _next_start(stint: StintData) -> tuple[int, int] | None:
    """The round and the hand that come after a stint; None for one to the end."""
    if stint.last is None:
        return None
    return (stint.last + 1, 1) if stint.last_hand is None else (stint.last, stint.last_hand + 1)


def _constraints(
    rows: Rows, tournament: Tournament, state: TournamentData, entries: Mapping[int, Entry]
) -> None:
    for at, ban in enumerate(state.forbidden):
        entry, other = (entries[number] for number in ban.entries)
        row = DrawConstraint(tournament=tournament, entry=entry, other=other, apart=ban.apart)
        rows.add(row, f"tournament.forbidden.{at}")
    for at, each in enumerate(state.stationary):
        row = DrawConstraint(tournament=tournament, entry=entries[each.entry], table=each.table)
        rows.add(row, f"tournament.stationary.{at}")


def _adjustments(
    rows: Rows,
    tournament: Tournament,
    state: TournamentData,
    entries: Mapping[int, Entry],
    members: Members,
) -> None:
    for at, each in enumerate(state.adjustments):
        row = Adjustment(
            tournament=tournament,
            version=each.version,
            entry=entries[each.entry],
            score=each.score,
            reason=each.reason or NOT_IN_BUNDLE,
            by=members.get(each.by or ""),
        )
        rows.add(row, f"adjustments.{at}")
