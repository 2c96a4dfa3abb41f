"""Who may be entered without asking; others are invited, and become guests when they accept."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from games.services.invitations import has_agreed
from samba_service.accounts.models import Player
from tournaments.models import Member
from tournaments.selectors.clubs import members_named
from tournaments.services.clubs import club_lock, member_come, players_lock


def who_enters(
    club_id: UUID,
    ids: Sequence[UUID],
    by: Player,
    *,
    names: Mapping[UUID, str],
    directing: bool = True,
) -> list[Member | Player | None]:
    """For each id the member to enter, or the player to ask first; None if there is neither.

    Directors enter members who joined, and members without an account who have not been removed.
    Everybody enters themselves and their bot accounts, who become guests if they are no members.
    `names` are the names of new guests in the club, by account. The members are locked:
    nobody merges them until the transaction ends. Raises NameTaken.
    """
    members = members_named(club_id, ids)
    strangers = [each for each in ids if each not in members]
    players = Player.objects.filter(bot_level="").in_bulk(strangers) if strangers else {}
    found = [
        _asked_first(member, by) if not directing and isinstance(member, Member) else member
        for member in (
            _enters(club_id, members.get(each), players.get(each), by, names) for each in ids
        )
    ]
    if members_lock([each for each in found if isinstance(each, Member)]):
        return found
    return who_enters(club_id, ids, by, names=names, directing=directing)


def members_lock(members: Iterable[Member]) -> bool:
    """Lock the members, so that nobody merges them; False if one of them has been merged."""
    rows = Member.objects.select_for_update(no_key=True)
    held = rows.filter(pk__in=[member.pk for member in members]).order_by("pk")
    return not any(member.merged_into_id for member in held)


def _asked_first(member: Member, by: Player) -> Member | Player:
    """The member, or their player if `by`, who is no director, does not answer for them."""
    player = member.player
    return member if player is None or has_agreed(player, by) else player


def _enters(
    club_id: UUID,
    member: Member | None,
    player: Player | None,
    by: Player,
    names: Mapping[UUID, str],
) -> Member | Player | None:
    if member is not None and (has_joined(member) or member.player is None):
        return member if member.left_at is None else None
    player = player if member is None else member.player
    if player is None or player.anonymised_at is not None:
        return None
    if not has_agreed(player, by):
        return player
    return guest_of(club_id, player, names.get(player.pk, ""))


def nobody_there(club_id: UUID, ids: Sequence[UUID]) -> str:
    """The text for an id that names nobody who could be entered."""
    named = members_named(club_id, ids).values()
    if any(member.player is None and member.left_at for member in named):
        return "This member was removed: `POST /clubs/{id}/members/{id}/restore` comes first."
    return "There is no such player or member."


def has_joined(member: Member) -> bool:
    """True if the account belongs to the club, so that directors enter it without asking."""
    return member.left_at is None and not member.guest and not member.is_former


def guest_of(club_id: UUID, player: Player, name: str = "") -> Member:
    """The member for a player who agreed to play; a new one is a guest.

    Their name in the club is `name`, or the account's. Raises NameTaken.
    """
    [player] = players_lock(player.pk)
    club = club_lock(club_id)
    found = members_named(club_id, [player.pk]).get(player.pk)
    if found is not None and found.left_at is None:
        return found
    return member_come(club, found, player, name, guest=True)
