"""Clubs: founded, renamed, joined by another code; their members' names, and who may be entered.

Members are entered without asking; others are invited, and become guests when they accept.

Every change of a club is made under the lock of its row.
"""

from collections.abc import Container, Mapping, Sequence
from itertools import count
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from games.services.invitations import has_agreed
from games.services.limits import account_lock, account_of
from samba_service.accounts.models import Player
from samba_service.accounts.names import name_key
from samba_service.accounts.selectors import is_account
from samba_service.accounts.services.codes import code_draw
from samba_service.kit.errors import BadFields, NotThere, TooMany
from samba_service.kit.rows import row_found, row_save
from tournaments.choices import Names, Role
from tournaments.club_errors import ClubHasTooMany, Excluded, NameTaken
from tournaments.engine.tournament import TournamentState
from tournaments.models import Club, Member
from tournaments.selectors.clubs import members_named
from tournaments.selectors.sanctions import excluded_ones, is_excluded
from tournaments.services.changes import club_log


def club_lock(club_id: UUID) -> Club:
    """The club, locked for this transaction. Raises NotThere."""
    club = row_found(Club.objects.select_for_update(no_key=True), pk=club_id)
    if club is None:
        raise NotThere
    return club


def creation_allow(founder: Player) -> None:
    """Raise TooMany unless the founder's account may found one more club."""
    account = account_of(founder)
    account_lock(account)
    founded = Club.objects.filter(is_account("founder", account))
    if founded.count() >= settings.SAMBA_MAX_CLUBS:
        raise TooMany(what="clubs", limit=settings.SAMBA_MAX_CLUBS)


@transaction.atomic
def club_create(*, founder: Player, name: str) -> Member:
    """Open a club. Returns the membership of its founder, who is its admin. Raises TooMany."""
    creation_allow(founder)
    club = Club(name=name, founder=founder, join_code=code_draw())
    if settings.SAMBA_CHILDREN:
        club.names = Names.NONE
    club.save(force_insert=True)
    admin = Member.objects.create(
        club=club, player=founder, role=Role.ADMIN, claim_code=code_draw()
    )
    club_log(club, "club_founded", by=founder, member=str(admin.pk))
    return admin


@transaction.atomic
def club_update(
    *,
    club_id: UUID,
    by: Player,
    name: str | None = None,
    names: str | None = None,
    imports_rated: bool | None = None,
    rulesets_public: bool | None = None,
    results_public: bool | None = None,
) -> Club:
    """Change the club's name, how members are named to people outside it, if imported tournaments
    count for its ratings, if everybody's list has its house rules, and if it shows its results.

    Raises BadFields for names that are shown where children play.
    """
    if settings.SAMBA_CHILDREN and names not in (None, Names.NONE):
        raise BadFields(("names", "Where children play, nobody outside the club sees a name."))
    club = club_lock(club_id)
    wanted = {
        "club_renamed": ("name", name),
        "names_chosen": ("names", names),
        "imports_rated_changed": ("imports_rated", imports_rated),
        "rulesets_public_changed": ("rulesets_public", rulesets_public),
        "results_public_changed": ("results_public", results_public),
    }
    for act, (column, value) in wanted.items():
        if value is not None and getattr(club, column) != value:
            setattr(club, column, value)
            facts: dict[str, Any] = {} if column == "name" else {column: value}
            club_log(club, act, by=by, **facts)
    club.save(update_fields=[column for column, _ in wanted.values()])
    return club


@transaction.atomic
def join_code_replace(*, club_id: UUID, by: Player) -> Club:
    """Give the club another code to join by; the former one no longer works."""
    club = club_lock(club_id)
    club.join_code = code_draw()
    club.save(update_fields=["join_code"])
    club_log(club, "join_code_changed", by=by)
    return club


def club_ruleset_log(*, club_id: UUID, act: str, by: Player, facts: Mapping[str, Any]) -> None:
    """Record what an admin did with the club's house rules, in the transaction that does it."""
    club_log(club_lock(club_id), act, by=by, **facts)


NAME_AT_MOST = 40


