"""The publication of a round, which can be undone: the round keeps its draft.

A draft becomes the round that everybody sees: who was there is settled, seats and start scores are
assigned, and online tables get their games.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from samba_service.accounts.models import Player
from tournaments.club_errors import AlreadyEntered
from tournaments.engine.drawing import moved_since_draw, rounds_with
from tournaments.engine.rated_tables import RatedKind, together
from tournaments.engine.results import HANDS_BY_TIME
from tournaments.engine.terms import Format, Venue
from tournaments.engine.tournament import RoundState, TournamentData
from tournaments.errors import NOTHING_TO_UNDO, AccountsMissing, DraftOutdated, DraftStale, NoDraft
from tournaments.models import Assignment, Member, Round, TableSeat
from tournaments.selectors.rated_tables import kind_of
from tournaments.selectors.ratings import ratings_before
from tournaments.selectors.rounds import names_of, sides_of
from tournaments.selectors.standings import draw_state
from tournaments.selectors.tournaments import entries_of
from tournaments.services.changes import Change, require_state, round_change
from tournaments.services.placing import draft_keep, draft_restore
from tournaments.services.round_clock import clock_plan
from tournaments.services.rounds import deals_promise
from tournaments.services.stints import cuts_forget
from tournaments.services.table_games import (
    games_drop,
    require_no_hand_played,
    require_no_result,
    table_games_create,
    tables_of,
)

_CLOCK = ("starts_at", "ends_at", "paused_at", "last_called_at", "credited_until")
_PUBLICATION = ("state", "published_version", *_CLOCK)


def round_publish(
    *,
    round_id: UUID,
    by: Player,
    starts_at: datetime | None = None,
    without_late: bool = False,
) -> Round:
    """Publish a draft. In one transaction, under the lock of the tournament:

    1. who came or left since the draw is settled, and the draft kept, for `round_unpublish`;
    2. seats are written, and start scores by the ratings (`round_seat`);
    3. the round is `published`, and knows when it begins and ends;
    4. online tables get their games, which wait as lobbies, and the work that deals them now or at
       `starts_at`, calls their last hand, and collects results (`table_games_create`);
    5. the tournament has its next version, and its log an entry (`round_change`).

    After the commit a worker is woken, and deals. Tables with real cards need no more than seats.

    `without_late`: entries that came since the draw wait for the next round; if none is left for
    them, they came too late to play. A knockout has from now on as many rounds as its bracket
    needs. Raises WrongTournamentState, NoDraft, DraftOutdated, AlreadyEntered, AccountsMissing,
    HasSeenCards, and DraftStale if an entry came or left since, or has another place in the
    bracket.
    """
    with round_change(round_id, "round_published", by=by) as (change, round_):
        require_state(round_, RoundState.DRAFT)
        if round_.error is not None:
            raise NoDraft(**round_.error)
        _settle(change, round_, without_late=without_late)
        round_seat(round_)
        now, minutes = change.now, change.tournament.minutes_per_round
        round_.state, round_.published_version = RoundState.PUBLISHED, change.version
        round_.starts_at = max(starts_at, now) if starts_at is not None else now
        if minutes is not None:
            round_.ends_at = round_.starts_at + timedelta(minutes=minutes)
        round_.save(update_fields=[*_PUBLICATION, "method", "draft"])
        table_games_create(round_, by=by, now=now)
        if round_.ends_at is not None:
            clock_plan(round_)
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
        for name in _CLOCK:
            setattr(round_, name, None)
        clock_plan(round_)
        if round_.deal_set is not None:
            deals_promise(change, round_)
        round_.save(update_fields=[*_PUBLICATION, "method", "draft", "locks", "deal_set"])
    return round_


def _settle(change: Change, round_: Round, *, without_late: bool) -> None:
    """Settle who is there and how many rounds there are, and keep the draft on the round.

    Raises DraftOutdated, DraftStale.
    """
    tournament = change.tournament
    state, planned = draw_state(tournament), tournament.rounds_planned
    _require_uncorrected(state, round_)
    late = _settle_attendance(change, round_, state, without_late=without_late)
    method = "manual" if _has_released_locks(round_) else round_.method
    draft_keep(round_, planned=[planned, tournament.rounds_planned], late=late, published_as=method)
    round_.method = method


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


def round_seat(round_: Round, numbers: Collection[int] | None = None) -> None:
    """Seat everybody and set the start scores; with `numbers`, at these tables only.

    Raises AlreadyEntered, and AccountsMissing where somebody without an account would have to play
    online.
    """
    seats_assign(round_, numbers)
    online = tables_of(round_, numbers).filter(venue=Venue.ONLINE)
    rows = TableSeat.objects.filter(table__in=online, member__bot_level="")
    rows = rows.select_related("table", "member__player")
    if lacking := [row for row in rows if row.member.player is None or row.member.is_former]:
        raise AccountsMissing(
            tables=sorted({row.table.number for row in lacking}),
            names=sorted({row.member.name for row in lacking}),
        )
    undecided = tables_of(round_, numbers).filter(results=None)
    undecided.update(start_scores=None)
    for number, scores in handicaps_for(round_).items():
        undecided.filter(number=number).update(start_scores=list(scores))


def seats_assign(round_: Round, numbers: Collection[int] | None = None) -> None:
    """Write all seats: seat n belongs to side n mod sides, and to its entry's player of this round.

    With `numbers`, those of these tables again. Raises AlreadyEntered where somebody would sit
    twice, for one entry or for two, as an imported tournament may have it.
    """
    entries = list(entries_of(round_.tournament_id))
    line_ups = {
        entry.id: [each.member for each in entry.stints.all() if each.covers(round_.number)]
        for entry in entries
    }
    tables = tables_of(round_, numbers).prefetch_related("assignments")
    TableSeat.objects.filter(table__in=tables).delete()
    rows = [
        TableSeat(round=round_, table=table, seat=seat, entry_id=entry_id, member=member)
        for table in tables
        for seat, entry_id, member in _seats(sides_of(table.assignments.all()), line_ups)
    ]
    seen: dict[UUID, UUID] = {}
    for row in [*TableSeat.objects.filter(round=round_), *rows]:
        if row.member_id in seen:
            [twice] = (each for each in entries if each.id == seen[row.member_id])
            raise AlreadyEntered(entry=twice.number)
        seen[row.member_id] = row.entry_id
    TableSeat.objects.bulk_create(rows)


def _seats(
    sides: Sequence[Sequence[Assignment]], line_ups: Mapping[UUID, Sequence[Member]]
) -> Iterator[tuple[int, UUID, Member]]:
    for side, assigned in enumerate(sides):
        seated = [(each.entry_id, one) for each in assigned for one in line_ups[each.entry_id]]
        for position, (entry_id, member) in enumerate(seated):
            yield side + position * len(sides), entry_id, member


def handicaps_for(round_: Round) -> dict[int, tuple[int, ...]]:
    """Scores by side, by the number of the table; tables of equal sides are left out.

    They are three quarters of the margin that the ratings expect against the strongest side of a
    table, to the nearest 100, by the ratings of the club, for those who sit there; an unrated
    player counts as average.
    """
    tournament = round_.tournament
    if not tournament.handicap:
        return {}
    ratings, kind = ratings_before(tournament), kind_of(tournament)
    hands = tournament.hands_per_round or HANDS_BY_TIME
    found = {}
    for table in round_.tables.prefetch_related("seats__member", "assignments"):
        sides = len({each.side for each in table.assignments.all()})
        seated = [str(seat.member.public_id) for seat in table.seats.all()]
        players = [seated[side::sides] for side in range(sides)]
        rated = [each if kind is RatedKind.PLAYER else [together(each)] for each in players]
        scores = ratings.handicaps(rated, hands)
        if any(scores):
            found[table.number] = scores
    return found
