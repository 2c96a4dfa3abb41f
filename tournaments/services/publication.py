"""The publication of a round, which can be undone: the round keeps its draft.

A draft becomes the round that everybody sees: who was there is settled, seats and start scores are
assigned, and online tables get their games.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Model
from django.utils import timezone

from samba_service.accounts.models import Player
from tournaments.engine import moved_since_draw, rounds_with
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundState, TournamentData
from tournaments.errors import NOTHING_TO_UNDO, DraftOutdated, DraftStale, NoDraft
from tournaments.models import Round, TableSeat, Tournament
from tournaments.selectors.load import names_of
from tournaments.selectors.standings import draw_state
from tournaments.services.changes import Change, require_state, round_change
from tournaments.services.rounds import deals_promise
from tournaments.services.seating import (
    accounts_require,
    cuts_forget,
    handicaps_assign,
    seats_assign,
)
from tournaments.services.table_games import (
    games_drop,
    require_no_hand_played,
    require_no_result,
    table_games_create,
)

_PUBLICATION = ("state", "published_version", "starts_at", "ends_at")


def round_publish(
    *,
    round_id: UUID,
    by: Player,
    starts_at: datetime | None = None,
    without_late: bool = False,
) -> Round:
    """Publish a draft: assign seats, create the games of online tables, and have them dealt.

    A worker deals them, now or at `starts_at`.

    `without_late`: entries that came since the draw wait for the next round; if none is left for
    them, they came too late to play. A knockout has from now on as many rounds as its bracket
    needs. Raises WrongTournamentState, NoDraft, AccountsMissing, HasSeenCards, and DraftStale if an
    entry came or left since, or has another place in the bracket.
    """
    with round_change(round_id, "round_published", by=by) as (change, round_):
        require_state(round_, RoundState.DRAFT)
        if round_.error is not None:
            raise NoDraft(**round_.error)
        state = draw_state(change.tournament)
        _require_uncorrected(state, round_)
        before = change.tournament.rounds_planned
        late = _settle_attendance(change, round_, state, without_late=without_late)
        method = "manual" if _has_released_locks(round_) else round_.method
        planned = [before, change.tournament.rounds_planned]
        draft_keep(round_, planned=planned, late=late, published_as=method)
        round_.method = method
        seats_assign(round_)
        accounts_require(round_)
        handicaps_assign(round_)
        now = timezone.now()
        round_.state, round_.published_version = RoundState.PUBLISHED, change.version
        round_.starts_at = max(starts_at, now) if starts_at is not None else now
        round_.ends_at = _end(change.tournament, round_.starts_at)
        round_.save(update_fields=[*_PUBLICATION, "method", "draft"])
        table_games_create(round_, by=by)
    return round_


def round_unpublish(*, round_id: UUID, by: Player, reason: str = "") -> Round:
    """Make a draft of a published round, as it was drafted, with new deals to come.

    A substitute who came between two hands then plays the round from its start. Only while no
    result is entered and no hand of it played online. Its games end. Raises WrongTournamentState,
    ResultsEntered, HandsPlayed.
    """
    with round_change(round_id, "round_unpublished", by=by, reason=reason) as (change, round_):
        nothing = "" if round_.state == RoundState.CLOSED else NOTHING_TO_UNDO
        require_state(round_, RoundState.PUBLISHED, way=nothing)
        tables = list(round_.tables.all())
        require_no_result(tables)
        require_no_hand_played(tables)
        change.facts["games"] = games_drop(round_, by=by)
        cuts_forget(change.tournament.entries.values_list("pk", flat=True), round_.number)
        TableSeat.objects.filter(round=round_).delete()
        round_.tables.update(start_scores=None)
        _restore(change, round_)
        round_.state, round_.published_version = RoundState.DRAFT, None
        round_.starts_at = round_.ends_at = None
        if round_.deal_set is not None:
            deals_promise(change, round_)
        round_.save(update_fields=[*_PUBLICATION, "method", "draft", "locks", "deal_set"])
    return round_


def _end(tournament: Tournament, start: datetime) -> datetime | None:
    minutes = tournament.minutes_per_round
    return None if minutes is None else start + timedelta(minutes=minutes)


def _require_uncorrected(state: TournamentData, round_: Round) -> None:
    """Raises DraftOutdated if the seats of an earlier round were corrected after the draw."""
    earlier = [each for each in state.rounds if each.number < round_.number]
    locks = (lock for each in earlier for lock in each.locks)
    after = [lock.version for lock in locks if lock.after_publication]
    if max(after, default=0) > (round_.drawn_version or 0):
        raise DraftOutdated


def _settle_attendance(
    change: Change, round_: Round, state: TournamentData, *, without_late: bool
) -> list[str]:
    """Make sure that those drawn are those here, except those who came since and may wait.

    Returns the entries that are late by it. Raises DraftStale.
    """
    tournament = change.tournament
    draft = state.round(round_.number)
    assert draft is not None
    moved = moved_since_draw(state, draft)
    came = moved.came - moved.late if without_late else moved.came
    if came or moved.left or moved.elsewhere:
        names = names_of(tournament.pk)
        raise DraftStale(
            came=[names[each] for each in sorted(moved.came)],
            left=[names[each] for each in sorted(moved.left)],
            elsewhere=[names[each] for each in sorted(moved.elsewhere)],
        )
    tournament.rounds_planned = rounds_with(state, draft)
    if moved.late:
        change.facts["late"] = sorted(moved.late)
        if tournament.format == Format.KNOCKOUT or round_.number == tournament.rounds_planned:
            change.facts["last"] = True  # nobody who is left out plays a later round
    if round_.number != 1:
        return []
    late = tournament.entries.filter(number__in=moved.late, late=False)
    ids = [str(pk) for pk in late.values_list("pk", flat=True)]
    late.update(late=True)
    return ids


def _has_released_locks(round_: Round) -> bool:
    """True if a table or bye is as the director set it, but its lock was released afterwards."""
    tables = round_.tables.filter(why_code="set_by_director", locked=False)
    byes = ("bye_by_director", "sit_out_by_director")
    return tables.exists() or round_.assignments.filter(why_code__in=byes, locked=False).exists()


def _restore(change: Change, round_: Round) -> None:
    """Undo the effects of the publication and of later changes of the round.

    The number of rounds is restored unless a director has changed it since.
    """
    kept = round_.draft or {}
    before, written = kept.get("planned", (None, None))
    if before != written == change.tournament.rounds_planned:
        change.tournament.rounds_planned = before
    change.tournament.entries.filter(pk__in=kept.get("late", ())).update(late=False)
    draft_restore(round_)


def draft_keep(round_: Round, **others: Any) -> None:
    """Store the round as it is, with `others`, so that later changes can be undone."""
    rows = round_.assignments.select_related("table")
    round_.draft = {
        **others,
        "method": round_.method,
        "locks": round_.locks,
        "tables": {str(each.number): _columns(each, "dealer") for each in round_.tables.all()},
        "places": {
            str(each.entry_id): _columns(each, "side", "position", "slot")
            | {"table": each.table and each.table.number}
            for each in rows
        },
    }


def _columns(row: Model, *names: str) -> dict[str, Any]:
    """The named columns of a row, with its lock and its reason."""
    reason = [field.attname for field in row._meta.fields if field.attname.startswith("why_")]
    return {name: getattr(row, name) for name in (*names, "locked", *reason)}


def draft_restore(round_: Round) -> None:
    """Restore an unpublished round to its draft."""
    kept = round_.draft
    if kept is None:
        return
    tables = {table.number: table for table in round_.tables.all()}
    for number, columns in kept["tables"].items():
        columns_write(tables[int(number)], columns)
    for row in round_.assignments.all():
        place = kept["places"][str(row.entry_id)]
        columns_write(row, place | {"table": tables.get(place["table"])})
    round_.method, round_.locks, round_.draft = kept["method"], kept["locks"], None


def columns_write(row: Model, columns: Mapping[str, Any]) -> None:
    for name, value in columns.items():
        setattr(row, name, value)
    row.save(update_fields=columns)
