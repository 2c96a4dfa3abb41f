"""The draw of a round: computed by a worker outside any lock, and written exactly once.

House bots play if the number of entries is odd and the club wants that.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from games.bots import registry
from games.models import DueWork
from games.services.work import work_add, work_done
from samba_service.accounts.models import Player
from samba_service.accounts.services.codes import code_draw
from samba_service.kit.rows import is_new, row_found, rows_delete, rows_insert
from tournaments.engine.drawing import drafted, draw_round, house_bots_wanted
from tournaments.engine.draws import Bye, DrawRefused, SeatedTable
from tournaments.engine.terms import Venue
from tournaments.engine.tournament import RoundData, RoundState, TournamentData, TournamentState
from tournaments.models import (
    Assignment,
    Club,
    Entry,
    Member,
    Round,
    SheetCode,
    Stint,
    Table,
    Tournament,
)
from tournaments.selectors.load import why_columns
from tournaments.selectors.standings import draw_state
from tournaments.services.changes import Change, automatic_change, tournament_change
from tournaments.services.entries import attendance_change, entry_create, entry_size

DRAW = "draw"
"""Kind of due work: round `subject` is to be drawn, as asked at version `step`."""

TRIES = 5
"""Attempts before we leave the draw to the sweeper because the tournament keeps changing."""

FAILED = DrawRefused(
    "draw_failed",
    "the service made an error: draw the round again by `/redraw`, and report it if that fails too",
)
"""The error that the director reads of a draw that nobody could make."""

LEASE = timedelta(seconds=30)
"""Longer than any draw takes; until then nobody else makes a draw whose worker died."""


def draw_request(change: Change, round_: Round) -> None:
    """Have `round_` drawn: the work is due once the transaction commits, and a worker is woken."""
    round_.state, round_.step, round_.error = RoundState.DRAWING, change.version, None
    round_.requested_by = change.by
    new = round_ if is_new(round_) else None
    if new is None:
        round_.save(update_fields=["state", "step", "error", "requested_by"])
    work_add(kind=DRAW, subject=round_.id, step=round_.step, cause=new)


def round_draw(*, round_id: UUID, step: int) -> bool:
    """Draw the round as it was asked for at `step`; returns True if this call did it.

    A second call does nothing. If the director's rules leave no draw, the draft keeps the error; so
    it does for an error of ours, which is then raised. Raises DrawOvertaken if the tournament keeps
    changing.
    """
    try:
        return _draw(round_id, step)
    except (DrawOvertaken, OperationalError, InterfaceError):
        raise  # the sweeper tries again
    except Exception:  # any error: an error of ours must not block the night
        draw_abandon(round_id=round_id, step=step)
        raise


def draw_abandon(*, round_id: UUID, step: int) -> None:
    """Turn a round that nobody could draw into a draft with an error, which can be drawn again."""
    tournament_id = row_found(Round.objects.values_list("tournament", flat=True), pk=round_id)
    if tournament_id is None:
        return
    with automatic_change(tournament_id, "round_drawn") as change:
        if change is not None and not _is_due(round_id, step):
            change.void = True
        elif change is not None:
            _write(change, round_id, FAILED)
        work_done(kind=DRAW, subject=round_id, step=step)


def _draw(round_id: UUID, step: int) -> bool:
    for _ in range(TRIES):
        asked = row_found(Round.objects.values_list("tournament", "number"), pk=round_id)
        state = asked and _state_for(asked[0], round_id, step)
        if asked is None or state is None:
            return False
        number = asked[1]
        try:
            draft: RoundData | DrawRefused = drafted(state, number, draw_round(state, number))
        except DrawRefused as refused:
            draft = refused
        if _kept(round_id, step, state, draft):
            return True
    raise DrawOvertaken


class DrawOvertaken(Exception):
    """The tournament changed again and again while the draw was being made."""


def _state_for(tournament_id: UUID, round_id: UUID, step: int) -> TournamentData | None:
    """The value for the draw, with house bots seated; None if nothing is to be drawn."""
    with transaction.atomic():
        with automatic_change(tournament_id, "house_bots_seated") as change:
            if change is not None:
                change.void = True
            if change is None or not _is_due(round_id, step):
                work_done(kind=DRAW, subject=round_id, step=step)
                return None
            _lease(round_id, step)
            state = draw_state(change.tournament)
            change.void = not house_entries_set(change, house_bots_wanted(state))
        return state if change.void else draw_state(Tournament.objects.get(pk=tournament_id))


def _lease(round_id: UUID, step: int) -> None:
    """Keep the sweeper off while this draw is being made."""
    until = timezone.now() + LEASE
    DueWork.objects.filter(kind=DRAW, subject=round_id, step=step).update(locked_until=until)


def _is_due(round_id: UUID, step: int) -> bool:
    """True if it is still asked for: not drawn, not asked for again, the tournament not over."""
    asked = Round.objects.filter(pk=round_id, step=step, state=RoundState.DRAWING)
    return asked.filter(tournament__state=TournamentState.RUNNING).exists()


def _kept(round_id: UUID, step: int, state: TournamentData, draft: RoundData | DrawRefused) -> bool:
    """Write the draft, unless another was kept or the tournament is another now than `state`."""
    with automatic_change(UUID(state.id), "round_drawn") as change:
        if change is None:
            return False
        change.void = True
        if not _is_due(round_id, step) or not _is_still(state, change.tournament):
            return False
        change.void = False
        _write(change, round_id, draft)
        work_done(kind=DRAW, subject=round_id, step=step)
    return True


def _is_still(state: TournamentData, tournament: Tournament) -> bool:
    """True if the tournament would be drawn now as it was drawn from `state`."""
    if tournament.version == state.version:
        return True
    return replace(draw_state(tournament), version=state.version) == state


def _write(change: Change, round_id: UUID, draft: RoundData | DrawRefused) -> None:
    """Make the round a draft: as it was drawn, or with the error that prevented it."""
    round_ = Round.objects.get(pk=round_id)
    round_.state = RoundState.DRAFT
    if isinstance(draft, DrawRefused):
        round_.error = {"code": draft.code, "detail": draft.detail, "facts": draft.facts}
        round_.save(update_fields=["state", "error"])
        change.facts["error"] = draft.code
    else:
        draft_store(round_, change.tournament, draft)
    change.facts |= {"round": round_.number, "method": round_.method}


def draft_store(round_: Round, tournament: Tournament, draft: RoundData) -> None:
    """Write a draw instead of the draft that was there."""
    entries = {entry.number: entry for entry in tournament.entries.all()}
    venues = _venues(tournament, round_)
    tables, places = rows_of_round(round_, draft, entries)
    house = {each.table for each in places if each.entry.house}
    for table in tables:
        table.venue = Venue.ONLINE if table in house else venues.get(table.number, table.venue)
    rows_delete(Assignment.objects.filter(round=round_))
    rows_delete(SheetCode.objects.filter(table__in=Table.objects.filter(round=round_)))
    rows_delete(Table.objects.filter(round=round_))
    rows_insert(tables, places)
    round_.method, round_.drawn_version = draft.method, draft.drawn_version
    round_.locks = _standing(round_, draft, entries)
    round_.save(update_fields=["state", "method", "drawn_version", "basis", "locks"])


def rows_of_round(
    round_: Round, drawn: RoundData, entries: Mapping[int, Entry]
) -> tuple[list[Table], list[Assignment]]:
    """The rows of a round as the engine has it, not saved; `round_` gets its basis.

    The entries at tables come first, table by table; then the byes.
    """
    round_.basis = [
        {**each._asdict(), "entry": str(entries[each.entry].pk), "floats": list(each.floats)}
        for each in drawn.basis
    ]
    locked = {frozenset(lock.entries) for lock in drawn.locks}
    tables = [_table(round_, each, locked) for each in drawn.tables]
    seated = [
        Assignment(round=round_, entry=entries[one], table=table, side=side, position=position)
        for table, each in zip(tables, drawn.tables, strict=True)
        for side, numbers in enumerate(each.sides)
        for position, one in enumerate(numbers)
    ]
    byes = [_bye(round_, each, entries[each.entry], locked) for each in drawn.byes]
    return tables, [*seated, *byes]


def _standing(
    round_: Round, draft: RoundData, entries: Mapping[int, Entry]
) -> list[Mapping[str, Any]]:
    """The locks that the draw kept, without those that name an entry that left."""
    kept = {frozenset(str(entries[one].id) for one in lock.entries) for lock in draft.locks}
    return [
        lock
        for lock in round_.locks
        if frozenset(entry for side in lock["sides"] for entry in side) in kept
    ]


def _table(round_: Round, drawn: SeatedTable, locked: Collection[frozenset[int]]) -> Table:
    return Table(
        round=round_,
        number=drawn.number,
        slot=drawn.slot,
        third_place_match=drawn.third_place_match,
        venue=drawn.venue,
        dealer=drawn.dealer,
        start_scores=list(drawn.start_scores) or None,
        former_game=drawn.game or "",
        locked=frozenset(entry for side in drawn.sides for entry in side) in locked,
        **why_columns(drawn.why),
    )


def _bye(round_: Round, drawn: Bye, entry: Entry, locked: Collection[frozenset[int]]) -> Assignment:
    return Assignment(
        round=round_,
        entry=entry,
        slot=drawn.slot,
        locked=frozenset({drawn.entry}) in locked,
        **why_columns(drawn.why),
    )


def _venues(tournament: Tournament, round_: Round) -> dict[int, str]:
    """Of a mixed tournament, where each table was last: in this draft, else the round before.

    A table that was online for a house bot only is where its number was before.
    """
    if tournament.venue != Venue.MIXED:
        return {}
    rows = Table.objects.filter(
        round__tournament=tournament, round__number__in=(round_.number - 1, round_.number)
    ).order_by("round__number")
    chosen = rows.exclude(assignments__entry__house=True)
    return dict(chosen.values_list("number", "venue"))


def house_entries_set(change: Change, wanted: int) -> bool:
    """Have exactly `wanted` entries of house bots at the next draw; returns True if any changed."""
    house = list(change.tournament.entries.filter(house=True))
    before = [(entry.present, entry.withdrawn) for entry in house]
    while len(house) < wanted:
        house.append(entry_create(change, _next_bots(change), house=True))
    for index, entry in enumerate(house):
        with attendance_change(change, entry):
            entry.checked_in, entry.withdrawn = True, index >= wanted
            entry.save(update_fields=["checked_in", "withdrawn"])
    return before != [(entry.present, entry.withdrawn) for entry in house]


def house_entry_add(*, tournament_id: UUID, by: Player, level: str, first: int) -> Entry:
    """Enter house bots, numbered from `first`, like people: they stay, and fill no odd number."""
    with tournament_change(tournament_id, "entry_added", by=by, entries=1) as change:
        tournament = change.tournament
        numbers = range(first, first + entry_size(tournament))
        entry = entry_create(change, [_bot(tournament.club, level, each) for each in numbers])
        change.facts |= {"entry": str(entry.id), "number": entry.number}
    return entry


def _next_bots(change: Change) -> list[Member]:
    """Bots that sit for no entry of the tournament yet, as many as an entry has."""
    tournament = change.tournament
    size = entry_size(tournament)
    seated = Stint.objects.filter(entry__tournament=tournament, entry__house=True).count()
    return [
        _bot(tournament.club, tournament.house_bots, number)
        for number in range(seated + 1, seated + size + 1)
    ]


def _bot(club: Club, level: str, number: int) -> Member:
    names = {"bot_level": level, "own_name": f"{registry.LEVELS[level].name} bot {number}"}
    return Member.objects.get_or_create(club=club, **names, defaults={"claim_code": code_draw()})[0]
