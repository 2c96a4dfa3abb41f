"""People, the players that represent them in public, and their credentials.

A person (credentials, e-mail) can be erased. The player stays, under a name that identifies nobody,
so that results remain true. Everything else in the service refers to players.
"""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.core.validators import RegexValidator
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Lower, Now
from django.utils import timezone

from samba_service.accounts.choices import (
    GRANTABLE_SCOPES,
    USERNAME_PATTERN,
    AccountAct,
    PlayerKind,
    Scope,
)
from samba_service.accounts.redirects import PORT_LENGTH, REDIRECT_LENGTH
from samba_service.kit.fields import one_of


class Player(models.Model):
    """A player at a table: public, and never deleted."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    display_name = models.CharField(max_length=40)
    kind = models.CharField(max_length=5, choices=PlayerKind, default=PlayerKind.HUMAN)
    bot_level = models.CharField(max_length=30, blank=True, help_text="Only of our own bots")
    owner = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="bots",
        help_text="Who answers for a bot account",
    )  # fmt: skip
    rating_public = models.BooleanField(default=False, help_text="Wants to be in public ratings")
    time_zone = models.CharField(max_length=40, blank=True, help_text="Empty: not given")
    guest = models.BooleanField(default=False, help_text="Has an account without log-in")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    anonymised_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            one_of("kind", PlayerKind, name="player_kind_known"),
            models.CheckConstraint(
                condition=Q(kind=PlayerKind.BOT) | Q(owner__isnull=True, bot_level=""),
                name="player_human_is_no_bot",
            ),
            models.CheckConstraint(condition=~Q(display_name=""), name="player_has_a_name"),
            models.CheckConstraint(
                condition=Q(kind=PlayerKind.HUMAN) | Q(guest=False), name="player_guest_is_human"
            ),
        ]
        indexes = [models.Index(Lower("display_name"), "id", name="player_by_name")]

    def __str__(self) -> str:
        return self.display_name


class PersonManager(BaseUserManager["Person"]):
    """Creates a person together with the player that represents them."""

    def create_user(
        self,
        username: str,
        password: str | None = None,
        *,
        display_name: str = "",
        guest: bool = False,
        **fields: Any,
    ) -> "Person":
        username = username.lower()
        hashed = make_password(password)  # slow: before the transaction, which would wait for it
        with transaction.atomic():
            player = Player.objects.create(display_name=display_name or username, guest=guest)
            person = self.model(username=username, player=player, password=hashed, **fields)
            person.save(using=self._db)
        return person

    def create_superuser(
        self, username: str, password: str | None = None, **fields: Any
    ) -> "Person":
        """For `manage.py createsuperuser`."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "Person":
        """Log-in: usernames are stored in lower case, and typed in any."""
        return self.get(username=(username or "").lower())