def running_allow(club: Club) -> None:
    """Raise ClubHasTooMany unless one more tournament of the club may run."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    running = club.tournaments.filter(state=TournamentState.RUNNING)
    if running.count() >= settings.SAMBA_RUNNING_TOURNAMENTS:
        raise ClubHasTooMany(what="running tournaments", limit=settings.SAMBA_RUNNING_TOURNAMENTS)


def members_allow(club: Club, more: int = 1) -> None:
    """Raise ClubHasTooMany unless the club may get `more` members; those who left count too."""
    if club.members.count() + more > settings.SAMBA_MAX_MEMBERS:
        raise ClubHasTooMany(what="members", limit=settings.SAMBA_MAX_MEMBERS)


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


def require_welcome(club_id: UUID, player: Player) -> None:
    """Raises Excluded for an account that the club has excluded, and for its bots."""
    if _is_kept_out(club_id, player):
        raise Excluded


def _is_kept_out(club_id: UUID, player: Player) -> bool:
    return is_excluded(club_id, player.pk, player.owner_id)


def require_not_excluded(*members: Member) -> None:
    """Raises Excluded: who is excluded is not restored, parted or merged before that is lifted."""
    if excluded_ones(members).exists():
        raise Excluded


def member_come(
    club: Club, found: Member | None, player: Player, name: str, *, guest: bool
) -> Member:
    """The player as a member or guest of the club now: `found`, or a new one.

    Raises Excluded, NameTaken, ClubHasTooMany.
    """
    require_welcome(club.pk, player)
    if found is None:
        members_allow(club)
    member = found or Member(club=club, player=player, claim_code=code_draw())
    member.left_at, member.guest = None, guest
    name_choose(member, name)
    row_save(member, "left_at", "guest", "own_name", "name_key")
    return member


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
    known = Member.objects.filter(club=member.club_id, left_at=None).exclude(pk=member.pk)
    return numbered(member.full_name, set(known.values_list("name_key", flat=True)))


def numbered(name: str, taken: Container[str]) -> str:
    """The name with the first number by which its key is not taken."""
    endings = (f" ({number})" for number in count(2))
    names = (name[: NAME_AT_MOST - len(each)] + each for each in endings)
    return next(name for name in names if name_key(name) not in taken)


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
    nobody merges them until the transaction ends. Nobody asks an account that the club has
    excluded: directors learn why, others find nobody. Raises NameTaken, and Excluded for directors.
    """
    _newcomers_lock(club_id, ids, by)
    members = members_lock(club_id, ids, present=True)
    strangers = [each for each in ids if each not in members]
    players = _players(club_id, strangers) if strangers else {}
    found = [_enters(club_id, members.get(each), players.get(each), by, names) for each in ids]
    if not directing:
        found = [_asked_first(each, by) if isinstance(each, Member) else each for each in found]
    out = [isinstance(each, Player) and _is_kept_out(club_id, each) for each in found]
    if directing and any(out):
        raise Excluded
    return [None if kept_out else each for each, kept_out in zip(found, out, strict=True)]


def _newcomers_lock(club_id: UUID, ids: Sequence[UUID], by: Player) -> None:
    """Lock who may become a guest by being entered, and the club, before any member is locked.

    Everybody locks in this order. A member's row stays locked even if it turns out, after the wait
    for it, that they have left.
    """
    named = Q(pk__in=ids) | Q(club_members__club=club_id, club_members__in=ids)
    own = Player.objects.filter(named, Q(pk=by.pk) | Q(owner=by.pk))
    if players_lock(*own.values_list("pk", flat=True)):
        club_lock(club_id)


def _players(club_id: UUID, ids: Sequence[UUID]) -> dict[UUID, Player]:
    """Accounts by their ids, or by those of members who have left."""
    players = Player.objects.filter(bot_level="").in_bulk(ids)
    left = members_named(club_id, [each for each in ids if each not in players])
    return players | {each: member.player for each, member in left.items() if member.player}


def members_lock(
    club_id: UUID, ids: Sequence[UUID], *, present: bool = False
) -> dict[UUID, Member]:
    """`members_named`, whom nobody merges until the transaction ends."""
    named = members_named(club_id, ids, present=present, lock=True)
    if any(map(_changed_meanwhile, named.values())):
        return members_lock(club_id, ids, present=present)
    merged = [member.pk for each, member in named.items() if not member.is_named(each)]
    into = members_lock(club_id, merged, present=present) if merged else {}
    return {each: into.get(member.pk, member) for each, member in named.items()}


def _changed_meanwhile(member: Member) -> bool:
    """True if the member was merged or claimed while we waited: what we joined to it is older."""
    player = member.player.pk if member.player else None
    return member.merged_into_id is not None or member.player_id != player


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
    if member is not None and member.left_at is None:
        return member
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
