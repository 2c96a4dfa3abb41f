"""Reading partnerships."""

from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from games.choices import PartnershipState
from games.models.partnerships import Partnership, PartnershipMember
from games.selectors.blocks import apart
from samba_service.accounts.selectors import is_account


def partnerships_visible(player_id: UUID) -> QuerySet[Partnership]:
    """Founded partnerships, which results show to all; an invitation only for those it asks.

    A player who is apart from the founder by a block does not see it, unless they accepted before.
    """
    answered = Q(accepted_at__isnull=False) | ~Q(apart("player", "partnership__created_by"))
    mine = PartnershipMember.objects.filter(answered, player=player_id).values("partnership")
    public = ~Q(started_at=None)
    members = PartnershipMember.objects.select_related("player").order_by("id")
    return Partnership.objects.filter(public | Q(pk__in=mine)).prefetch_related(
        Prefetch("members", members)
    )


def partnerships_asked(account_id: UUID) -> int:
    """Unanswered invitations to partnerships that an account and its bots have sent."""
    unanswered = PartnershipMember.objects.filter(
        accepted_at=None, left_at=None, partnership__state=PartnershipState.INVITED
    )
    return unanswered.filter(is_account("partnership__created_by", account_id)).count()


def partnerships_of(
    player_id: UUID, state: PartnershipState | None = None
) -> QuerySet[Partnership]:
    """The player's own partnerships."""
    mine = partnerships_visible(player_id).filter(members__player=player_id)
    return mine if state is None else mine.filter(state=state)
