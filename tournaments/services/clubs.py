"""Clubs: founded, renamed, given another code to join by.

Every change of a club is made under the lock of its row.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from samba_service.accounts.models import Player
from samba_service.accounts.services.codes import code_draw
from samba_service.kit.errors import NotThere
from samba_service.kit.rows import row_found
from tournaments.choices import Role
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
    if name is not None and club.name != name:
        club.name = name
        club_log(club, "club_renamed", by=by)
    if names is not None and club.names != names:
        club.names = names
        club_log(club, "names_chosen", by=by, names=names)
    if imports_rated is not None and club.imports_rated != imports_rated:
        club.imports_rated = imports_rated
        club_log(club, "imports_rated_changed", by=by, imports_rated=imports_rated)
    if rulesets_public is not None and club.rulesets_public != rulesets_public:
        club.rulesets_public = rulesets_public
        club_log(club, "rulesets_public_changed", by=by, rulesets_public=rulesets_public)
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
