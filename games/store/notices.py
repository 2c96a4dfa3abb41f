"""Writing the log of one player, in the transaction of the cause.

Each player's notices are numbered under a lock of their own, so they commit in the order of their
numbers. A change of a game takes these locks last, and in one order. A transaction that changes
several games in turn may have to give way: PostgreSQL ends a deadlock, and the call is made again.
"""

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction

from games.choices import GameStatus, NoticeType
from games.engine.match import Match
from games.models import Notice
from games.signals import notices_added
from games.store.row import GameRow
from samba_service.kit.sql import run


class Noticed(NamedTuple):
    """What a player is to notice."""

    player: UUID
    type: NoticeType
    game: UUID | None = None
    seat: int | None = None
    invitation: UUID | None = None


NOTICES: Final = """
    new AS MATERIALIZED (
        SELECT * FROM unnest(%s::uuid[], %s::text[], %s::uuid[], %s::smallint[], %s::uuid[])
            WITH ORDINALITY AS new (player, type, game, seat, invitation, place)
    ), counted AS (
        INSERT INTO games_noticecount AS known (player_id, seq)
        SELECT player, count(*) FROM new GROUP BY player ORDER BY player
        ON CONFLICT (player_id) DO UPDATE SET seq = known.seq + excluded.seq
        RETURNING player_id, seq
    ), noticed AS (
        INSERT INTO games_notice (player_id, seq, type, game_id, seat, invitation_id)
        SELECT player,
            counted.seq + 1 - row_number() OVER (PARTITION BY player ORDER BY place DESC),
            type, game, seat, invitation
        FROM new JOIN counted ON counted.player_id = new.player
    )
"""
"""Parts of a statement; its values are `columns_of` the notices."""


def columns_of(noticed: Collection[Noticed]) -> tuple[list[object], ...]:
    """The values of NOTICES."""
    return tuple(list(column) for column in zip(*noticed, strict=True))


def notices_add(noticed: Collection[Noticed]) -> None:
    """Write notices, and wake those whom they are for after the commit."""
    if noticed:
        run(f"WITH {NOTICES} SELECT 1", columns_of(noticed))
        notices_announce(noticed)


def notices_announce(noticed: Collection[Noticed]) -> None:
    """Wake those whom these notices are for after the commit."""
    whom = frozenset(each.player for each in noticed)
    transaction.on_commit(lambda: notices_added.send_robust(Notice, players=whom), robust=True)


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
        yield Noticed(UUID(occupant.player), type, after.id, seat)
