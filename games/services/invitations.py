"""Invitations: sent, answered, withdrawn. A kind of subject registers what an answer does.

The lock of the subject comes first, then that of the inviter's count, then the invitation's row.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from games.choices import InvitationState, NoticeType
from games.errors import InvitationOver, PlayerBlocked
from games.models import Invitation
from games.selectors.blocks import apart, blockers, identities
from games.selectors.invitations import invitation_get, invitations_open
from games.selectors.partnerships import partnerships_asked
from games.services.limits import account_of
from games.store.notices import Noticed, notices_add
from samba_service.accounts.choices import Scope
from samba_service.accounts.models import Player
from samba_service.accounts.selectors import is_account
from samba_service.accounts.services.people import require_no_guest
from samba_service.kit.errors import BadFields, NotThere, TooMany
from samba_service.kit.sql import run

OPEN_AT_MOST = 30
"""Unanswered invitations that one account and its bots may have sent."""


class Answers(NamedTuple):
    """What the answers to invitations of one kind do.

    They take the invitation and the player who answers, or the owner of the bot that is asked.
    `accept` also takes the name that the player chooses for that club; empty: none. Both call
    `invitation_answer`; one that changes the subject locks it first, in the same transaction.
    """

    accept: Callable[[Invitation, Player, str], object]
    decline: Callable[[Invitation, Player], object]
    scope: Scope
    """What a token needs to accept."""


_ANSWERS: dict[str, Answers] = {}


def answers_register(kind: str, answers: Answers) -> None:
    """Register how invitations of `kind` are answered."""
    _ANSWERS[kind] = answers


def answers_of(invitation: Invitation) -> Answers:
    """What an answer to this invitation does."""
    return _ANSWERS[invitation.kind]


def has_agreed(player: Player, by: Player) -> bool:
    """True if `by` may seat `player` without asking: themselves, their bot account, a house bot."""
    return player.pk == by.pk or player.owner_id == by.pk or bool(player.bot_level)


def invitation_add(
    *, kind: str, subject: UUID, player: Player, by: Player, terms: Mapping[str, Any]
) -> Invitation:
    """Ask `player`, under the lock of the subject. A second call changes only the terms.

    Raises GuestsMayNot, TooMany, and BadFields for a house bot, for which nobody could answer.
    """
    if player.bot_level:
        raise BadFields(("player", "House bots are seated, not invited."))
    require_no_guest(by)
    require_no_own_block(by, player)
    _count_lock(by)
    same = Q(kind=kind, subject=subject, player=player)
    if (known := invitations_open().filter(same, invited_by=by).first()) is not None:
        known.terms = dict(terms)
        known.save(update_fields=["terms"])
        return known
    _require_fewer(by, 1)
    _close(Q(same, invited_by=by), InvitationState.WITHDRAWN)  # expired ones
    invitation = Invitation.objects.create(
        kind=kind, subject=subject, player=player, invited_by=by, terms=dict(terms)
    )
    notices_add(_noticed(NoticeType.INVITED, [(invitation.pk, player.pk, player.owner_id)]))
    return invitation


def require_fewer_asked(by: Player, more: int) -> None:
    """Raises TooMany unless `by` may ask `more` further players to a partnership."""
    _count_lock(by)
    _require_fewer(by, more)


def _count_lock(by: Player) -> None:
    run("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"invitations:{account_of(by)}",))


def _require_fewer(by: Player, more: int) -> None:
    """Raises TooMany if the account of `by` would exceed its bound with `more` invitations."""
    account = account_of(by)
    sent = invitations_open().filter(is_account("invited_by", account))
    asked = sent.count() + partnerships_asked(account)
    if asked + more > OPEN_AT_MOST:
        raise TooMany(what="unanswered invitations", limit=OPEN_AT_MOST)


def require_no_own_block(by: Player, player: Player) -> None:
    """Raises PlayerBlocked for a player who has blocked the other, who cannot notice the block."""
    own = identities([by.pk])
    if blockers(own, identities([player.pk])) & own:
        raise PlayerBlocked


def invitations_withdraw(*, kind: str, subject: UUID, which: Q | None = None) -> int:
    """Withdraw the invitations to the subject, or `which` of them; returns their number."""
    asked = Q(kind=kind, subject=subject) & (which or Q())
    return _close(asked, InvitationState.WITHDRAWN)


def invitation_accept(*, invitation_id: UUID, by: Player, name: str = "") -> Invitation:
    """Accept the invitation. A new member of a club gets `name` there, if it is given.

    Raises NotThere, InvitationOver, and the refusals of the subject.
    """
    invitation = _known(invitation_id, by)
    answers_of(invitation).accept(invitation, by, name)
    return _known(invitation_id, by)


def invitation_decline(*, invitation_id: UUID, by: Player) -> Invitation:
    """Refuse the offer. Raises NotThere, InvitationOver."""
    invitation = _known(invitation_id, by)
    answers_of(invitation).decline(invitation, by)
    return _known(invitation_id, by)


def _known(invitation_id: UUID, by: Player) -> Invitation:
    invitation = invitation_get(invitation_id, by.pk)
    if invitation is None:
        raise NotThere
    return invitation


def invitation_answer(invitation: Invitation, state: InvitationState) -> None:
    """Record the answer, under the lock of the subject. Raises InvitationOver."""
    if not _close(Q(pk__in=invitations_open().filter(pk=invitation.pk)), state):
        current = Invitation.objects.values_list("state", flat=True).get(pk=invitation.pk)
        raise InvitationOver(state="lapsed" if current == InvitationState.OPEN else current)


def invitations_settle(
    *,
    kind: str,
    subject: UUID,
    players: Collection[UUID],
    state: InvitationState = InvitationState.ACCEPTED,
) -> None:
    """Close every invitation of these players to the subject: they are there, or will not come."""
    notices_add(invitations_close(kind=kind, subject=subject, players=players, state=state))


def invitations_close(
    *,
    kind: str,
    subject: UUID,
    players: Collection[UUID],
    state: InvitationState = InvitationState.ACCEPTED,
) -> list[Noticed]:
    """As `invitations_settle`; the caller adds the notices that it returns."""
    if not players:
        return []
    closed = _closed(Q(kind=kind, subject=subject, player__in=players), state)
    return _noticed(NoticeType.INVITATION_OVER, closed)


def invitations_forget(*, player: Player) -> None:
    """For an erased account: it is asked nothing and asks nobody any more."""
    Invitation.objects.filter(Q(player=player) | Q(invited_by=player)).delete()


def _close(which: Q, state: InvitationState) -> int:
    """Close open invitations; returns their number."""
    closed = _closed(which, state)
    notices_add(_noticed(NoticeType.INVITATION_OVER, closed))
    return len(closed)


Asked = tuple[UUID, UUID, UUID | None]
"""An invitation, the player who is asked, and the owner of a bot account."""


def _closed(which: Q, state: InvitationState) -> list[Asked]:
    """Close open invitations."""
    rows = Invitation.objects.filter(which, state=InvitationState.OPEN)
    asked = rows.select_for_update(of=("self",)).values_list("pk", "player", "player__owner")
    found = list(asked)
    if found:
        closed = Invitation.objects.filter(pk__in=[pk for pk, *_ in found])
        closed.update(state=state, answered_at=timezone.now())
    return found


def _noticed(type: NoticeType, asked: Collection[Asked]) -> list[Noticed]:
    """What is noticed of invitations by those who are asked, and by the owners of bot accounts.

    Nothing of those who are apart: a player who has blocked the inviter does not see them.
    """
    ids = [pk for pk, *_ in asked]
    hidden = Invitation.objects.filter(apart("player", "invited_by"), pk__in=ids)
    unseen = set(hidden.values_list("pk", flat=True)) if ids else set()
    return [
        Noticed(player, type, invitation=invitation)
        for invitation, *whom in asked
        if invitation not in unseen
        for player in whom
        if player is not None
    ]
