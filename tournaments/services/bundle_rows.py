"""The rows of a bundle: its players as members of the club, its rounds and results."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Expression, Field, JSONField, Model, Q

from games.bots import registry
from games.engine.documents import Fault
from games.services.work import work_add
from samba_service.accounts.names import name_key
from samba_service.accounts.services.codes import code_draw
from tournaments.choices import MergeState
from tournaments.club_errors import NotJoined
from tournaments.engine.draws import SeatedTable
from tournaments.engine.results import Kind, ResultData
from tournaments.engine.tournament import Player, PlayerKind, RoundData, RoundState
from tournaments.errors import BundleRefused
from tournaments.models import (
    Adjustment,
    Assignment,
    AttendanceChange,
    Club,
    DrawConstraint,
    Entry,
    Member,
    Merge,
    Result,
    Round,
    Stint,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.services.changes import Change
from tournaments.services.clubs import club_lock, has_joined, numbered
from tournaments.services.draws import DRAW, rows_of_round


def members_match(
    club: Club, players: Iterable[Player], level: str | None, *, over: bool
) -> dict[str, Member]:
    """A member for each player, by the bundle's ids; no member represents two.

    A player is the member with the id, or with the account of the id, or into whom that one was
    merged; else the only member without an account who has the name; else a new member, with a
    number if a member with an account has the name. In a night that is not `over`, a member with an
    account who would be asked before they are entered does not match: nobody has asked them.
    `level` is the level of new bots.
    """
    club = club_lock(club.pk)
    players = list(players)
    known = _by_ids(club, [player.id for player in players])
    if not over:
        known = {id: member for id, member in known.items() if _plays_unasked(member)}
    found: dict[str, Member] = {}
    for player in players:
        member = known.get(player.id)
        if member is not None and member.kind == player.kind and member not in found.values():
            found[player.id] = member
    others = [player for player in players if player.id not in found]
    namesakes = _namesakes(club, others)
    taken = set(club.members.filter(left_at=None).values_list("name_key", flat=True))
    new: list[Member] = []
    for player in others:
        fitting = [
            each
            for each in namesakes.get(name_key(player.name), ())
            if each.kind == player.kind and each not in found.values()
        ]
        if len(fitting) == 1:
            found[player.id] = fitting[0]
        else:
            found[player.id] = _new(club, player, level, taken)
            taken.add(found[player.id].key_of_name)
            new.append(found[player.id])
    Member.objects.bulk_create(new)
    return found


def _namesakes(club: Club, players: Iterable[Player]) -> dict[str, list[Member]]:
    """Members without an account by the keys of the players' names."""
    names = {player.name for player in players}
    same = Q(own_name__in=names) | Q(name_key__in=set(map(name_key, names)))
    found: dict[str, list[Member]] = defaultdict(list)
    for member in club.members.filter(same, player=None, left_at=None):
        found[name_key(member.own_name)].append(member)
    return found


def _by_ids(club: Club, names: Iterable[str]) -> dict[str, Member]:
    ids = [id for name in names if (id := _uuid(name)) is not None]
    rows = club.members.filter(Q(pk__in=ids) | Q(player__in=ids))
    known: dict[str, Member] = {}
    for member in rows.select_related("player", "merged_into__player"):
        identity = member.identity
        known |= {str(member.id): identity, str(member.public_id): identity}
    return known


def _plays_unasked(member: Member) -> bool:
    return member.player is None or member.is_former or has_joined(member)


def require_joined(tournament: Tournament) -> None:
    """A night that was over does not go on with accounts whom nobody has asked.

    These are players of a night that was over when it was imported, and guests into whom somebody
    was merged since. Raises NotJoined.
    """
    own = not tournament.imported_over
    played = Member.objects.filter(stints__entry__tournament=tournament).select_related("player")
    unasked = {member for member in played if not _plays_unasked(member)}
    names = {each.name for each in unasked if not own or _was_merged_unasked(each, tournament)}
    if names:
        raise NotJoined(names=sorted(names))


def _was_merged_unasked(member: Member, tournament: Tournament) -> bool:
    """True if a guest has a place in the tournament by a merge that they have not agreed to."""
    entries = {str(pk) for pk in tournament.entries.values_list("pk", flat=True)}
    merges = Merge.objects.filter(into=member, state=MergeState.DONE, into_agrees=False)
    places = (place for merge in merges for place in merge.places)
    return member.guest and any(place["entry"] in entries for place in places)


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _new(club: Club, player: Player, level: str | None, taken: Container[str]) -> Member:
    """A member, not saved, whose name gets a number if it is taken."""
    is_bot = player.kind is PlayerKind.BOT
    member = Member(
        club=club,
        own_name=player.name,
        bot_level=(level or registry.levels()[0]) if is_bot else "",
        claim_code=code_draw(),
    )
    if member.key_of_name and member.key_of_name in taken:
        member.own_name = numbered(player.name, taken)
    return member


