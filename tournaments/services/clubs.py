"""Clubs: founded, renamed, given another code to join by; and the names of members in them.

Every change of a club is made under the lock of its row.
"""

from collections.abc import Container, Mapping
from itertools import count
from typing import Any
from uuid import UUID

from django.db import transaction

from samba_service.accounts.models import Player
from samba_service.accounts.names import name_key
from samba_service.accounts.services.codes import code_draw
from samba_service.kit.errors import NotThere
from samba_service.kit.rows import row_found, row_save
from tournaments.choices import Role
from tournaments.club_errors import NameTaken
from tournaments.models import Club, Member
from tournaments.services.changes import club_log
from tournaments.services.limits import creation_allow


def club_lock(club_id: UUID) -> Club:
    """The club, locked for this transaction. Raises NotThere."""
    club = row_found(Club.objects.select_for_update(no_key=True), pk=club_id)
    if club is None:
        raise NotThere
    return club


@transaction.atomic
def club_create(*, founder: Player, name: str) -> Member:
    """Open a club. Returns the membership of its founder, who is its admin. Raises TooMany."""
    creation_allow(founder)
    club = Club.objects.create(name=name, founder=founder, join_code=code_draw())
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
) -> Club:
    """Change the club's name, how members are named to people outside it, if imported tournaments
    count for its ratings, and if everybody's list has its house rules.
    """
    club = club_lock(club_id)
    wanted = {
        "club_renamed": ("name", name),
        "names_chosen": ("names", names),
        "imports_rated_changed": ("imports_rated", imports_rated),
        "rulesets_public_changed": ("rulesets_public", rulesets_public),
    }
    for act, (column, value) in wanted.items():
        if value is not None and getattr(club, column) != value:
            setattr(club, column, value)
            facts: dict[str, Any] = {} if column == "name" else {column: value}
            club_log(club, act, by=by, **facts)
    club.save(update_fields=["name", "names", "imports_rated", "rulesets_public"])
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


def member_come(
    club: Club, found: Member | None, player: Player, name: str, *, guest: bool
) -> Member:
    """The player as a member or guest of the club now: `found`, or a new one. Raises NameTaken."""
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
