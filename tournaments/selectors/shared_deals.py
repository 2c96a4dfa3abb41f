"""Rounds whose tables all play the same deals: whether one is still at it, and who plays there."""

from uuid import UUID

from django.db.models import Q, QuerySet

from games.models import GameStatus
from tournaments.models import Table, TableSeat, Tournament


def _at_play() -> QuerySet[Table]:
    """Tables with a game of shared deals that has not ended; none once these were opened."""
    return Table.objects.filter(
        round__deal_set__isnull=False,
        round__deal_set__opened_at=None,
        game__status__in=(GameStatus.LOBBY, GameStatus.ACTIVE),
    )


def tables_at_play(round_id: UUID) -> list[int]:
    """Numbers of the tables that keep the round's results and deals from being told.

    Where every table plays its own deals, none does.
    """
    return list(_at_play().filter(round=round_id).values_list("number", flat=True))


def rounds_at_play(tournament: Tournament) -> frozenset[int]:
    """Numbers of the rounds of which nothing is told yet."""
    rows = _at_play().filter(round__tournament=tournament)
    return frozenset(rows.values_list("round__number", flat=True))


def still_plays(round_id: UUID, player_id: UUID) -> bool:
    """Whether the player, or a bot account of theirs, sits at a table that has not ended."""
    mine = TableSeat.objects.filter(played_by(player_id, "member__player"), round=round_id)
    return _at_play().filter(pk__in=mine.values("table")).exists()


def played_by(player_id: UUID, path: str) -> Q:
    """Rows whose player, at `path`, is this one or a bot account that they answer for."""
    return Q(**{path: player_id}) | Q(**{f"{path}__owner": player_id})