class Person(AbstractUser):
    """A person who logs in. Private; deleted on request."""

    username = models.CharField(
        max_length=40,
        validators=[RegexValidator(USERNAME_PATTERN)],
    )
    player = models.OneToOneField(Player, models.PROTECT, related_name="person")
    recovery_club = models.UUIDField(
        null=True, blank=True, help_text="The club whose directors may issue a reset code"
    )
    last_called_at = models.DateTimeField(
        null=True, blank=True, help_text="Only of guest accounts, to the hour"
    )
    suspended_until = models.DateTimeField(
        null=True, blank=True, help_text="By the staff; far in the future: banned"
    )
    first_name = None  # type: ignore[assignment]  # how Django drops an inherited field
    last_name = None  # type: ignore[assignment]  # likewise

    REQUIRED_FIELDS: ClassVar[list[str]] = []
    """`createsuperuser` asks for no e-mail address."""

    objects: ClassVar[PersonManager] = PersonManager()  # type: ignore[assignment]  # no e-mail

    class Meta:
        verbose_name_plural = "people"
        constraints = [
            models.UniqueConstraint(fields=["username"], name="person_username"),
            models.CheckConstraint(
                condition=Q(username__regex=USERNAME_PATTERN), name="person_username_well_formed"
            ),
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def is_suspended(self) -> bool:
        """True while the staff keep the account out."""
        return self.suspended_until is not None and self.suspended_until > timezone.now()


class StaffAct(models.Model):
    """What the staff of the site did with an account. A trigger refuses UPDATE and DELETE."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="staff_acts")
    at = models.DateTimeField(db_default=Now(), editable=False)
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    act = models.CharField(max_length=10, choices=AccountAct, db_column="deed")  # of 0.1.0
    until = models.DateTimeField(null=True, help_text="Of a suspension")
    reason = models.CharField(max_length=200)

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [one_of("act", AccountAct, name="staff_deed")]

    def __str__(self) -> str:
        return f"{self.act}: {self.player_id}"


class ApiToken(models.Model):
    """A bearer token of one player. The secret itself is stored nowhere."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    prefix = models.CharField(
        max_length=12, help_text="The secret's beginning, to distinguish tokens"
    )
    digest = models.BinaryField(max_length=32, unique=True, help_text="SHA-256 of the secret")
    scopes = ArrayField(models.CharField(max_length=30))
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True, help_text="To the minute")
    revoked_at = models.DateTimeField(null=True, blank=True)
    grant = models.OneToOneField(
        "OAuthGrant", models.CASCADE, null=True, blank=True, related_name="access_token",
        help_text="Of the access token of a program: each refresh gives it another secret",
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scopes__contained_by=Scope.values, scopes__len__gt=0),
                name="token_scopes_known",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__isnull=True)
                | models.Q(expires_at__gt=models.F("created_at")),
                name="token_expires_after_creation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"


class OAuthClient(models.Model):
    """A program of a third party, which a person has registered. Public: it has no secret."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(Player, models.CASCADE, related_name="oauth_clients")
    name = models.CharField(max_length=40)
    redirect_uris = ArrayField(models.CharField(max_length=REDIRECT_LENGTH))
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = "OAuth client"
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="client_has_a_name")]

    def __str__(self) -> str:
        return self.name


class OAuthGrant(models.Model):
    """What a person lets a program do: first a code, then one access and one refresh token.

    The secrets are stored nowhere. A grant that is revoked, or whose code or refresh token has
    expired, gives nothing any more.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    client = models.ForeignKey(OAuthClient, models.CASCADE, related_name="grants")
    player = models.ForeignKey(Player, models.CASCADE, related_name="oauth_grants")
    scopes = ArrayField(models.CharField(max_length=30))
    redirect_uri = models.CharField(max_length=REDIRECT_LENGTH + PORT_LENGTH)
    code_digest = models.BinaryField(max_length=32, unique=True, help_text="SHA-256 of the code")
    code_challenge = models.CharField(max_length=43, help_text="S256, as RFC 7636 has it")
    code_expires_at = models.DateTimeField()
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    redeemed_at = models.DateTimeField(null=True, help_text="The code has given tokens")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "OAuth grant"
        constraints = [
            models.CheckConstraint(
                condition=Q(scopes__contained_by=list(GRANTABLE_SCOPES), scopes__len__gt=0),
                name="grant_scopes_grantable",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.client_id} for {self.player_id}"


class RefreshToken(models.Model):
    """A refresh token of a grant; used ones are kept, so that a second use is noticed."""

    grant = models.ForeignKey(OAuthGrant, models.CASCADE, related_name="refresh_tokens")
    digest = models.BinaryField(max_length=32, unique=True, help_text="SHA-256 of the secret")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["grant"], condition=Q(used_at=None), name="refresh_token_one_unused"
            ),
        ]

    def __str__(self) -> str:
        return f"refresh token of {self.grant_id}"


class ResetCode(models.Model):
    """A code that sets a new password, once. Kept for a while: its owner sees who issued it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="reset_codes")
    issued_by = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="+",
        help_text="The director; null for the operator of the service",
    )  # fmt: skip
    digest = models.BinaryField(max_length=32, unique=True, help_text="Keyed hash of the code")
    issued_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-issued_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["person"],
                condition=models.Q(used_at=None, revoked_at=None),
                name="reset_code_one_open",
            ),
        ]

    def __str__(self) -> str:
        return f"reset code of {self.issued_at}"
