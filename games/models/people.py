"""People, the players that stand for them in public, and their partnerships.

A person (credentials, e-mail) can be erased; the player stays, under a name that tells nothing, so
that results remain true. Everything else in the service refers to players.
"""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.core.validators import RegexValidator
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Lower, Now

USERNAME_PATTERN = r"^[a-z0-9][a-z0-9._-]{2,39}$"


class PlayerKind(models.TextChoices):
    """Decided at creation, for good."""

    HUMAN = "human"
    BOT = "bot"


class Player(models.Model):
    """Who sits at a table: public, and never deleted."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    display_name = models.CharField(max_length=40)
    kind = models.CharField(max_length=5, choices=PlayerKind, default=PlayerKind.HUMAN)
    bot_level = models.CharField(max_length=30, blank=True, help_text="Of our own bots alone")
    owner = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="bots",
        help_text="Who answers for a bot account",
    )  # fmt: skip
    rating_public = models.BooleanField(default=False, help_text="Wants to be in public ratings")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    anonymised_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=PlayerKind.values), name="player_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(kind=PlayerKind.BOT) | Q(owner__isnull=True, bot_level=""),
                name="player_human_is_no_bot",
            ),
            models.CheckConstraint(condition=~Q(display_name=""), name="player_has_a_name"),
        ]
        indexes = [models.Index(Lower("display_name"), "id", name="player_by_name")]

    def __str__(self) -> str:
        return self.display_name


class PersonManager(BaseUserManager["Person"]):
    """Creates a person together with the player that stands for them."""

    @transaction.atomic
    def create_user(
        self, username: str, password: str | None = None, *, display_name: str = "", **fields: Any
    ) -> "Person":
        username = username.lower()
        player = Player.objects.create(display_name=display_name or username)
        person = self.model(username=username, player=player, **fields)
        person.set_password(password)
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
    """Who logs in. Private; deleted on request."""

    username = models.CharField(
        max_length=40,
        unique=True,
        validators=[RegexValidator(USERNAME_PATTERN)],
    )
    player = models.OneToOneField(Player, models.PROTECT, related_name="person")
    recovery_club = models.UUIDField(
        null=True, blank=True, help_text="The club whose directors may issue a reset code"
    )
    first_name = None  # type: ignore[assignment]  # how Django drops an inherited field
    last_name = None  # type: ignore[assignment]  # likewise

    objects: ClassVar[PersonManager] = PersonManager()  # type: ignore[assignment]  # no e-mail

    class Meta:
        verbose_name_plural = "people"
        constraints = [
            models.CheckConstraint(
                condition=Q(username__regex=USERNAME_PATTERN), name="person_username_well_formed"
            ),
        ]

    def __str__(self) -> str:
        return self.username


class PartnershipState(models.TextChoices):
    """`invited` until all have accepted; `ended` is for good."""

    INVITED = "invited"
    ACTIVE = "active"
    ENDED = "ended"


class Partnership(models.Model):
    """Two players, or three for games of two sides of three, who play as one."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=60, blank=True)
    state = models.CharField(
        max_length=7, choices=PartnershipState, default=PartnershipState.INVITED
    )
    member_key = models.CharField(max_length=120, editable=False, help_text="Sorted player ids")
    created_by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["member_key"],
                condition=~Q(state=PartnershipState.ENDED),
                name="partnership_once_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(state=PartnershipState.INVITED, started_at=None, ended_at=None)
                | Q(state=PartnershipState.ACTIVE, started_at__isnull=False, ended_at=None)
                | Q(state=PartnershipState.ENDED, ended_at__isnull=False),
                name="partnership_times_fit_state",
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.id)


class PartnershipMember(models.Model):
    """One player of a partnership, and when they answered."""

    partnership = models.ForeignKey(Partnership, models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    accepted_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True, help_text="Declined or left")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["partnership", "player"], name="partnership_member_once"
            ),
            models.CheckConstraint(
                condition=Q(left_at=None) | Q(accepted_at=None) | Q(left_at__gte=F("accepted_at")),
                name="partnership_left_after_accepting",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.partnership}"
