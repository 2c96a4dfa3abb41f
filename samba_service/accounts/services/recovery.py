"""A forgotten password: a code from a person whom its owner trusts, and with it a new password.

Games know a club only by its id; the app that has the clubs decides who may issue a code for whom.
"""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac

from samba_service.accounts.errors import ResetCodeInvalid
from samba_service.accounts.models import Person, Player, ResetCode
from samba_service.accounts.services.access import password_check, tokens_revoke_all
from samba_service.accounts.services.codes import code_draw, code_typed
from samba_service.accounts.signals import password_reset, password_resetting, recovery_club_named
from samba_service.kit.errors import BadFields

LIFETIME = timedelta(minutes=15)

_OPEN = Q(used_at=None, revoked_at=None)


@transaction.atomic
def recovery_club_set(*, player_id: UUID, club_id: UUID | None) -> None:
    """Name the club whose directors may issue a reset code, or none; open codes end.

    Raises BadFields for a bot, and if the player is not a member of the club.
    """
    person = Person.objects.select_for_update(no_key=True).filter(player=player_id).first()
    if person is None:
        raise BadFields(("recovery_club", "A bot has no password."))
    if person.recovery_club == club_id:
        return
    if club_id is not None:
        recovery_club_named.send(Person, player_id=player_id, club_id=club_id)
    person.recovery_club = club_id
    person.save(update_fields=["recovery_club"])
    _revoke_open(person)


def recovery_club_forget(*, player_id: UUID, club_id: UUID) -> None:
    """The player has left the club: its directors may issue no code any more."""
    if Person.objects.filter(player=player_id, recovery_club=club_id).exists():
        recovery_club_set(player_id=player_id, club_id=None)


@transaction.atomic
def reset_code_issue(*, person: Person, by: Player | None) -> str:
    """A new code for `person`; an older one is revoked. `by` None is the operator.

    About 59 bits, shown once: only its keyed hash is stored.
    """
    person = Person.objects.select_for_update(no_key=True).get(pk=person.pk)
    _revoke_open(person)
    code = code_draw()
    ResetCode.objects.create(
        person=person, issued_by=by, digest=_digest(code), expires_at=Now() + LIFETIME
    )
    return code


@transaction.atomic
def password_set_by_code(*, code: str, password: str) -> Person:
    """Set a new password; the code is used, and all tokens and sessions of the account end.

    The tokens of its bots end too: anyone who had the old password could issue them.
    Raises ResetCodeInvalid, the same for every reason, and BadFields for a weak password.
    """
    person = _locked_for(code)
    used = person.reset_codes.filter(_OPEN, digest=_digest(code), expires_at__gt=Now())
    reset = used.first()
    if reset is None or not person.is_active:
        raise ResetCodeInvalid
    if reset.issued_by is not None:
        password_resetting.send(Person, player=person.player, issued_by=reset.issued_by)
    password_check(password, person, path="password")
    person.set_password(password)
    person.save(update_fields=["password"])
    used.update(used_at=Now())
    tokens_revoke_all(player=person.player)
    password_reset.send(Person, player=person.player, issued_by=reset.issued_by)
    return person


def _locked_for(code: str) -> Person:
    """The person whose code it is or was. Raises ResetCodeInvalid."""
    owner = ResetCode.objects.filter(digest=_digest(code)).values("person")
    person = Person.objects.select_for_update(no_key=True).filter(pk__in=owner).first()
    if person is None:
        raise ResetCodeInvalid
    return person


def _revoke_open(person: Person) -> None:
    person.reset_codes.filter(_OPEN).update(revoked_at=Now())


def _digest(code: str) -> bytes:
    """Keyed, since a short code could be found from a plain hash in a stolen backup."""
    return salted_hmac("games.reset_code", code_typed(code), algorithm="sha256").digest()
