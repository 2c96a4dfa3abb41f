"""Clubs, their members, and the seasons that tournaments count for."""

import uuid

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from samba_service.accounts.models import Player
from samba_service.kit.fields import one_of
from tournaments.choices import Names


class Club(models.Model):
    """A club: its members play tournaments and can read what was done in it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    founder = models.ForeignKey(Player, models.PROTECT, related_name="+")
    join_code = models.CharField(max_length=16)
    names = models.CharField(
        max_length=5, choices=Names, default=Names.SHORT,
        help_text="How members are named to those who are none",
    )  # fmt: skip
    imports_rated = models.BooleanField(
        default=False, help_text="Imported tournaments count for its ratings"
    )
    rulesets_public = models.BooleanField(
        default=False, help_text="Its house rules are listed for everybody"
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["join_code"], name="club_join_code"),
            one_of("names", Names, name="club_names"),
            models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
