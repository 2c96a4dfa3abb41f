"""Who sits where in a published round: moved by the director, or corrected afterwards.

The round keeps its draft, so that a change can be undone: tables and byes that differ from it are
locked with `after_publication`; those that are as in the draft again get the draft's reasons and
locks back.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypedDict
from uuid import UUID

from django.db.models import Max

from games.choices import GameStatus
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields, NotThere
from tournaments.engine.draws import Reason
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import DealsForAll, TablesAtPlay
from tournaments.models import Assignment, Round, Table
from tournaments.selectors.load import why_columns
from tournaments.selectors.rounds import later_is_published
from tournaments.services.changes import Change, require_state, require_state_in, round_change
from tournaments.services.draft_edits import TableChange
from tournaments.services.placing import (
    BY_PLAN,
    Json,
    Justification,
    Placement,
    Placing,
    Sides,
    columns_write,
    draft_keep,
    entries_at,
    exchanged,
    lock_made,
    numbers_in,
    places_write,
    placing_of,
    placing_warnings,
    require_bots_online,
    require_fit,
    seated,
    sides_at,
    without_table,
)
from tournaments.services.publication import round_seat, seats_assign
from tournaments.services.stints import cuts_forget
from tournaments.services.table_games import (
    game_cancel,
    require_no_hand_played,
    require_no_result,
    table_games_create,
)

MOVED = "The director has moved somebody to another table."
"""The reason that those at a table read when its game ends by it."""


class CorrectedTable(TypedDict):
    """Who really sat at a table, side by side."""

    number: int
    sides: Sequence[Sequence[UUID]]


def table_reseat(*, round_id: UUID, number: int, by: Player, changes: TableChange) -> list[Reason]:
    """Seat `sides` at a table of a published round; entries that come and go change places.

    None of the tables concerned may have a result, or a hand played in a game that was not
    abandoned; their games end, and they get new ones. Returns warnings. Raises NotThere,
    WrongTournamentState, ResultsEntered, HandsPlayed, DealsForAll, AccountsMissing,
    ForbiddenPair, BadFields.
    """
    warnings: list[Reason] = []
    justification = Justification(bool(changes.get("override")), changes.get("reason", ""))
    with round_change(round_id, "table_reseated", by=by, reason=justification.reason) as (
        change,
        round_,
    ):
        require_state(round_, RoundState.PUBLISHED)
        if changes.keys() & {"venue", "locked"}:
            require_state(round_, RoundState.DRAFT)
        before = placing_of(round_)
        if number not in sides_at(before):
            raise NotThere
        sides = tuple(map(tuple, changes["sides"]))
        require_fit(before, {number: sides}, "sides")
        now = exchanged(before, number, sides)
        touched = _places_update(change, round_, before, now, justification)
        if touched:
            tables = _tables(round_, touched)
            _require_unplayed(round_, tables)
            warnings = placing_warnings(change, round_, (before, now), touched, justification)
            _seat_again(change, round_, tables, by)
    return warnings


def round_correct(
    *, round_id: UUID, by: Player, tables: Sequence[CorrectedTable], reason: str
) -> Round:
    """Record who really sat at tables of a round, all in one act; results stay with their side.

    An entry that sat at none of them gets the bye of the one that sat there without being drawn. No
    published round is drawn again for it. Raises WrongTournamentState, TablesAtPlay,
    AlreadyEntered, BadFields.
    """
    with round_change(round_id, "seats_corrected", by=by, reason=reason) as (change, round_):
        closed = round_.state == RoundState.CLOSED  # corrected after the end too
        over = [TournamentState.FINISHED] if closed else []
        require_state_in(change.tournament.state, TournamentState.RUNNING, *over)
        require_state_in(round_.state, RoundState.PUBLISHED, RoundState.CLOSED)
        before = placing_of(round_)
        given = _given(before, tables)
        justification = Justification(override=True, reason=reason)
        now = _corrected(before, given)
        touched = _places_update(change, round_, before, now, justification)
        if touched:
            corrected = _tables(round_, touched)
            playing = (GameStatus.LOBBY, GameStatus.ACTIVE)  # the seats of a game are its own
            if busy := [e.number for e in corrected if e.game and e.game.status in playing]:
                raise TablesAtPlay(tables=busy)
            for table in corrected:
                require_bots_online(table, "tables")
            seats_assign(round_, touched)
            if change.tournament.format == Format.KNOCKOUT:
                change.facts["later_round_stands"] = later_is_published(round_)
    return round_


def _given(before: Placing, tables: Sequence[CorrectedTable]) -> dict[int, Sides]:
    """The tables of a correction by number. Raises BadFields."""
    given = {each["number"]: tuple(map(tuple, each["sides"])) for each in tables}
    if len(given) < len(tables):
        raise BadFields(("tables", "Each table once."))
    for index, each in enumerate(tables):
        if each["number"] not in sides_at(before):
            raise BadFields((f"tables.{index}.number", "The round has no such table."))
    require_fit(before, given, "tables")
    return given


def _corrected(before: Placing, given: Mapping[int, Sides]) -> Placing:
    """Everybody's place once these tables are as given. Raises BadFields."""
    wanted = entries_at(given.values())
    others = {before[entry].table for entry in wanted} - {None, *given}
    if others:
        raise BadFields(("tables", f"Name table {min(filter(None, others))} as well."))
    drawn = entries_at(sides for number, sides in sides_at(before).items() if number in given)
    idle = [before[entry] for entry in wanted if before[entry].table is None]
    left = [entry for entry in drawn if entry not in wanted]
    return {**before, **dict(zip(left, idle, strict=True)), **seated(given)}


