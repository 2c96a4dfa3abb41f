"""Partnerships: invited, joined, ended."""

from collections.abc import Sequence
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.choices import PartnershipState
from games.errors import NotAMember, PartnershipExists, WrongState
from games.models.partnerships import Partnership, PartnershipMember
from games.services.invitations import require_fewer_asked, require_no_own_block
from samba_service.accounts.models import Player
from samba_service.accounts.services.people import require_no_guest
from samba_service.kit.errors import BadFields, NotThere

SIZES = (2, 3)


@transaction.atomic
def partnership_create(
    *, founder_id: UUID, player_ids: Sequence[UUID], name: str = ""
) -> Partnership:
    """Invite players to a partnership; the founder is one of them and has accepted.

    Raises BadFields, GuestsMayNot, PlayerBlocked, TooMany, PartnershipExists.
    """
    ids = sorted({founder_id, *player_ids})
    if len(ids) not in SIZES:
        raise BadFields(("players", "Two or three different players, including you."))
    if Player.objects.filter(pk__in=ids, anonymised_at=None).count() != len(ids):
        raise BadFields(("players", "One of them does not exist."))
    founder = Player.objects.get(pk=founder_id)
    require_no_guest(founder)
    others = [each for each in ids if each != founder_id]
    for each in Player.objects.filter(pk__in=others):
        require_no_own_block(founder, each)
    require_fewer_asked(founder, len(others))
    key = " ".join(map(str, ids))
    try:
        with transaction.atomic():
            partnership = Partnership.objects.create(
                name=name, member_key=key, created_by_id=founder_id
            )
    except IntegrityError:
        raise PartnershipExists from None
    now = timezone.now()
    PartnershipMember.objects.bulk_create(
        PartnershipMember(
            partnership=partnership, player_id=pk, accepted_at=now if pk == founder_id else None
        )
        for pk in [founder_id, *(pk for pk in ids if pk != founder_id)]
    )
    return partnership


@transaction.atomic
def partnership_accept(*, partnership_id: UUID, player_id: UUID) -> Partnership:
    """Say yes to an invitation; the last yes makes the partnership active."""
    partnership, member = _lock(partnership_id, player_id)
    if partnership.state != PartnershipState.INVITED or member.accepted_at is not None:
        raise WrongState(state=partnership.state)
    require_no_guest(member.player)
    now = timezone.now()
    member.accepted_at = now
    member.save(update_fields=["accepted_at"])
    if not partnership.members.filter(accepted_at=None).exists():
        partnership.state = PartnershipState.ACTIVE
        partnership.started_at = now
        partnership.save(update_fields=["state", "started_at"])
    return partnership


@transaction.atomic
def partnership_decline(*, partnership_id: UUID, player_id: UUID) -> Partnership:
    """Say no to an invitation, which ends it for all."""
    partnership, member = _lock(partnership_id, player_id)
    if partnership.state != PartnershipState.INVITED or member.accepted_at is not None:
        raise WrongState(state=partnership.state)
    return _end(partnership, member)


@transaction.atomic
def partnership_leave(*, partnership_id: UUID, player_id: UUID) -> Partnership:
    """Leave a partnership, also while others have not answered yet."""
    partnership, member = _lock(partnership_id, player_id)
    if partnership.state == PartnershipState.ENDED or member.accepted_at is None:
        raise WrongState(state=partnership.state)
    return _end(partnership, member)


def partnerships_end_all(*, player: Player) -> None:
    """End every partnership of a player who is being erased, and delete all their names."""
    mine = Partnership.objects.filter(members__player=player)
    for partnership in mine.exclude(state=PartnershipState.ENDED).select_for_update(of=("self",)):
        _end(partnership, partnership.members.get(player=player))
    Partnership.objects.filter(pk__in=mine.values("pk")).update(name="")


def _lock(partnership_id: UUID, player_id: UUID) -> tuple[Partnership, PartnershipMember]:
    partnership = Partnership.objects.select_for_update().filter(pk=partnership_id).first()
    if partnership is None:
        raise NotThere
    member = partnership.members.filter(player_id=player_id).first()
    if member is None:
        raise NotAMember
    return partnership, member


def _end(partnership: Partnership, member: PartnershipMember) -> Partnership:
    now = timezone.now()
    member.left_at = now
    member.save(update_fields=["left_at"])
    partnership.state = PartnershipState.ENDED
    partnership.ended_at = now
    partnership.save(update_fields=["state", "ended_at"])
    return partnership
