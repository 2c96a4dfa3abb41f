"""Who entered a tournament, and when they were there."""

import uuid

from django.db import models
from django.db.models import F, Q

from games.models import Partnership
from samba_service.accounts.models import Player
from samba_service.kit.fields import one_of
from tournaments.choices import Names, choices
from tournaments.engine.draws import Apart
from tournaments.models.clubs import Member
from tournaments.models.tournaments import Tournament
from tournaments.rights import current_rights


class Entry(models.Model):
    """A pair, a trio, or one player who gets partners; `number` is never used again."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="entries", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    own_name = models.CharField(max_length=80, blank=True, help_text="Empty: its players' names")
    partnership = models.ForeignKey(
        Partnership, models.PROTECT, null=True, blank=True, related_name="entries"
    )
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    checked_in = models.BooleanField(default=False)
    withdrawn = models.BooleanField(default=False)
    sent_away = models.BooleanField(
        default=False, help_text="Withdrawn by a director who does not play for it"
    )
    late = models.BooleanField(default=False, help_text="Came after round 1 was published")
    invited = models.BooleanField(
        default=False, help_text="Somebody has not agreed yet: it is in no draw and no list"
    )
    house = models.BooleanField(default=False, help_text="House bots, there to fill a table")
    former = models.ManyToManyField(
        Member, related_name="+", help_text="Who sat for it before a substitute came"
    )

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.CheckConstraint(
                condition=Q(sent_away=False) | Q(withdrawn=True),
                name="entry_sent_away_is_withdrawn",
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.tournament_id}"

    @property
    def name(self) -> str:
        """Its own, the partnership's, or those of the players who sit for it at the end."""
        if self.team_name:
            return self.team_name
        if current_rights().names == Names.NONE:
            return f"Entry {self.number}"
        now = (stint.member.name for stint in self.stints.all() if stint.last_round is None)
        return " & ".join(now)

    @property
    def team_name(self) -> str:
        """Its own or the partnership's; empty if it has none or a player's name is hidden."""
        if not self.named_in_full:
            return ""
        return self.own_name or (self.partnership.name if self.partnership else "")

    @property
    def named_in_full(self) -> bool:
        """True if the current reader sees the whole names of its players."""
        return all(stint.member.named_in_full for stint in self.stints.all())

    @property
    def present(self) -> bool:
        return self.checked_in and not self.withdrawn


class AttendanceChange(models.Model):
    """An entry came, went, withdrew or came back, at a version of the tournament."""

    pk = models.CompositePrimaryKey("entry_id", "version")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="presence", db_index=False)
    version = models.PositiveIntegerField()
    present = models.BooleanField()
    withdrawn = models.BooleanField()

    class Meta:
        ordering = ["version"]
        constraints = [
            models.CheckConstraint(
                condition=Q(present=False) | Q(withdrawn=False),
                name="attendance_present_or_withdrawn",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} at {self.version}"


class DrawConstraint(models.Model):
    """Two entries that draws keep apart; or one, without another, that they leave at its table."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="constraints")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="+")
    apart = models.CharField(max_length=9, choices=choices(Apart), blank=True)
    table = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            one_of("apart", Apart, name="draw_constraint_apart", blank=True),
            models.CheckConstraint(condition=~Q(entry=F("other")), name="draw_constraint_of_two"),
            models.CheckConstraint(
                condition=Q(other__isnull=False, table=None) & ~Q(apart="")
                | Q(other=None, apart="", table__gte=1),
                name="draw_constraint_apart_or_at_table",
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(other=None), name="draw_constraint_one_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} and {self.other_id or self.table}"


class AccountUse(models.Model):
    """What a player's account, bots included, has done in a tournament other than as a director."""

    pk = models.CompositePrimaryKey("tournament_id", "account_id")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="+", db_index=False)
    account = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    entered = models.PositiveIntegerField(default=0, help_text="Entries, deleted ones included")
    changed = models.PositiveIntegerField(default=0, help_text="Changes of its entries")

    def __str__(self) -> str:
        return f"{self.account_id} in {self.tournament_id}"


class Stint(models.Model):
    """A member plays for an entry from one round to another; a substitute has one of their own."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="stints")
    member = models.ForeignKey(Member, models.PROTECT, related_name="stints")
    replaces = models.ForeignKey(
        Member, models.PROTECT, null=True, blank=True, related_name="replacements"
    )
    position = models.PositiveSmallIntegerField(help_text="Among the players of the entry")
    first_round = models.PositiveSmallIntegerField(default=1)
    first_hand = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of the first round; null: the first"
    )
    last_round = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Null: the end")
    last_hand = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of the last round; null: the last"
    )

    class Meta:
        ordering = ["position", "first_round", F("first_hand").asc(nulls_first=True), "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(last_hand=None) | Q(last_round__isnull=False),
                name="stint_last_hand_of_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} for {self.entry_id}"

    @property
    def start(self) -> tuple[int, int]:
        """The round and the hand."""
        return self.first_round, self.first_hand or 1

    @property
    def after(self) -> tuple[int, int] | None:
        """The round and the hand that come after it; None for one to the end."""
        if self.last_round is None:
            return None
        return (self.last_round, self.last_hand + 1) if self.last_hand else (self.last_round + 1, 1)

    def covers(self, number: int) -> bool:
        """True if the member sits there at the end of round `number`."""
        if self.last_round is None:
            return self.first_round <= number
        last = self.last_round - (self.last_hand is not None)
        return self.first_round <= number <= last


class Adjustment(models.Model):
    """A director's addition to a score, or penalty, in the unit of the scoring."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="adjustments")
    version = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="adjustments")
    score = models.IntegerField()
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(Member, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["version"]

    def __str__(self) -> str:
        return f"{self.score} for {self.entry_id}"
