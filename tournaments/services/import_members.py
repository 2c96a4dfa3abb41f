"""The players of a bundle as members of the club that imports it."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q

from games.bots import registry
from games.names import name_key
from games.services.codes import code_draw
from tournaments.engine.entries import Player, PlayerKind
from tournaments.models import Club, Member
from tournaments.services.clubs import club_lock
from tournaments.services.member_names import name_number


def members_take(club: Club, players: Iterable[Player], level: str | None) -> dict[str, Member]:
    """A member for each player, by the bundle's ids; nobody stands for two.

    A player is the member whose id, or whose account's id, it is; else the only member without an
    account who has the name; else a new member, with a number if a member with an account has the
    name. `level` is the level of new bots.
    """
    club = club_lock(club.pk)
    players = list(players)
    known = _by_ids(club, [player.id for player in players])
    found: dict[str, Member] = {}
    for player in players:
        member = known.get(player.id)
        if member is not None and member.kind == player.kind and member not in found.values():
            found[player.id] = member
    for player in players:
        if player.id not in found:
            named = _by_name(club, player, found.values())
            found[player.id] = named or _new(club, player, level)
    return found


def _by_ids(club: Club, names: Iterable[str]) -> dict[str, Member]:
    ids = [id for name in names if (id := _uuid(name)) is not None]
    rows = club.members.filter(Q(pk__in=ids) | Q(player__in=ids)).select_related("player")
    known: dict[str, Member] = {}
    for member in rows:
        known |= {str(member.id): member, str(member.public_id): member}
    return known


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _by_name(club: Club, player: Player, taken: Iterable[Member]) -> Member | None:
    """The only one of that name who has no account and is not taken."""
    same = Q(own_name=player.name) | Q(name_key=name_key(player.name))
    known = club.members.filter(same, player=None, left_at=None)
    rows = known.exclude(pk__in=[member.pk for member in taken])
    named = [member for member in rows if member.kind == player.kind]
    return named[0] if len(named) == 1 else None


def _new(club: Club, player: Player, level: str | None) -> Member:
    is_bot = player.kind is PlayerKind.BOT
    member = Member(
        club=club,
        own_name=player.name,
        bot_level=(level or registry.levels()[0]) if is_bot else "",
        claim_code=code_draw(),
    )
    name_number(member)
    member.save()
    return member
