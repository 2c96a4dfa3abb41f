"""Two members of a club that are one person, and what was moved to make them one."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from samba_service.accounts.models import Player
from samba_service.kit.fields import one_of
from tournaments.choices import MergeState
from tournaments.engine.tournament import OVER
from tournaments.models.clubs import Club
from tournaments.models.members import Member


class Merge(models.Model):
    """`source` becomes `into`: its results, stints and nights are the other's from then on."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="merges")
    source = models.ForeignKey(Member, models.PROTECT, related_name="merges_away")
    into = models.ForeignKey(Member, models.PROTECT, related_name="merges_here")
    state = models.CharField(max_length=8, choices=MergeState, default=MergeState.PROPOSED)
    source_agrees = models.BooleanField(default=False)
    into_agrees = models.BooleanField(default=False)
    director = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="+", help_text="Who confirmed it"
    )
    proposed_at = models.DateTimeField(db_default=Now(), editable=False)
    ended_at = models.DateTimeField(null=True, help_text="Dropped or undone")
    done_at = models.DateTimeField(null=True)
    places = models.JSONField(default=list, help_text="What knew the source, as it was before")
    joined = models.JSONField(default=dict, help_text="How `into` became a member by it")

    class Meta:
        ordering = ["-proposed_at", "id"]
        constraints = [
            one_of("state", MergeState, name="merge_state"),
            models.UniqueConstraint(
                fields=["source"],
                condition=Q(state__in=["proposed", "done"]),
                name="merge_once_at_a_time",
            ),
            models.CheckConstraint(condition=~Q(source=F("into")), name="merge_of_two"),
            models.CheckConstraint(
                condition=Q(state__in=["proposed", "done"], ended_at=None)
                | Q(state__in=["dropped", "undone"], ended_at__isnull=False),
                name="merge_ended_when_over",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} into {self.into_id}"

    @property
    def awaits(self) -> list[str]:
        """Who has still to agree: `director`, and of two accounts `merged` and `into`.

        A guest's account agrees too, if it would be entered for a night: `into`.
        """
        missing = [] if self.director_id else ["director"]
        if self.source.player_id and self.into.player_id:
            missing += [] if self.source_agrees else ["merged"]
            missing += [] if self.into_agrees else ["into"]
        elif self._enters_guest and not self.into_agrees:
            missing += ["into"]
        return missing

    @property
    def _enters_guest(self) -> bool:
        """True if by it a guest's account takes part in a night that is not over."""
        if self.into.player_id is None or not self.into.guest:
            return False
        return self.source.stints.exclude(entry__tournament__state__in=OVER).exists()
