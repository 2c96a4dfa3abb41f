"""Writing the log of one player, in the transaction of the cause and after a row of it.

So the transaction has its number before a notice has: see `selectors.notices`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Model

from games.choices import GameStatus, NoticeType
from games.engine.match import Match
from games.models import Notice
from games.signals import notices_added
from games.store.row import GameRow
from samba_service.kit.rows import rows_insert


def notices_add(notices: Sequence[Notice], *others: Sequence[Model]) -> None:
    """Insert notices, together with `others`, and wake those whom they are for after the commit."""
    rows_insert(*others, notices)
    if notices:
        notices_announce([each.player_id for each in notices])


def notices_announce(players: Sequence[UUID]) -> None:
    """Wake readers of these players' logs after the commit."""
    whom = frozenset(players)
    transaction.on_commit(lambda: notices_added.send_robust(Notice, players=whom), robust=True)


class Noticed(NamedTuple):
    """What is written of a notice about a game."""

    player: UUID
    type: NoticeType
    seat: int


def turns_noticed(before: GameRow, after: GameRow, match: Match) -> Iterator[Noticed]:
    """What people and bot accounts at a table notice of a change: turns, and the end."""
    ended = after.status not in (GameStatus.LOBBY, GameStatus.ACTIVE)
    changed = (1 << after.seats) - 1 if ended else before.to_act ^ after.to_act
    for seat in range(after.seats):
        occupant = match.occupants[seat]
        if not (changed & ~after.bot_seats) >> seat & 1 or occupant is None:
            continue
        type = NoticeType.TURN_OVER
        if ended:
            type = NoticeType.TABLE_OVER
        elif after.to_act >> seat & 1:
            type = NoticeType.MY_TURN
        yield Noticed(UUID(occupant.player), type, seat)


def notice(player_id: UUID, type: NoticeType, game_id: UUID, seat: int) -> Notice:
    """A notice of a player about their seat at a game."""
    return Notice(player_id=player_id, type=type, game_id=game_id, seat=seat)
