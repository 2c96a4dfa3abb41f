"""Who sits where in a published round: moved by the director, or corrected afterwards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict
from uuid import UUID

from games.choices import GameStatus
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields, NotThere
from tournaments.engine.draws import Reason
from tournaments.engine.terms import Format, Venue
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import (
    DealsForAll,
    ForbiddenPair,
    ResultsEntered,
    TablesAtPlay,
    WrongTournamentState,
)
from tournaments.models import Round, Table
from tournaments.services.changes import Change, round_change
from tournaments.services.draft_edits import (
    TableChange,
    kept_apart,
    moved_from_their_tables,
    require_bots_online,
)
from tournaments.services.placing import (
    Justification,
    Placement,
    Placing,
    Sides,
    places_update,
    placing_of,
    sides_at,
)
from tournaments.services.seating import (
    accounts_require,
    cuts_forget,
    handicaps_assign,
    seats_assign,
)
from tournaments.services.table_games import game_cancel, require_no_hand_played, table_games_create

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
        _require_state(change, round_, (RoundState.PUBLISHED,))
        if changes.keys() & {"venue", "locked"}:
            raise WrongTournamentState(state=round_.state, allowed=[RoundState.DRAFT])
        before = placing_of(round_)
        if number not in sides_at(before):
            raise NotThere
        sides = _sides(changes["sides"])
        _require_fit(before, {number: sides}, "sides")
        touched = places_update(change, round_, _exchanged(before, number, sides), justification)
        change.void = not touched
        if touched:
            tables = _tables(round_, touched)
            _require_unplayed(round_, tables)
            apart = _require_sound(change, tables, justification)
            _seat_again(round_, tables, by)
            warnings = [*_moved(change, round_, before), *apart]
            change.facts["round"] = round_.number
    return warnings


def _moved(change: Change, round_: Round, before: Placing) -> Iterable[Reason]:
    """A warning for each entry that was to stay at its table."""
    rows = round_.assignments.select_related("entry", "table")
    tables = {entry: place.table for entry, place in before.items()}
    return moved_from_their_tables(change.tournament, {e.entry_id: e for e in rows}, tables)


def round_correct(
    *, round_id: UUID, by: Player, tables: Sequence[CorrectedTable], reason: str
) -> Round:
    """Record who really sat at tables of a round, all in one act; results stay with their side.

    An entry that sat at none of them gets the bye of the one that sat there without being drawn. No
    published round is drawn again for it. Raises WrongTournamentState, TablesAtPlay,
    AlreadyEntered, BadFields.
    """
    with round_change(round_id, "seats_corrected", by=by, reason=reason) as (change, round_):
        _require_state(change, round_, (RoundState.PUBLISHED, RoundState.CLOSED))
        before = placing_of(round_)
        given = _given(before, tables)
        justification = Justification(override=True, reason=reason)
        touched = places_update(change, round_, _corrected(before, given), justification)
        change.void = not touched
        if touched:
            corrected = _tables(round_, touched)
            _require_at_rest(corrected)
            for table in corrected:
                require_bots_online(table, "tables")
            seats_assign(round_, touched)
            _note_later(change, round_)
    return round_


def _require_state(change: Change, round_: Round, states: Sequence[str]) -> None:
    """A closed round is corrected after the end, too; a cancelled tournament is not."""
    closed = round_.state == RoundState.CLOSED
    allowed = (
        (TournamentState.RUNNING, TournamentState.FINISHED)
        if closed
        else (TournamentState.RUNNING,)
    )
    if change.tournament.state not in allowed:
        raise WrongTournamentState(state=change.tournament.state, allowed=allowed)
    if round_.state not in states:
        raise WrongTournamentState(state=round_.state, allowed=states)


def _sides(given: Sequence[Sequence[UUID]]) -> Sides:
    return tuple(map(tuple, given))


def _given(before: Placing, tables: Sequence[CorrectedTable]) -> dict[int, Sides]:
    """The tables of a correction by number. Raises BadFields."""
    given = {each["number"]: _sides(each["sides"]) for each in tables}
    if len(given) < len(tables):
        raise BadFields(("tables", "Each table once."))
    for index, each in enumerate(tables):
        if each["number"] not in sides_at(before):
            raise BadFields((f"tables.{index}.number", "The round has no such table."))
    _require_fit(before, given, "tables")
    return given


def _require_fit(before: Placing, given: Mapping[int, Sides], path: str) -> None:
    """Raises BadFields unless sides are as many and as large as they were, of this round."""
    wanted = _entries(given.values())
    for number, sides in given.items():
        now = [len(side) for side in sides_at(before)[number]]
        if [len(side) for side in sides] != now:
            raise BadFields((path, f"Table {number} has sides of {now} entries."))
    if len(set(wanted)) != len(wanted):
        raise BadFields((path, "An entry sits in one place."))
    if not set(wanted) <= before.keys():
        raise BadFields((path, "One of them is not in this round."))


def _entries(tables: Iterable[Sides]) -> list[UUID]:
    return [one for sides in tables for side in sides for one in side]


def _exchanged(before: Placing, number: int, sides: Sides) -> Placing:
    """Everybody's place once `sides` sit there."""
    wanted = _entries([sides])
    coming = [entry for entry in wanted if before[entry].table != number]
    going = [e for side in sides_at(before)[number] for e in side if e not in wanted]
    places = dict(zip(going, (before[entry] for entry in coming), strict=True))
    return {**before, **places, **_seated({number: sides})}


