"""Accounts of people and bots: opened, changed, erased."""

import logging
import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import TypedDict
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from samba_service.accounts.choices import PlayerKind
from samba_service.accounts.errors import (
    BotsHaveNoEmail,
    BotsOwnNoBots,
    GuestsMayNot,
    InvalidCredentials,
    RegistrationClosed,
    TooManyBots,
    UsernameTaken,
)
from samba_service.accounts.models import Person, Player
from samba_service.accounts.services.access import password_check, tokens_delete
from samba_service.accounts.services.recovery import recovery_club_set
from samba_service.accounts.signals import player_erased, player_renamed
from samba_service.kit.errors import BadFields, ServiceError

BOTS_PER_PLAYER = 20

FORMER_NAME = "Former player {}"

UNAMBIGUOUS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

LAST_CALLS = timedelta(minutes=1)
"""After an erasure: no call that came before it still runs, no process still knows a token."""
FINISHED = timedelta(hours=2)
"""After that nothing is looked for any more; sweepers look more often."""

log = logging.getLogger(__name__)


def person_register(*, username: str, password: str, display_name: str) -> Player:
    """Open an account and return its player."""
    require_registration_open()
    password_check(password, Person(username=username), path="password")
    try:
        person = Person.objects.create_user(username, password, display_name=display_name)
    except IntegrityError:
        raise UsernameTaken from None
    return person.player


def require_registration_open() -> None:
    """Raises RegistrationClosed where the service takes no sign-ups."""
    if not settings.SAMBA_REGISTRATION_OPEN:
        raise RegistrationClosed


def require_no_guest(player: Player) -> None:
    """Raises GuestsMayNot for a guest account."""
    if player.guest:
        raise GuestsMayNot


class AccountChange(TypedDict, total=False):
    """What its owner changes of an account; what is left out stays."""

    display_name: str
    email: str
    rating_public: bool
    time_zone: str | None
    recovery_club: UUID | None


@transaction.atomic
def account_update(*, player_id: UUID, changes: AccountChange) -> None:
    """Change the account as its owner asks; raises as `player_update`, `recovery_club_set` do."""
    if "recovery_club" in changes:
        recovery_club_set(player_id=player_id, club_id=changes["recovery_club"])
    player = player_update(
        player_id=player_id,
        display_name=changes.get("display_name"),
        email=changes.get("email"),
        rating_public=changes.get("rating_public"),
    )
    if "time_zone" in changes:
        player.time_zone = changes["time_zone"] or ""
        player.save(update_fields=["time_zone"])


@transaction.atomic
def player_update(
    *,
    player_id: UUID,
    display_name: str | None = None,
    email: str | None = None,
    rating_public: bool | None = None,
) -> Player:
    """Change what was given. Bots have no e-mail address, guests no public rating."""
    player = _locked(player_id)
    if rating_public:
        require_no_guest(player)
    former, player.display_name = player.display_name, display_name or player.display_name
    if rating_public is not None:
        player.rating_public = rating_public
    player.save(update_fields=["display_name", "rating_public"])
    if player.display_name != former:
        player_renamed.send(Player, player=player, former=former)
    if email is not None:
        if player.kind == PlayerKind.BOT:
            raise BotsHaveNoEmail
        if email and settings.SAMBA_CHILDREN:
            raise BadFields(("email", "This service stores no e-mail addresses."))
        Person.objects.filter(player=player).update(email=email)
    return player


@transaction.atomic
def bot_create(*, owner_id: UUID, display_name: str) -> Player:
    """Open a bot account that `owner` answers for. It stays a bot for good."""
    owner = _locked(owner_id)
    if owner.kind == PlayerKind.BOT:
        raise BotsOwnNoBots
    require_no_guest(owner)
    if owner.bots.filter(anonymised_at=None).count() >= BOTS_PER_PLAYER:
        raise TooManyBots(limit=BOTS_PER_PLAYER)
    return Player.objects.create(kind=PlayerKind.BOT, owner=owner, display_name=display_name)


def _locked(player_id: UUID) -> Player:
    """Raises InvalidCredentials if the account was erased after the call had begun."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    if player.anonymised_at is not None:
        raise InvalidCredentials
    return player


def player_erase(*, person: Person, password: str, bot_id: UUID | None = None) -> None:
    """Erase the person's account, or only a bot account of theirs. Raises BadFields.

    A guest has no password: their token or session is enough.
    """
    if not person.player.guest and not person.check_password(password):
        raise BadFields(("password", "This is not your password."))
    if bot_id is None:
        return player_anonymise(player_id=person.player_id)
    if not person.player.bots.filter(pk=bot_id, anonymised_at=None).exists():
        raise BadFields(("bot", "You have no such bot account."))
    return player_anonymise(player_id=bot_id)


@transaction.atomic
def player_anonymise(*, player_id: UUID) -> None:
    """Anonymise the person behind a player, and their bots too; results stay.

    No log row contains names, so nothing of a game's history changes.
    """
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    erased = [player, *player.bots.filter(anonymised_at=None)]
    Person.objects.filter(player=player).delete()
    for former in erased:
        former.display_name = FORMER_NAME.format(
            "".join(secrets.choice(UNAMBIGUOUS) for _ in range(4))
        )
        former.anonymised_at, former.rating_public = timezone.now(), False
        former.time_zone, former.guest = "", False
        former.save(
            update_fields=["display_name", "anonymised_at", "rating_public", "time_zone", "guest"]
        )
    _forget(erased)


def _forget(erased: Sequence[Player]) -> None:
    tokens_delete(players=erased)
    for former in erased:
        player_erased.send(Player, player=former)


def erasures_finish() -> int:
    """Erase what calls that were on their way have still written for accounts; how many those were.

    Another process may take a token for good for a second, and a call may wait for a lock.
    """
    now = timezone.now()
    late = Player.objects.filter(
        anonymised_at__gt=now - FINISHED, anonymised_at__lte=now - LAST_CALLS
    )
    found = list(late.order_by("pk"))
    for player in found:
        try:
            with transaction.atomic():
                _forget([Player.objects.select_for_update(no_key=True).get(pk=player.pk)])
        except ServiceError as refusal:
            log.error("the erasure of %s is not finished: %s", player.pk, refusal.code)
    return len(found)


def erase_again(*, player_ids: Sequence[UUID]) -> int:
    """Erase whom a restored backup has brought back; how many those were.

    Accounts that are unknown here were opened after the backup.
    """
    back = Player.objects.filter(pk__in=player_ids, anonymised_at=None).order_by("pk")
    ids = list(back.values_list("pk", flat=True))
    for player_id in ids:
        player_anonymise(player_id=player_id)
    return len(ids)
