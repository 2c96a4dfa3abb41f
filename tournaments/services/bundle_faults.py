"""What a sound bundle must meet in addition, to become rows that can be played on."""

from collections import Counter
from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.db.models import Expression, Field, JSONField, Model

from games.bots import registry
from samba_service.accounts.names import is_visible
from tournaments.engine import Fault
from tournaments.engine.results import Kind
from tournaments.engine.tournament import RoundData, RoundState, SeatedTable, TournamentData
from tournaments.services.terms import FORBIDDEN_AT_MOST, STATIONARY_AT_MOST

NAME_AT_MOST = 40
"""Of a member without an account, as everywhere."""


def import_faults(state: TournamentData) -> Iterator[Fault]:
    """Everything that keeps a sound bundle from being one of this service's tournaments."""
    if not state.id:
        yield Fault("tournament.id", "is empty: an imported tournament is known by it")
    if state.version < 1:
        yield Fault("version", "the log of a tournament has at least one version")
    if state.house_bots is not None and state.house_bots not in registry.LEVELS:
        yield Fault("tournament.house_bots", "there is no such level of bots here")
    yield from _wishes(state)
    for at, player in enumerate(state.players):
        if not is_visible(player.name):
            yield Fault(f"players.{at}.name", "a name of visible characters")
        elif len(player.name) > NAME_AT_MOST:
            yield Fault(f"players.{at}.name", f"a name of at most {NAME_AT_MOST} characters")
    for at, round_ in enumerate(state.rounds):
        yield from _round(round_, at, last=at == len(state.rounds) - 1)


def _wishes(state: TournamentData) -> Iterator[Fault]:
    if len(state.forbidden) > FORBIDDEN_AT_MOST:
        yield Fault("tournament.forbidden", f"at most {FORBIDDEN_AT_MOST}")
    if len(state.stationary) > STATIONARY_AT_MOST:
        yield Fault("tournament.stationary", f"at most {STATIONARY_AT_MOST}")


def _round(round_: RoundData, at: int, *, last: bool) -> Iterator[Fault]:
    path = f"rounds.{at}"
    if round_.number != at + 1:
        yield Fault(f"{path}.number", "rounds are in order, from 1")
    if round_.state is not RoundState.CLOSED and not last:
        yield Fault(f"{path}.state", "all rounds but the last are closed")
    published = round_.state in (RoundState.PUBLISHED, RoundState.CLOSED)
    if published is (round_.published_version is None):
        yield Fault(f"{path}.published", f"does not fit a round that is {round_.state}")
    seated = Counter(player for table in round_.tables for side in table.players for player in side)
    for player, times in seated.items():
        if times > 1:
            yield Fault(path, f"player {player} sits at {times} places")
    for index, table in enumerate(round_.tables):
        yield from _table(table, f"{path}.tables.{index}")


def _table(table: SeatedTable, path: str) -> Iterator[Fault]:
    """Seats go round by side, so that every side has as many players."""
    if len({len(players) for players in table.players}) > 1:
        yield Fault(f"{path}.sides", "every side has as many players")
    for at, (entries, players) in enumerate(zip(table.sides, table.players, strict=False)):
        if len(entries) > 1 and len(players) != len(entries):
            yield Fault(f"{path}.sides.{at}.players", "one for each entry of the side")
    if table.start_scores and len(table.start_scores) != len(table.sides):
        yield Fault(f"{path}.start_scores", "one for each side")
    for at, result in enumerate(table.results):
        decided = result.kind in (Kind.CORRECTION, Kind.AWARD)
        if result.at is None:
            yield Fault(f"{path}.results.{at}.at", "a result has its time")
        if decided and result.by is not None and not result.by.director:
            yield Fault(f"{path}.results.{at}.by.director", f"a {result.kind} is a director's")


def row_faults(row: Model, path: str) -> Iterator[Fault]:
    """Values of a row that its columns cannot keep: too long, too large."""
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        by_database = isinstance(value, Expression)
        if field.is_relation or by_database or isinstance(field, JSONField):
            continue
        if value in field.empty_values:
            continue
        yield from _value_faults(field, value, row, f"{path}.{field.name}")


def _value_faults(
    field: "Field[object, object]", value: object, row: Model, path: str
) -> Iterator[Fault]:
    try:
        field.clean(value, row)
    except ValidationError as error:
        for text in error.messages:
            yield Fault(path, text)