NOT_IN_BUNDLE = "Not in the bundle"
"""The reason, if it was not shown to the user who exported the tournament."""

Entries = Mapping[int, Entry]

Members = Mapping[str, Member]

WRITTEN = (
    Entry, DrawConstraint, Stint, AttendanceChange,
    Round, Table, Assignment, TableSeat, Result, Adjustment,
)  # fmt: skip
"""Rows of a bundle, in the order in which they are written."""

M = TypeVar("M", bound=Model)


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


class Rows:
    """The rows of a bundle: checked one by one, written kind by kind."""

    def __init__(self) -> None:
        self._rows: dict[type[Model], list[Any]] = defaultdict(list)
        self._faults: list[Fault] = []

    def add(self, row: M, path: str) -> M:
        """Take a row that comes from `path` of the bundle."""
        self._faults += row_faults(row, path)
        self._rows[type(row)].append(row)
        return row

    def write(self) -> None:
        """Write all of them. Raises BundleRefused if there is a fault in one."""
        if self._faults:
            raise BundleRefused(*self._faults)
        for model in WRITTEN:
            model._default_manager.bulk_create(self._rows[model])


def round_add(
    rows: Rows, change: Change, pure: RoundData, path: str, entries: Entries, members: Members
) -> None:
    """The rows of a round; one that was being drawn is drawn again."""
    round_ = rows.add(_round(change, pure, entries), path)
    if pure.state is RoundState.DRAWING:
        work_add(kind=DRAW, subject=round_.id, step=round_.step)
    tables, places = rows_of_round(round_, pure, entries)
    for at, (table, each) in enumerate(zip(tables, pure.tables, strict=True)):
        where = f"{path}.tables.{at}"
        rows.add(table, where)
        for seat in _seats(table, each, entries, members):
            rows.add(seat, where)
        for index, result in enumerate(each.results):
            rows.add(_result(table, result, members), f"{where}.results.{index}")
    for place in places:
        rows.add(place, path)


def _round(change: Change, pure: RoundData, entries: Entries) -> Round:
    ids = {number: str(entry.id) for number, entry in entries.items()}
    times = [each.at for table in pure.tables for each in table.results if each.at is not None]
    known = [
        pure.published_version or 0,
        *(r.version for table in pure.tables for r in table.results),
    ]
    return Round(
        tournament=change.tournament,
        number=pure.number,
        state=pure.state,
        step=change.version,
        method=pure.method,
        drawn_version=pure.drawn_version,
        published_version=pure.published_version,
        closed_version=max(known) if pure.state is RoundState.CLOSED else None,
        locks=[
            {**each._asdict(), "sides": [[ids[one] for one in side] for side in each.sides]}
            for each in pure.locks
        ],
        starts_at=min(times, default=None),
    )


def _seats(
    table: Table, pure: SeatedTable, entries: Entries, members: Members
) -> Iterator[TableSeat]:
    """Seat n belongs to side n mod sides; partners of individuals sit in the order of entries."""
    for side, (numbers, players) in enumerate(zip(pure.sides, pure.players, strict=False)):
        owners: Sequence[int] = numbers * len(players) if len(numbers) == 1 else numbers
        for position, (number, player) in enumerate(zip(owners, players, strict=True)):
            yield TableSeat(
                round=table.round,
                table=table,
                seat=side + position * len(pure.sides),
                entry=entries[number],
                member=members[player],
            )


def _result(table: Table, pure: ResultData, members: Members) -> Result:
    by = pure.by
    assert pure.at is not None  # else it was reported as a fault
    return Result(
        table=table,
        version=pure.version,
        at=pure.at,
        kind=pure.kind,
        end=pure.end,
        by=None if by is None else members.get(by.player),
        side=None if by is None else by.side,
        director=pure.kind in (Kind.CORRECTION, Kind.AWARD) if by is None else by.director,
        reason=pure.reason or (NOT_IN_BUNDLE if pure.kind in (Kind.CORRECTION, Kind.AWARD) else ""),
        points=_listed(pure.points),
        award=_listed(pure.award),
        winner=pure.winner,
        sambas=_listed(pure.sambas),
        hands=None if pure.hands is None else list(pure.hands),
    )


def _listed(values: tuple[int, ...] | None) -> list[int] | None:
    return None if values is None else list(values)
