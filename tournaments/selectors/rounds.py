"""Reading rounds and their tables: who sits there, their results, and who may see them yet."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from uuid import UUID

from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery

from games.choices import GameStatus
from samba_service.accounts.selectors import is_account
from tournaments.engine.reason_words import EntryNames
from tournaments.engine.results import Kind
from tournaments.engine.tournament import RoundState
from tournaments.models import (
    Assignment,
    DirectorCall,
    Entry,
    Result,
    Round,
    Stint,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.selectors.tournaments import entries_of


def round_rows() -> QuerySet[Round]:
    """All rounds, drafts too."""
    return Round.objects.all()


def rounds_seen(tournament_id: UUID, *, directing: bool) -> QuerySet[Round]:
    """Rounds; only directors see drafts."""
    rows = Round.objects.filter(tournament=tournament_id).select_related("tournament")
    return rows if directing else rows.exclude(published_version=None)


def round_seen(tournament: Tournament, number: int | None, *, directing: bool) -> Round | None:
    """The round with this number, else the latest; only directors see drafts."""
    rows = rounds_seen(tournament.pk, directing=directing).prefetch_related(
        "assignments", "tables__seats__member__player"
    )
    if number is not None:
        rows = rows.filter(number=number)
    return rows.order_by("-number").first()


def later_is_published(round_: Round) -> bool:
    """True if a round after this one has been published."""
    later = Round.objects.filter(tournament=round_.tournament_id, number__gt=round_.number)
    return later.filter(published_version__isnull=False).exists()


def byes_of(round_: Round) -> QuerySet[Assignment]:
    """Entries that sit a round out, with everything that their names need."""
    stints = Stint.objects.select_related("member__player")
    rows = round_.assignments.filter(table=None).select_related("entry__partnership")
    return rows.prefetch_related(Prefetch("entry__stints", stints))


def sides_of(assigned: Iterable[Assignment]) -> list[list[Assignment]]:
    """The assignments to one table, side by side."""
    sides: dict[int, list[Assignment]] = defaultdict(list)
    for assignment in sorted(assigned, key=lambda each: (each.side, each.position)):
        assert assignment.side is not None
        sides[assignment.side].append(assignment)
    return [sides[side] for side in sorted(sides)]


def names_of(tournament_id: UUID) -> EntryNames:
    """The names of a tournament's entries, by number."""
    return {entry.number: entry.name for entry in entries_of(tournament_id)}


_GAME_AT_PLAY = Q(
    round__deal_set__isnull=False,
    round__deal_set__opened_at=None,
    game__status__in=(GameStatus.LOBBY, GameStatus.ACTIVE),
)

_IMPORTED_AT_PLAY = Q(
    round__tournament__duplicate=True,
    round__deal_set=None,
    round__state=RoundState.PUBLISHED,
    results=None,
)
"""The deals of an imported round are not here: its results show how far it is."""


def _at_play() -> QuerySet[Table]:
    """Tables that still play shared deals; none of a round whose deals have been opened."""
    return Table.objects.filter(_GAME_AT_PLAY | _IMPORTED_AT_PLAY).distinct()


def tables_at_play(round_: Round) -> list[int]:
    """Numbers of the tables because of which the round's results and deals are hidden.

    If every table plays its own deals, there are none.
    """
    if not round_.tournament.duplicate:
        return []
    return list(_at_play().filter(round=round_).values_list("number", flat=True))


def rounds_hidden(round_ids: Iterable[UUID]) -> set[UUID]:
    """The rounds whose results are hidden because a table still plays their deals."""
    return set(_at_play().filter(round__in=round_ids).values_list("round_id", flat=True))


def rounds_at_play(tournament: Tournament) -> frozenset[int]:
    """Numbers of the rounds whose results are hidden."""
    return rounds_at_play_of([tournament]).get(tournament.pk, frozenset())


def rounds_at_play_of(tournaments: Iterable[Tournament]) -> Mapping[UUID, frozenset[int]]:
    """The same of many, by tournament, without those that have none."""
    shared = [each.pk for each in tournaments if each.duplicate]
    found: dict[UUID, set[int]] = defaultdict(set)
    if shared:
        rows = _at_play().filter(round__tournament__in=shared)
        for tournament, number in rows.values_list("round__tournament", "round__number"):
            found[tournament].add(number)
    return {tournament: frozenset(numbers) for tournament, numbers in found.items()}


def still_plays(round_id: UUID, player_id: UUID) -> bool:
    """True if the player, or a bot account of theirs, sits at a table that has not ended."""
    mine = TableSeat.objects.filter(is_account("member__player", player_id), round=round_id)
    return _at_play().filter(pk__in=mine.values("table")).exists()


