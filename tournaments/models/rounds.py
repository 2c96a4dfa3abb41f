"""Rounds of a tournament."""

import uuid

from django.db import models
from django.db.models import Q

from games.models import DealSet
from samba_service.accounts.models import Player
from samba_service.kit.fields import one_of
from tournaments.choices import choices
from tournaments.engine.tournament import RoundState
from tournaments.models.tournaments import Tournament


class Round(models.Model):
    """One round. Its versions are those of the tournament: see `TournamentData.version`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="rounds", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=choices(RoundState), default=RoundState.DRAWING)
    step = models.PositiveIntegerField(help_text="The version that asked for the draw")
    requested_by = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="+",
        help_text="Who asked for the draw; null: nobody, it was imported or begun again",
    )  # fmt: skip
    method = models.CharField(max_length=12, blank=True)
    drawn_version = models.PositiveIntegerField(null=True)
    published_version = models.PositiveIntegerField(null=True)
    closed_version = models.PositiveIntegerField(null=True)
    basis = models.JSONField(default=list)
    locks = models.JSONField(default=list, help_text="Of entry ids, in the shape of the bundle")
    draft = models.JSONField(null=True, help_text="As it was drafted, for who undoes a change")
    error = models.JSONField(null=True, help_text="Why no draw could be made")
    starts_at = models.DateTimeField(null=True, help_text="Null: not published")
    ends_at = models.DateTimeField(null=True, help_text="Of rounds by time: no new hand from then")
    deal_set = models.OneToOneField(
        DealSet, models.PROTECT, null=True, related_name="round", help_text="What all tables play"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            one_of("state", RoundState, name="round_state"),
            models.UniqueConstraint(fields=["tournament", "number"], name="round_once"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=~Q(state=RoundState.CLOSED),
                name="round_open_is_alone",
            ),
            models.CheckConstraint(
                condition=Q(
                    state__in=[RoundState.DRAWING, RoundState.DRAFT], published_version=None
                )
                | Q(
                    state=RoundState.PUBLISHED, published_version__isnull=False, closed_version=None
                )
                | Q(
                    state=RoundState.CLOSED,
                    published_version__isnull=False,
                    closed_version__isnull=False,
                ),
                name="round_versions_fit_state",
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament_id}"
