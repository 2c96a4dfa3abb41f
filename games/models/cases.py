"""What those who settle complaints did and looked at."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from games.choices import CaseAct
from games.models.games import Game
from samba_service.accounts.models import Player
from samba_service.kit.fields import one_of


class CaseEntry(models.Model):
    """One look or act of somebody who settles complaints about a game. A trigger keeps it."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="case_entries")
    act = models.CharField(max_length=15, choices=CaseAct)
    actor = models.ForeignKey(Player, models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())
    note = models.CharField(max_length=500, blank=True)
    takes_back = models.OneToOneField(
        "self", models.PROTECT, null=True, related_name="taken_back_by",
        help_text="The note that does not hold any more",
    )  # fmt: skip

    class Meta:
        constraints = [
            one_of("act", CaseAct, name="case_act"),
            models.CheckConstraint(
                condition=Q(act=CaseAct.NOTED) ^ Q(note=""), name="case_note_has_words"
            ),
            models.CheckConstraint(
                condition=Q(act=CaseAct.NOTE_TAKEN_BACK) ^ Q(takes_back=None),
                name="case_takes_back_a_note",
            ),
        ]
        verbose_name_plural = "case entries"

    def __str__(self) -> str:
        return f"{self.act} in {self.game_id}"
