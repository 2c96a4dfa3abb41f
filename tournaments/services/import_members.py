"""The players of a bundle as members of the club that imports it."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q

from games.bots import registry
from games.names import name_key
from games.services.codes import code_draw
from tournaments.engine.entries import Player, PlayerKind
from tournaments.errors import NotJoined
from tournaments.models import Club, Member, Merge, MergeState, Tournament
from tournaments.services.clubs import club_lock
from tournaments.services.guests import has_joined
from tournaments.services.member_names import name_number


def members_take(
    club: Club, players: Iterable[Player], level: str | None, *, over: bool
) -> dict[str, Member]:
    """A member for each player, by the bundle's ids; nobody stands for two.

    A player is the member whose id, or whose account's id, it is, or into whom that one was merged;
    else the only member without an account who has the name; else a new member, with a number if a
    member with an account has the name. In a night that is not `over`, who has an account and would
    be asked before they are entered is no such member: nobody has asked them. `level` is the level
    of new bots.
    """
    club = club_lock(club.pk)
    players = list(players)
    known = _by_ids(club, [player.id for player in players])
    if not over:
        known = {id: member for id, member in known.items() if _plays_unasked(member)}
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
    rows = club.members.filter(Q(pk__in=ids) | Q(player__in=ids))
    known: dict[str, Member] = {}
    for member in rows.select_related("player", "merged_into__player"):
        identity = member.identity
        known |= {str(member.id): identity, str(member.public_id): identity}
    return known


def _plays_unasked(member: Member) -> bool:
    return member.player is None or member.is_former or has_joined(member)


def require_joined(tournament: Tournament) -> None:
    """A night that was over does not go on with accounts whom nobody has asked.

    These are players of a night that was over when it was imported, and guests into whom somebody
    was merged since. Raises NotJoined.
    """
    finished_here = tournament.log.filter(act="tournament_finished").exists()
    own = not tournament.imported_from or tournament.former_state or finished_here
    played = Member.objects.filter(tenures__entry__tournament=tournament).select_related("player")
    unasked = {member for member in played if not _plays_unasked(member)}
    names = {each.name for each in unasked if not own or _was_merged_unasked(each, tournament)}
    if names:
        raise NotJoined(names=sorted(names))


def _was_merged_unasked(member: Member, tournament: Tournament) -> bool:
    """True if a guest has a place in the tournament by a merge that they have not agreed to."""
    entries = {str(pk) for pk in tournament.entries.values_list("pk", flat=True)}
    merges = Merge.objects.filter(into=member, state=MergeState.DONE, into_agrees=False)
    places = (place for merge in merges for place in merge.places)
    return member.guest and any(place["entry"] in entries for place in places)


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