def plays_in(tournament_id: UUID, player_id: UUID | None) -> bool:
    """True if the player, or a bot account of theirs, plays in the tournament, in any round."""
    if player_id is None:
        return False
    mine = is_account("member__player", player_id)
    return Stint.objects.filter(mine, entry__tournament=tournament_id).exists()


def table_rows() -> QuerySet[Table]:
    """All tables, those of drafts too."""
    return Table.objects.all()


def sheet_rows() -> QuerySet[Result]:
    """All score sheets, and results that were entered without one."""
    return Result.objects.filter(table__isnull=False)


def calls_made() -> QuerySet[DirectorCall]:
    """Calls of the director that were not withdrawn, the earliest first."""
    calls = DirectorCall.objects.filter(withdrawn_at=None)
    return calls.select_related("by__player", "player")


def call_shown(table: Table, viewer: UUID | None, *, directing: bool) -> DirectorCall | None:
    """The last call at a table of `tables_shown`, for its players and for directors."""
    sitting = {each.member.player_id for each in table.seats.all()} - {None}
    if not directing and viewer not in sitting:
        return None
    return max(table.calls.all(), key=lambda call: call.called_at, default=None)


def table_of_game(game_id: UUID) -> Table | None:
    """The table at which the game is played; None for a game outside tournaments."""
    return Table.objects.filter(game=game_id).first()


def tables_shown(tables: QuerySet[Table]) -> QuerySet[Table]:
    """These tables with everything that their answers show, in a fixed number of queries.

    Many of one round come from it, `round_.tables`: a join would read the round for every table.
    """
    stints = Stint.objects.select_related("member__player")
    assigned = Assignment.objects.select_related("entry__partnership")
    return tables.prefetch_related(
        Prefetch("assignments", assigned.prefetch_related(Prefetch("entry__stints", stints))),
        Prefetch("seats", TableSeat.objects.select_related("member__player")),
        Prefetch("results", Result.objects.select_related("by__player")),
        Prefetch("calls", calls_made()),
    )


def table_shown(table_id: UUID) -> Table:
    """One table with everything that its answers show."""
    return tables_shown(Table.objects.select_related("round__tournament")).get(pk=table_id)


def disputed_tables(tournament_id: UUID) -> QuerySet[Table]:
    """Those whose latest result is a dispute."""
    last = Result.objects.filter(table=OuterRef("pk")).order_by("-version").values("kind")[:1]
    rows = Table.objects.filter(round__tournament=tournament_id).alias(standing=Subquery(last))
    return tables_shown(rows.filter(standing=Kind.DISPUTE)).prefetch_related("round__tournament")


def results_visible(round_: Round, viewer: UUID | None, *, directing: bool) -> set[UUID]:
    """The tables of a round whose results the viewer may see.

    All of them, unless the tables play the same deals: then, while one is at play, only the own
    table's, or all for a director who does not play in the tournament.
    """
    tables = Table.objects.filter(round=round_)
    if tables_at_play(round_) and not (directing and not plays_in(round_.tournament_id, viewer)):
        if viewer is None:
            return set()
        tables = tables.filter(is_account("seats__member__player", viewer))
    return set(tables.values_list("pk", flat=True))


class OwnTable(NamedTuple):
    """The last published round for one player, and the round that is being made."""

    entry: Entry
    round: Round | None
    """None before the first is published."""
    seat: TableSeat | None
    bye: Assignment | None
    """Their entry's, if they have no seat."""
    next: Round | None


def own_table(tournament: Tournament, player_id: UUID) -> OwnTable | None:
    """The player's table or bye; None for a player without an entry."""
    rounds = tournament.rounds.all()
    last = rounds.filter(published_version__isnull=False).last()
    seat = TableSeat.objects.filter(round=last, member__player=player_id).first()
    entry_id = seat.entry_id if seat else _entry_of(tournament, player_id)
    if entry_id is None:
        return None
    bye = None
    if seat is None:
        bye = Assignment.objects.filter(round=last, entry=entry_id, table=None).first()
    entry = entries_of(tournament.pk).get(pk=entry_id)
    return OwnTable(entry, last, seat, bye, rounds.filter(published_version=None).first())


def _entry_of(tournament: Tournament, player_id: UUID) -> UUID | None:
    """The entry that the player sits for, or sat: one that is there before one that withdrew."""
    stints = Stint.objects.filter(
        entry__tournament=tournament, entry__invited=False, member__player=player_id
    )
    found = stints.order_by("entry__withdrawn", "-last_round", "-entry__number")
    return found.values_list("entry", flat=True).first()