def _tables(round_: Round, numbers: Iterable[int]) -> list[Table]:
    rows = round_.tables.filter(number__in=list(numbers))
    return list(rows.select_related("game", "round__tournament"))


def _require_unplayed(round_: Round, tables: Sequence[Table]) -> None:
    """Raises unless the tables can begin again with others."""
    require_no_result(tables)
    going_on = (each for each in tables if each.game and each.game.status != GameStatus.ABANDONED)
    require_no_hand_played(going_on)
    if round_.deal_set is not None:
        raise DealsForAll


def _seat_again(change: Change, round_: Round, tables: Sequence[Table], by: Player) -> None:
    """Let others sit there: new seats and start scores; online a new game with new deals."""
    for table in sorted(tables, key=lambda each: str(each.game_id)):
        game_cancel(table, by=by, reason=MOVED)
    numbers = [table.number for table in tables]
    round_seat(round_, numbers)
    entries = round_.assignments.filter(table__number__in=numbers)
    cuts_forget(entries.values_list("entry", flat=True), round_.number)
    table_games_create(round_, by=by, now=change.now, numbers=numbers)


def _places_update(
    change: Change, round_: Round, before: Placing, placing: Placing, justification: Justification
) -> list[int]:
    """Seat all entries of a published round as `placing` says; returns the tables that changed.

    Saves the round. The caller changes the seats of players and the games.
    """
    change.void = placing == before
    if change.void:
        return []
    if round_.draft is None:
        draft_keep(round_)
    touched = places_write(change, round_, before, placing)
    _settle(change, round_, placing, justification)
    round_.save(update_fields=["locks", "method", "draft"])
    return touched


def _settle(change: Change, round_: Round, placing: Placing, justification: Justification) -> None:
    """Lock what differs from the draft, and give the rest the draft's locks and reasons."""
    kept = round_.draft
    assert kept is not None
    drafted = {
        UUID(entry): Placement(*(columns[name] for name in Placement._fields))
        for entry, columns in kept["places"].items()
    }
    since = kept.get("since", {})
    after = {_key(lock): lock for lock in round_.locks if lock.get("after_publication")}
    changed = _changed(placing, drafted, _drawn_by(round_, since))
    locks = [lock for lock in kept["locks"] if _stands(lock, placing, drafted, changed)]
    for key, sides in changed.items():
        table = key if isinstance(key, int) else None
        lock = lock_made(change, sides, table, justification, after_publication=True)
        known = after.get(key)
        locks.append(known if known and known["sides"] == lock["sides"] else lock)
    round_.locks = locks
    _reasons_write(round_, kept, changed)
    plan = round_.tournament.format in BY_PLAN
    drawn = kept.get("published_as", kept["method"])
    round_.method = "manual" if plan and changed else drawn
    kept["since"] = {str(key): since.get(str(key), change.version) for key in changed}


Key = int | str
"""A table's number, or the id of an entry that has a bye."""


def _drawn_by(round_: Round, since: Mapping[str, int]) -> set[Key]:
    """The changed places that a later round's draw has used: their locks stay.

    `since` has the version at which each place was first changed.
    """
    later = round_.tournament.rounds.filter(number__gt=round_.number)
    drawn = later.aggregate(Max("drawn_version"))["drawn_version__max"] or 0
    return {int(key) if key.isdecimal() else key for key, at in since.items() if at <= drawn}


def _key(lock: Json) -> Key:
    key: Key = lock["sides"][0][0] if lock["bye"] else lock["table"]
    return key


def _changed(placing: Placing, drafted: Placing, anyhow: Collection[Key]) -> dict[Key, Sides]:
    """The tables and byes that differ from the draft, and those in `anyhow` too."""
    was = sides_at(drafted)
    tables: dict[Key, Sides] = {
        number: sides
        for number, sides in sides_at(placing).items()
        if sides != was.get(number) or number in anyhow
    }
    idle = without_table(placing)
    byes: dict[Key, Sides] = {
        str(entry): ((entry,),)
        for entry in sorted(idle)
        if placing[entry] != drafted[entry] or str(entry) in anyhow
    }
    return tables | byes


def _stands(lock: Json, placing: Placing, drafted: Placing, changed: Mapping[Key, Sides]) -> bool:
    """True if a lock of the draft still applies, and no newer lock names the same entries."""
    named = [UUID(entry) for side in lock["sides"] for entry in side]
    newer = set(entries_at(changed.values()))
    return all(placing[one] == drafted[one] and one not in newer for one in named)


def _reasons_write(round_: Round, kept: Json, changed: Mapping[Key, Sides]) -> None:
    """Write the director's reason for what was changed, and the draft's for the rest."""
    numbers = numbers_in(round_)
    for table in round_.tables.all():
        columns = _without(kept["tables"][str(table.number)], "dealer")
        if table.number in changed:
            sides = [[numbers[one] for one in side] for side in changed[table.number]]
            columns |= {"locked": True, **why_columns(Reason("set_by_director", {"sides": sides}))}
        columns_write(table, columns)
    code = "sit_out" if Format(round_.tournament.format).individual else "bye"
    earlier = Assignment.objects.filter(table=None, round__number__lt=round_.number)
    earlier = earlier.filter(round__published_version__isnull=False)
    for row in round_.assignments.all():
        columns = _without(kept["places"][str(row.entry_id)], *Placement._fields)
        if str(row.entry_id) in changed:
            byes = earlier.filter(entry=row.entry_id).count()
            facts = {"entry": numbers[row.entry_id], "byes": byes}
            columns |= {"locked": True, **why_columns(Reason(f"{code}_by_director", facts))}
        columns_write(row, columns)


def _without(columns: Json, *names: str) -> Json:
    return {name: value for name, value in columns.items() if name not in names}
