"""Guest accounts: an account without log-in, for one device; claimed, or ended when not used."""

import secrets
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone

from samba_service.accounts.choices import GUEST_SCOPES
from samba_service.accounts.errors import GuestsByDirectors, NotAGuest, UsernameTaken
from samba_service.accounts.models import ApiToken, Person, Player
from samba_service.accounts.services.access import guest_touch, password_check, token_issue
from samba_service.accounts.services.people import player_anonymise, require_registration_open
from samba_service.kit.times import DAY_S

USERNAME = "guest-{}"

TOKEN_NAME = "guest"

ENDED_AT_ONCE = 100
"""The most guests that one run ends: the sweeper has other work too."""


def guest_create(*, name: str) -> Person:
    """Open a guest account, which nobody can log in to.

    Raises RegistrationClosed, GuestsByDirectors.
    """
    require_registration_open()
    if settings.SAMBA_CHILDREN:
        raise GuestsByDirectors
    username = USERNAME.format(secrets.token_hex(12))
    return Person.objects.create_user(
        username, display_name=name, guest=True, last_called_at=timezone.now()
    )


@transaction.atomic
def guest_token_issue(*, name: str) -> tuple[ApiToken, str]:
    """Open a guest account; its token, and the secret of that. Raises as `guest_create`."""
    person = guest_create(name=name)
    return token_issue(
        person=person, player=person.player, name=TOKEN_NAME, scopes=GUEST_SCOPES, expires_in_s=None
    )


def guest_claim(*, player_id: UUID, username: str, password: str) -> Person:
    """Give the guest a username and a password: a person like others from now on.

    The player, their seat and their tokens stay. Raises NotAGuest, UsernameTaken, BadFields.
    """
    person = Person.objects.filter(player=player_id, player__guest=True).first()
    if person is None:  # a bot has no person at all
        raise NotAGuest
    person.username = username.lower()
    if Person.objects.filter(username=person.username).exists():
        raise UsernameTaken  # before the slow hash
    password_check(password, person, path="password")
    hashed = make_password(password)  # slow: before the transaction, which would wait for it
    return _claimed(player_id, person.username, hashed)


@transaction.atomic
def _claimed(player_id: UUID, username: str, hashed: str) -> Person:
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    if not player.guest:
        raise NotAGuest
    person = Person.objects.get(player=player)
    person.username, person.password, person.last_called_at = username, hashed, None
    try:
        with transaction.atomic():
            person.save(update_fields=["username", "password", "last_called_at"])
    except IntegrityError:
        raise UsernameTaken from None
    player.guest = False
    player.save(update_fields=["guest"])
    person.player = player
    return person


def guest_life_s() -> int:
    """How long the account of a guest lives without a call, and its only session with it."""
    days: int = settings.SAMBA_GUEST_DAYS
    return days * DAY_S


def guest_seen(person: Person) -> bool:
    """Record that a guest reads a page; returns True if the account lives longer by that."""
    return person.player.guest and guest_touch(player_id=person.player_id)


def guests_end() -> int:
    """Erase the guests whose last call is older than `SAMBA_GUEST_DAYS`; returns their number."""
    silent = Person.objects.filter(
        player__guest=True,
        last_called_at__lt=timezone.now() - timedelta(seconds=guest_life_s()),
    )
    oldest = silent.order_by("last_called_at").values_list("player_id", "last_called_at")
    return sum(_end(player_id, called_at) for player_id, called_at in oldest[:ENDED_AT_ONCE])


@transaction.atomic
def _end(player_id: UUID, called_at: datetime | None) -> bool:
    """Erase the guest, unless they have called since, or are a guest no more."""
    Player.objects.select_for_update(no_key=True).get(pk=player_id)
    same = Person.objects.filter(player=player_id, player__guest=True, last_called_at=called_at)
    if not same.select_for_update(of=("self",)).exists():
        return False
    player_anonymise(player_id=player_id)
    return True
