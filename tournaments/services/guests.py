"""Players from elsewhere, who become guests of a club by entering its tournament."""

from uuid import UUID

from games.models import Player
from games.services.codes import code_draw
from tournaments.models import Club, Member


def guest_of(club: Club, player_id: UUID) -> Member | None:
    """The player as a member of the club, a guest if they were none; None for no such player."""
    player = Player.objects.filter(pk=player_id, anonymised_at=None).first()
    if player is None:
        return None
    member, _ = Member.objects.get_or_create(
        club=club, player=player, defaults={"guest": True, "claim_code": code_draw()}
    )
    return member
