"""Score sheets of tables: counted, entered by one side, confirmed or disputed by another."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from games.engine.pad import HandSheet, Pad, SheetFault, UnsoundSheet, hands_in, keep_score
from games.services.limits import account_of
from samba_service.accounts.models import Player
from tournaments.engine.results import End, Kind, winner_of
from tournaments.engine.terms import Format
from tournaments.errors import (
    NoFigures,
    OwnSheet,
    PlayedOnline,
    ResultConfirmed,
    ResultDisputed,
    SameDevice,
    SheetSuperseded,
    TooManySheets,
)
from tournaments.models import Result, SheetCode, Table, Tournament
from tournaments.selectors.tournaments import ruleset_of
from tournaments.services.tables import (
    CodeUse,
    ResultChange,
    require_running,
    result_add,
    result_change,
)

Sheet = Sequence[Mapping[str, Any]]
"""Hands in the shape of the API, well-formed."""

Writer = Player | CodeUse
"""Who enters or judges sheets; the device of a code judges no sheet of its own: SameDevice."""


class Counted(NamedTuple):
    """A sheet that adds up."""

    hands: Sheet
    pad: Pad
    sambas: list[int]
    """By side, as far as they were entered: a hand of only totals has none."""

    @property
    def columns(self) -> dict[str, Any]:
        """The result that it gives."""
        points = list(self.pad.totals)
        winner = winner_of(points)
        return {"points": points, "winner": winner, "sambas": self.sambas, "hands": self.hands}

    def equals(self, earlier: Result) -> bool:
        """True if an earlier version is equal: the points, and every hand by its totals."""
        pad = _kept(earlier)
        return pad is not None and _totals(pad) == _totals(self.pad)


def sheet_count(table: Table, hands: Sheet, end: End) -> Counted:
    """Count a sheet of a published table. Raises UnsoundSheet with every wrong line.

    A round has a number of hands: fewer are `unfinished`, and more are allowed only in a knockout,
    while it is tied. A round by time has as many as there was time for.
    """
    tournament = table.round.tournament
    read, planned = hands_in(hands), tournament.hands_per_round
    faults = list(_missing(len(read), planned, end))
    try:
        pad = pad_of(table, read)
    except UnsoundSheet as unsound:
        raise UnsoundSheet((), [*faults, *unsound.faults]) if faults else unsound from None
    faults += _beyond(pad, planned, tournament)
    if faults:
        raise UnsoundSheet((), faults)
    sambas = [0] * len(pad.totals)
    for side in (side for hand in read for side in hand.sides):
        sambas[side.side] += side.canastas.get("samba", 0)
    return Counted(hands, pad, sambas)


def next_minimum_of(result: Result) -> list[int] | None:
    """The points that the first melds of a further hand would need; None without hands."""
    pad = _kept(result)
    return None if pad is None else list(pad.next_minimum)


def _kept(result: Result) -> Pad | None:
    """A version's hands, counted.

    None if there are none, for an import that was not checked, and for withdrawn versions.
    """
    if result.hands is None or result.table is None:
        return None
    try:
        return pad_of(result.table, hands_in(result.hands))
    except UnsoundSheet:
        return None


def pad_of(table: Table, hands: Sequence[HandSheet]) -> Pad:
    """The hands at a table, counted by its rules and from where it began. Raises UnsoundSheet."""
    return keep_score(
        ruleset_of(table.round.tournament),
        seats=len(table.seats.all()),
        hands=hands,
        scores=table.start_scores or (),
    )


def _totals(pad: Pad) -> tuple[tuple[int, ...], ...]:
    return tuple([hand.totals for hand in pad.hands])


def _missing(written: int, planned: int | None, end: End) -> Iterator[SheetFault]:
    if not written:
        yield SheetFault("hands", "A sheet has at least one hand")
    elif planned is not None and written < planned and end is not End.UNFINISHED:
        here = "1 is" if written == 1 else f"{written} are"
        short = f"The round has {planned} hands, and {here} here"
        yield SheetFault("hands", f"{short}: if it ended so, send `end: unfinished`")


def _beyond(pad: Pad, planned: int | None, tournament: Tournament) -> Iterator[SheetFault]:
    """Hands after the last; in a knockout a tie has further ones."""
    if planned is None:
        return
    for number in range(planned, len(pad.hands)):
        before = pad.hands[number - 1].totals
        tied = before.count(max(before)) > 1
        if tournament.format != Format.KNOCKOUT:
            yield SheetFault(f"hands.{number}", f"The round has {planned} hands")
        elif not tied:
            yield SheetFault(f"hands.{number}", "A further hand is for a tie: there was none")


def sheet_enter(
    *, table_id: UUID, by: Writer, directing: bool, hands: Sheet, end: End = End.PLAYED
) -> Result:
    """Enter a sheet for the own side, or as a director; a new one by the same replaces it.

    A sheet equal to all others is confirmed, and so is a sheet that a director enters twice; a
    different one is disputed. Raises NotSeated, WrongTournamentState, PlayedOnline,
    ResultConfirmed, TooManySheets for a caller who does not direct, UnsoundSheet.
    """
    with result_change(Q(pk=table_id), "sheet_entered", by=by, directing=directing) as to:
        _require_open(to)
        sheet_allow(to, by)
        counted = sheet_count(to.table, hands, end)
        kind, sambas, same = _judged(to, counted)
        columns = counted.columns | {"sambas": sambas}
        return _sheet_add(to, kind, end, same, columns)


def sheet_confirm(*, result_id: UUID, by: Writer, directing: bool) -> Result:
    """Confirm a sheet of another side's, or any as a director. The version that is added counts.

    While a table is disputed the latest sheet of each side can be confirmed. Raises NotThere,
    NotSeated, OwnSheet, WrongTournamentState, ResultConfirmed, SheetSuperseded, NoFigures, and
    ResultDisputed if another side still disagrees.
    """
    of = Q(results=result_id)
    with result_change(of, "sheet_confirmed", by=by, directing=directing) as to:
        sheet = _other_sheet(to, result_id)
        _require_undisputed(to, sheet)
        return _sheet_add(to, Kind.CONFIRMATION, End(sheet.end), [sheet], _repeated(sheet))


def sheet_dispute(
    *,
    result_id: UUID,
    by: Writer,
    directing: bool,
    reason: str,
    hands: Sheet | None = None,
    end: End = End.PLAYED,
) -> Result:
    """Dispute a sheet of another side's, with the own `hands`; a director then decides.

    Raises as `sheet_confirm` does, TooManySheets for a caller who does not direct, and
    UnsoundSheet.
    """
    of = Q(results=result_id)
    with result_change(of, "sheet_disputed", by=by, directing=directing, reason=reason) as to:
        sheet = _other_sheet(to, result_id)
        sheet_allow(to, by)
        if hands is None:
            end, values = End(sheet.end), _repeated(sheet) | {"hands": None}
        else:
            values = sheet_count(to.table, hands, end).columns
        return _sheet_add(to, Kind.DISPUTE, end, [], values, reason=reason)


def _sheet_add(
    to: ResultChange,
    kind: Kind,
    end: End,
    same: Sequence[Result],
    columns: Mapping[str, Any],
    *,
    reason: str = "",
) -> Result:
    """The next version, which says the same as earlier sheets. Raises SameDevice."""
    device, side = to.author.device, to.author.side
    if kind is Kind.CONFIRMATION and device is not None:
        others = [each for each in to.table.results.all() if each.side != side]
        if any(each.device is not None and bytes(each.device) == device for each in others):
            raise SameDevice
    by_code = device is not None and all(each.by_code for each in same)
    return result_add(to, kind, end, reason=reason, by_code=by_code, **columns)


def _require_open(to: ResultChange) -> None:
    """Raises unless a sheet can come in."""
    if to.table.is_decided:
        raise ResultConfirmed
    if to.table.game_id is not None:
        raise PlayedOnline
    require_running(to.table)


SHEETS = (Kind.SHEET, Kind.DISPUTE)
"""Results that an account writes a limited number of times at one table."""


def sheet_allow(to: ResultChange, by: Writer) -> None:
    """Raise TooManySheets unless the writer may write one more sheet here, or as a director.

    An account has a number of sheets at a table, and so has a code: after a strip was lost, the
    next one's are its own.
    """
    if to.author.director:
        return
    written = [each for each in to.all_results() if each.kind in SHEETS and not each.director]
    if isinstance(by, Player):
        account = account_of(by)
        players = [each.by.player for each in written if each.by and each.by.player]
        own = [account_of(player) for player in players].count(account)
    else:
        since = SheetCode.objects.values_list("made_at", flat=True).get(pk=by.code)
        coded = [each for each in written if each.device and each.at >= since]
        own = [each.side for each in coded].count(to.author.side)
    if own >= settings.SAMBA_SHEETS_OF_PLAYER:
        raise TooManySheets(what="sheets at one table", limit=settings.SAMBA_SHEETS_OF_PLAYER)


def _other_sheet(to: ResultChange, result_id: UUID) -> Result:
    """The sheet that the author may check, if it still matters."""
    [sheet] = (each for each in to.table.results.all() if each.pk == result_id)
    if sheet.side == to.author.side and not to.author.director:
        raise OwnSheet
    _require_open(to)
    if sheet.hands is None:
        raise NoFigures
    sheets = [each for each in to.table.results.all() if each.hands is not None]
    if any(each.side == sheet.side and each.version > sheet.version for each in sheets):
        raise SheetSuperseded
    return sheet


def _require_undisputed(to: ResultChange, sheet: Result) -> None:
    """Raises ResultDisputed if a third side disagrees, or the sheet's side since."""
    if to.author.director:
        return
    latest = latest_of(to.table)
    own = latest.pop(sheet.side)
    latest.pop(to.author.side, None)
    withdrawn = own.hands is None and own.points == sheet.points
    if withdrawn or any(e.hands is None or e.points != sheet.points for e in latest.values()):
        raise ResultDisputed


def latest_of(table: Table) -> dict[int | None, Result]:
    """The last version that each side wrote, and under None a director who sits at none."""
    return {result.side: result for result in table.results.all()}


def _judged(to: ResultChange, counted: Counted) -> tuple[Kind, list[int], list[Result]]:
    """The kind of a sheet, given all earlier ones; its sambas, from any of them; and the equal."""
    latest, author = latest_of(to.table), to.author
    others = [result for side, result in latest.items() if side != author.side]
    same = [result for result in latest.values() if counted.equals(result)]
    if same if author.director else others and all(each in same for each in others):
        sambas = [counted.sambas, *(result.sambas for result in same if result.sambas)]
        return Kind.CONFIRMATION, [max(each) for each in zip(*sambas, strict=True)], same
    return Kind.DISPUTE if others else Kind.SHEET, counted.sambas, []


def _repeated(sheet: Result) -> dict[str, Any]:
    """The values of a sheet, for the version that confirms or disputes it."""
    return {name: getattr(sheet, name) for name in ("points", "winner", "sambas", "hands")}
