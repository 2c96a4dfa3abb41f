"""Names of members, unique in their club up to case and spaces.

They change under the lock of the club; if an account is concerned, its player is locked first.
"""

from itertools import count
from uuid import UUID

from games.models import Player
from games.names import name_key
from tournaments.errors import NameTaken
from tournaments.models import Member
from tournaments.services.clubs import club_lock

NAME_AT_MOST = 40


def players_lock(*player_ids: UUID | None) -> list[Player]:
    """Lock accounts until the transaction ends, so that they are neither renamed nor erased."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=filter(None, player_ids))
    return list(rows.order_by("pk"))


def name_choose(member: Member, name: str = "") -> None:
    """Name the member, whom the caller saves; an empty `name` keeps theirs. Raises NameTaken."""
    if name:
        account = member.player.display_name if member.player else ""
        member.own_name = "" if name == account else name
    other = _namesake(member)
    if other is not None:
        raise NameTaken(name=other.full_name, free=_numbered(member))


def name_number(member: Member) -> None:
    """Add a number to the name of the member, whom the caller saves, if another one has it."""
    if _namesake(member) is not None:
        member.own_name = _numbered(member)


def names_follow(*, player: Player, former: str) -> None:
    """Rename the members of a renamed account; one keeps the former name if the new is taken."""
    for found in Member.objects.filter(player=player, left_at=None).order_by("club"):
        club_lock(found.club_id)
        member = Member.objects.select_related("player").get(pk=found.pk)
        if member.own_name == player.display_name:
            member.own_name = ""
        elif not member.own_name and _namesake(member) is not None:
            member.own_name = former
        member.save(update_fields=["own_name", "name_key"])


def own_names_forget(*, player_id: UUID) -> None:
    """Erase the names that an erased account had in clubs, and those that it claimed."""
    for member in Member.objects.filter(player=player_id).select_related("player"):
        member.own_name = member.claimed_name = ""
        member.save(update_fields=["own_name", "claimed_name", "name_key"])


def _namesake(member: Member) -> Member | None:
    """The other member of the club who has this name, up to case and spaces."""
    key = member.key_of_name
    others = Member.objects.filter(club=member.club_id, left_at=None).exclude(pk=member.pk)
    return others.filter(name_key=key).select_related("player").first() if key else None


def _numbered(member: Member) -> str:
    """The member's name with the first number that makes it unique."""
    known = Member.objects.filter(club=member.club_id, left_at=None).exclude(pk=member.pk)
    taken = set(known.values_list("name_key", flat=True))
    endings = (f" ({number})" for number in count(2))
    names = (member.full_name[: NAME_AT_MOST - len(each)] + each for each in endings)
    return next(name for name in names if name_key(name) not in taken)
