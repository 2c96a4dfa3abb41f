"""What waits for a player."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, NamedTuple, NotRequired
from uuid import UUID

from django.db.models import F

from games.choices import GameStatus
from games.models import Game, Invitation, Seat
from games.selectors.invitations import InvitationSubject, invitation_subjects, invitations_waiting
from games.selectors.places import ListPosition, newest_first


class WaitingAnswer(InvitationSubject):
    """`my_turn`: the game waits for the caller; `my_table`: it runs or is about to."""

    type: Annotated[str, ("enum", ("invited", "my_turn", "my_table"))]
    at: Annotated[datetime, "When the invitation or the game was made"]
    invitation: NotRequired[UUID]
    by: NotRequired[Annotated[UUID, "Who invited."]]


class Waiting(NamedTuple):
    """One item that waits."""

    place: ListPosition
    shown: WaitingAnswer


def waiting_list(
    *, player_id: UUID, limit: int = 100, after: ListPosition | None = None
) -> list[Waiting]:
    """What waits for a player: invitations, turns, tables where they sit, the newest first.

    At most `limit`, of those whose place comes after `after`. A reader who follows the places to
    the end sees everything that has been waiting since they began.
    """
    invitations = invitations_waiting(player_id, after=after, limit=limit)
    seated = Seat.objects.filter(player=player_id, to_version=None)
    games = (
        Game.objects.filter(status__in=(GameStatus.LOBBY, GameStatus.ACTIVE), stints__in=seated)
        .annotate(seat=F("stints__number"))
        .only("id", "to_act", "created_at")
    )
    found = [*_invited(invitations), *map(_table, newest_first(games, after)[:limit])]
    return sorted(found, key=lambda each: each.place, reverse=True)[:limit]


def _invited(invitations: Iterable[Invitation]) -> list[Waiting]:
    rows = list(invitations)
    subjects = invitation_subjects(rows)
    return [
        Waiting(
            ListPosition(each.created_at, each.pk),
            {
                "type": "invited",
                "at": each.created_at,
                "invitation": each.pk,
                "by": each.invited_by_id,
                **subjects[each.pk],
            },
        )
        for each in rows
    ]


def _table(game: Any) -> Waiting:
    return Waiting(
        ListPosition(game.created_at, game.pk),
        {
            "type": "my_turn" if game.to_act >> game.seat & 1 else "my_table",
            "at": game.created_at,
            "game": game.pk,
            "seat": game.seat,
        },
    )
