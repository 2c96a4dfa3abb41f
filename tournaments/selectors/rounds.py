"""Reading rounds, and the deals that their tables share."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from games.choices import GameStatus
from samba_service.accounts.selectors import is_account
from tournaments.engine.tournament import RoundState
from tournaments.models import Assignment, Round, Stint, Table, TableSeat, Tournament


def round_rows() -> QuerySet[Round]:
    """All rounds, drafts too."""
    return Round.objects.all()


def rounds_seen(tournament_id: UUID, *, directing: bool) -> QuerySet[Round]:
    """Rounds; only directors see drafts."""
    rows = Round.objects.filter(tournament=tournament_id).select_related("tournament")
    return rows if directing else rows.exclude(published_version=None)


def later_is_published(round_: Round) -> bool:
    """True if a round after this one has been published."""
    later = Round.objects.filter(tournament=round_.tournament_id, number__gt=round_.number)
    return later.filter(published_version__isnull=False).exists()


def byes_of(round_: Round) -> QuerySet[Assignment]:
    """Entries that sit a round out, with everything that their names need."""
    stints = Stint.objects.select_related("member__player")
    rows = round_.assignments.filter(table=None).select_related("entry__partnership")
    return rows.prefetch_related(Prefetch("entry__stints", stints))


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
    if not tournament.duplicate:
        return frozenset()
    rows = _at_play().filter(round__tournament=tournament)
    return frozenset(rows.values_list("round__number", flat=True))


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
