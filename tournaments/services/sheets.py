"""What a score sheet comes to at a tournament's table, and what cannot be right about it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.pad import HandSheet, Pad, SheetFault, UnsoundSheet, hands_in, keep_score
from tournaments.engine.results import End
from tournaments.engine.tournament import Format
from tournaments.models import Result, Table, Tournament
from tournaments.selectors.state import ruleset_of

Sheet = Sequence[Mapping[str, Any]]
"""Hands in the shape of the API, well-formed."""


class Counted(NamedTuple):
    """A sheet that adds up; tuples by side."""

    hands: Sheet
    end: End
    totals: tuple[tuple[int, ...], ...]
    """After each hand, with what the sides began with."""
    points: tuple[int, ...]
    next_minimum: tuple[int, ...]
    sambas: tuple[int, ...]
    """As far as they are told: a hand of totals alone has none."""


def sheet_count(table: Table, hands: Sheet, end: End) -> Counted:
    """Count a sheet of a published table. Raises UnsoundSheet with every line that is wrong.

    A round has so many hands: fewer are `unfinished`, and more come in a knockout alone, while it
    is tied. A round by time has as many as there was time for.
    """
    tournament = table.round.tournament
    read, planned = hands_in(hands), tournament.hands_per_round
    faults = list(_missing(len(read), planned, end))
    try:
        pad = _pad(table, read)
    except UnsoundSheet as unsound:
        raise UnsoundSheet((), [*faults, *unsound.faults]) if faults else unsound from None
    faults += _beyond(pad, planned, tournament)
    if faults:
        raise UnsoundSheet((), faults)
    return Counted(hands, end, _totals(pad), pad.totals, pad.next_minimum, _sambas(read, pad))


def same_sheet(counted: Counted, earlier: Result) -> bool:
    """True if an earlier version says the same: the points, and every hand by its totals."""
    pad = _kept(earlier)
    return pad is not None and _totals(pad) == counted.totals


def next_minimum_of(result: Result) -> list[int] | None:
    """What the first melds of a further hand would need; None where no hands were written down."""
    pad = _kept(result)
    return None if pad is None else list(pad.next_minimum)


def _kept(result: Result) -> Pad | None:
    """A version's hands, counted.

    None without any, for what an import brought unjudged, and for what was taken back.
    """
    if result.hands is None or result.table is None:
        return None
    try:
        return _pad(result.table, hands_in(result.hands))
    except UnsoundSheet:
        return None


def _pad(table: Table, hands: Sequence[HandSheet]) -> Pad:
    return keep_score(
        ruleset_of(table.round.tournament),
        seats=table.seats.count(),
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


def _sambas(hands: Sequence[HandSheet], pad: Pad) -> tuple[int, ...]:
    counts = [0] * len(pad.totals)
    for hand in hands:
        for side in hand.sides:
            counts[side.side] += side.canastas.get("samba", 0)
    return tuple(counts)
