"""What waits for a player."""

from typing import Any
from uuid import UUID

from django.db.models import F

from games.models import Game, GameStatus, Invitation


def player_events(*, player_id: UUID, limit: int = 100) -> list[dict[str, Any]]:
    """What waits for a player, newest first: invitations, turns, tables where they sit."""
    invitations = Invitation.objects.filter(
        player_id=player_id, game__status=GameStatus.LOBBY
    ).exclude(game__tenures__player_id=player_id, game__tenures__to_version=None)
    found: list[dict[str, Any]] = [
        {"type": "invited", "game": str(game), "by": str(by), "at": at}
        for game, by, at in invitations.values_list("game_id", "invited_by_id", "created_at")
    ]
    seated = (
        Game.objects.filter(
            status__in=(GameStatus.LOBBY, GameStatus.ACTIVE),
            tenures__player_id=player_id,
            tenures__to_version=None,
        )
        .annotate(seat=F("tenures__number"))
        .values_list("id", "version", "to_act", "seat", "created_at", "started_at")
    )
    for game_id, version, to_act, seat, created_at, started_at in seated:
        found.append(
            {
                "type": "my_turn" if to_act >> seat & 1 else "my_table",
                "game": str(game_id),
                "version": version,
                "seat": seat,
                "at": started_at or created_at,
            }
        )
    found.sort(key=lambda event: event["at"], reverse=True)
    return found[:limit]
