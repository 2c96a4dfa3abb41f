"""What a director does at an online table by a call on its game is in the tournament's log."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from games.models import Player
from tournaments.models import Member, Table
from tournaments.services.log import tournament_change


def game_act_note(
    *, game_id: UUID, act: str, by: Player, reason: str, facts: Mapping[str, Any]
) -> None:
    """Log the act, under the lock of the tournament, which is taken before that of the game.

    That of an archived tournament too: its games may still be ended.
    """
    table = Table.objects.select_related("round__tournament").filter(game=game_id).first()
    if table is None:
        return
    tournament = table.round.tournament
    with tournament_change(tournament.pk, act, by=by, reason=reason, of_archived=True) as change:
        change.facts |= {"table": str(table.pk), **facts}
        player = change.facts.pop("player", None)
        member = player and Member.objects.filter(club=tournament.club_id, player=player).first()
        if member:
            change.facts["member"] = str(member.pk)
