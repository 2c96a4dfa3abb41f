"""Who may be entered without asking, and players from elsewhere, who become guests by agreeing."""

from collections.abc import Sequence
from uuid import UUID

from games.models import Player
from games.services.codes import code_draw
from games.services.invitations import has_agreed
from tournaments.models import Club, Member
from tournaments.selectors.clubs import members_named


def who_enters(club: Club, ids: Sequence[UUID], by: Player) -> list[Member | Player | None]:
    """Each as the member to enter, or as the player to ask first; None where there is none.

    Names without an account are entered, as are members who joined, and whom `by` answers for:
    themselves and their bot accounts, who become guests if they are no members.
    """
    members = members_named(club.pk, ids)
    players = Player.objects.filter(pk__in=ids, bot_level="").in_bulk()
    return [_enters(club, members.get(each), players.get(each), by) for each in ids]


def _enters(
    club: Club, member: Member | None, player: Player | None, by: Player
) -> Member | Player | None:
    if member is not None and (member.player is None or _has_joined(member)):
        return member
    player = player if member is None else member.player
    if player is None or player.anonymised_at is not None:
        return None
    return guest_of(club, player) if has_agreed(player, by) else player


def _has_joined(member: Member) -> bool:
    former = member.player is not None and member.player.anonymised_at is not None
    return member.left_at is None and not member.guest and not former


def guest_of(club: Club, player: Player) -> Member:
    """A player who agreed, as a member of the club: a guest if they do not belong to it."""
    member = members_named(club.pk, [player.pk]).get(player.pk)
    if member is None:
        return Member.objects.create(club=club, player=player, guest=True, claim_code=code_draw())
    if member.left_at is not None:
        member.left_at, member.guest = None, True
        member.save(update_fields=["left_at", "guest"])
    return member
