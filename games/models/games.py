"""Games. Columns that follow from the log are marked so."""

import uuid

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Now
from django.db.models.lookups import Exact

from games.choices import SLUG_LENGTH, Away, GameStatus, Spectators, Visibility
from samba_service.accounts.models import Player
from samba_service.kit.fields import IdentityField, one_of


class Game(models.Model):
    """A game up to its target. Its row is the lock under which everything in it happens."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    number = IdentityField(help_text="Internal: the log is kept by it. Never shown")
    ruleset = models.TextField(help_text="The resolved document, canonical JSON")
    ruleset_sha256 = models.CharField(max_length=64)
    ruleset_slug = models.CharField(max_length=SLUG_LENGTH)
    ruleset_version = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    practice = models.BooleanField(default=False)
    deal_set = models.ForeignKey(
        "games.DealSet", models.PROTECT, null=True, related_name="games",
        help_text="The deals that this table shares with others; null for its own",
    )  # fmt: skip
    first_dealer = models.PositiveSmallIntegerField(null=True, help_text="Null: the shuffle's")
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.UNLISTED)
    spectators = models.CharField(max_length=7, choices=Spectators, default=Spectators.DELAYED)
    hints = models.BooleanField(default=False)
    phrases = models.BooleanField(default=True, help_text="Players may say a few fixed words")
    away = models.CharField(max_length=4, choices=Away, default=Away.BOT)
    clock = models.TextField(blank=True, default="", help_text="Its terms as JSON; empty: none")
    pace_s = models.FloatField(default=0, help_text="Until a bot answers where people play")
    rated = models.BooleanField(default=False, help_text="Its result counts for public ratings")
    creator = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    account = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="+",
        help_text="Whose limits it counts towards; null for a tournament's, which has none",
    )  # fmt: skip
    join_code = models.CharField(max_length=16)
    presence = models.PositiveIntegerField(default=0, help_text="The n of the entity tag")
    attendance = models.TextField(
        blank=True,
        default="",
        help_text="JSON: the presence shown of each seat, since when",
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    # From here on: derived from the log.
    status = models.CharField(max_length=9, choices=GameStatus, default=GameStatus.LOBBY)
    version = models.PositiveIntegerField(default=0, help_text="Rows of the log")
    seq = models.PositiveIntegerField(default=0, help_text="Events of the log")
    head = models.BinaryField(max_length=32, help_text="Hash of the last row")
    to_act = models.PositiveSmallIntegerField(default=0, help_text="Bit n: seat n must act")
    bot_seats = models.PositiveSmallIntegerField(default=0, help_text="Bit n: our bot sits there")
    stand_ins = models.PositiveSmallIntegerField(
        default=0, help_text="Bit n: a bot plays this turn for the player of seat n"
    )
    turn_due_at = models.DateTimeField(null=True, help_text="When the time of a seat is over")
    bots_only = models.GeneratedField(
        expression=Exact(F("bot_seats"), Value(1).bitleftshift(F("seats")) - 1),  # type: ignore[arg-type]
        output_field=models.BooleanField(),
        db_persist=True,
    )
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    lobby_version = models.PositiveIntegerField(
        null=True, help_text="The lobby's last row, noted once the log is in an archive"
    )

    class Meta:
        indexes = [
            models.Index(
                fields=["account", "status", "bots_only"],
                condition=Q(status__in=[GameStatus.LOBBY, GameStatus.ACTIVE]),
                name="game_by_account",
            ),
            models.Index(fields=["creator", "id"], name="game_by_creator"),
            models.Index(fields=["status", "-created_at"], name="game_by_status"),
            models.Index(fields=["-created_at", "id"], name="game_by_age"),
            models.Index(fields=["ruleset_slug", "-created_at", "id"], name="game_by_ruleset"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["join_code"], name="game_join_code"),
            one_of("status", GameStatus, name="game_status"),
            one_of("visibility", Visibility, name="game_visibility"),
            one_of("away", Away, name="game_away"),
            one_of("spectators", Spectators, name="game_spectators"),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def of_tournament(self) -> bool:
        """True if it is the game of a tournament's table."""
        return self.account_id is None
