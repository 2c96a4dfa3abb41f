"""Named house rules of a player or a club, in versions that never change."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from games.choices import HOUSE_SLUG_PATTERN, SLUG_LENGTH
from samba_service.accounts.models import Player


class HouseRuleset(models.Model):
    """A name, taken forever: a hidden one still belongs to its owner. Its row is its lock.

    Players and clubs are named by their ids, which are random, never change, and are never shared.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.UUIDField(help_text="A player's id, or a club's")
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="rulesets",
        help_text="The owner; null for a club's",
    )  # fmt: skip
    slug = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField(help_text="The latest one")
    hidden_at = models.DateTimeField(null=True, help_text="Not offered from then on")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "slug"], name="house_ruleset_once"),
            models.CheckConstraint(
                condition=Q(player=None) | Q(player=F("owner")), name="house_ruleset_of_its_player"
            ),
            models.CheckConstraint(
                condition=Q(slug__regex=HOUSE_SLUG_PATTERN), name="house_ruleset_slug"
            ),
        ]

    def __str__(self) -> str:
        return self.reference

    @property
    def reference(self) -> str:
        """The name that games and tournaments use for it."""
        return f"{self.owner}/{self.slug}"


class HouseRulesetVersion(models.Model):
    """The meaning of the name from this version on, resolved. A trigger refuses UPDATE."""

    pk = models.CompositePrimaryKey("ruleset_id", "version")
    ruleset = models.ForeignKey(
        HouseRuleset, models.CASCADE, related_name="versions", db_index=False
    )
    version = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=100)
    extends = models.CharField(max_length=SLUG_LENGTH, help_text="What it was resolved against")
    overrides = models.JSONField()
    document = models.TextField(help_text="JSON, resolved: no change of its base changes it")
    sha256 = models.CharField(max_length=64)
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ["version"]

    def __str__(self) -> str:
        return f"version {self.version} of {self.ruleset_id}"