def _corrected(before: Placing, given: Mapping[int, Sides]) -> Placing:
    """Everybody's place once these tables are as given. Raises BadFields."""
    wanted = _entries(given.values())
    others = {before[entry].table for entry in wanted} - {None, *given}
    if others:
        raise BadFields(("tables", f"Name table {min(filter(None, others))} as well."))
    drawn = _entries(sides for number, sides in sides_at(before).items() if number in given)
    idle = [before[entry] for entry in wanted if before[entry].table is None]
    left = [entry for entry in drawn if entry not in wanted]
    return {**before, **dict(zip(left, idle, strict=True)), **_seated(given)}


def _seated(given: Mapping[int, Sides]) -> dict[UUID, Placement]:
    return {
        entry: Placement(number, side, position)
        for number, sides in given.items()
        for side, entries in enumerate(sides)
        for position, entry in enumerate(entries)
    }


def _tables(round_: Round, numbers: Iterable[int]) -> list[Table]:
    rows = round_.tables.filter(number__in=list(numbers))
    return list(rows.select_related("game", "round__tournament"))


def _require_unplayed(round_: Round, tables: Sequence[Table]) -> None:
    """Raises unless the tables can begin again with others."""
    entered = [table.number for table in tables if table.results.exists()]
    if entered:
        raise ResultsEntered(tables=entered)
    require_no_hand_played(each for each in tables if not _is_abandoned(each))
    if round_.deal_set is not None:
        raise DealsForAll


def _is_abandoned(table: Table) -> bool:
    """True if the table's game ended without a result: a new one begins in its place."""
    return table.game is not None and table.game.status == GameStatus.ABANDONED


def _require_sound(
    change: Change, tables: Sequence[Table], justification: Justification
) -> list[Reason]:
    """Raises ForbiddenPair, BadFields. Returns a warning for each two who are kept apart."""
    for table in tables:
        require_bots_online(table, "sides")
    apart = kept_apart(change.tournament, tables)
    if apart and not (justification.override and justification.reason):
        raise ForbiddenPair(entries=apart[0])
    return [Reason("kept_apart", {"entries": two}) for two in apart]


def _seat_again(round_: Round, tables: Sequence[Table], by: Player) -> None:
    """Let others sit there: new seats and start scores; online a new game with new deals."""
    for table in sorted(tables, key=lambda each: str(each.game_id)):
        game_cancel(table, by=by, reason=MOVED)
    numbers = [table.number for table in tables]
    seats_assign(round_, numbers)
    accounts_require(round_, numbers)
    handicaps_assign(round_, numbers)
    online = [table.number for table in tables if table.venue == Venue.ONLINE]
    entries = round_.assignments.filter(table__number__in=numbers)
    cuts_forget(entries.values_list("entry", flat=True), round_.number)
    if online:
        table_games_create(round_, by=by, numbers=online)


def _require_at_rest(tables: Iterable[Table]) -> None:
    """Raises TablesAtPlay while a game runs there, whose seats are whose they are."""
    playing = (GameStatus.LOBBY, GameStatus.ACTIVE)
    busy = [each.number for each in tables if each.game and each.game.status in playing]
    if busy:
        raise TablesAtPlay(tables=busy)


def _note_later(change: Change, round_: Round) -> None:
    """Record if a knockout continues as it was drawn before."""
    if change.tournament.format == Format.KNOCKOUT:
        later = change.tournament.rounds.filter(
            number__gt=round_.number, published_version__isnull=False
        )
        change.facts["later_round_stands"] = later.exists()
    change.facts["round"] = round_.number
