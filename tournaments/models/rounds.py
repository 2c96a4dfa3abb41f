"""Rounds of a tournament, their tables, who sits at them, and results."""

import uuid
from datetime import datetime, timedelta
from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from games.models import DealSet, Game
from samba_service.accounts.models import Player
from samba_service.kit.fields import one_of
from tournaments.choices import choices
from tournaments.engine.results import End, Kind, Status
from tournaments.engine.terms import Venue
from tournaments.engine.tournament import RoundState
from tournaments.models.clubs import Member
from tournaments.models.entries import Entry
from tournaments.models.tournaments import Tournament

LAST_CALL: Final = timedelta(minutes=10)
"""No hand begins in the last minutes of a round by time; of a short round, in its second half."""


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
    paused_at = models.DateTimeField(null=True, help_text="Its clock, by a director")
    last_called_at = models.DateTimeField(null=True, help_text="When the last hands were called")
    credited_until = models.DateTimeField(
        null=True, help_text="Times until then in which the service was down are given back"
    )
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

    @property
    def last_call_at(self) -> datetime | None:
        """From when on no hand begins; None for a round by hands, and before the publication."""
        if self.ends_at is None or self.starts_at is None:
            return None
        return self.ends_at - min(LAST_CALL, (self.ends_at - self.starts_at) / 2)


class Table(models.Model):
    """Where sides meet in a round; online tables have a game once the round is published."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, models.PROTECT, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField()
    slot = models.PositiveSmallIntegerField(null=True, help_text="Of a knockout's bracket")
    third_place_match = models.BooleanField(default=False, help_text="The match for third place")
    venue = models.CharField(max_length=6, choices=choices(Venue))
    dealer = models.PositiveSmallIntegerField(default=0, help_text="The seat that deals first")
    start_scores = ArrayField(models.IntegerField(), null=True, help_text="Handicaps by side")
    game = models.OneToOneField(Game, models.PROTECT, null=True, related_name="table")
    former_game = models.CharField(
        max_length=80, blank=True, default="", help_text="Of an import: where it was played"
    )
    locked = models.BooleanField(default=False)
    why_code = models.CharField(max_length=40, blank=True, default="")
    why_facts = models.JSONField(default=dict, blank=True)
    why_text = models.TextField(blank=True, help_text="Of a reason without a known code")
    why_cost = ArrayField(models.BigIntegerField(), default=list)

    class Meta:
        ordering = ["number"]
        constraints = [
            one_of("venue", Venue, name="table_venue"),
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            models.CheckConstraint(condition=~Q(venue=Venue.MIXED), name="table_in_one_place"),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of {self.round_id}"

    @property
    def last_result(self) -> "Result | None":
        """The latest version."""
        return max(self.results.all(), key=lambda result: result.version, default=None)

    @property
    def is_decided(self) -> bool:
        """True if its latest result counts."""
        last = self.last_result
        return last is not None and last.confirmed


class Assignment(models.Model):
    """Where an entry is in a round: on a side of a table, or without one, at a bye or sit-out."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="assignments", db_index=False)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="assignments")
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="assignments")
    side = models.PositiveSmallIntegerField(null=True)
    position = models.PositiveSmallIntegerField(default=0, help_text="Among the side's entries")
    slot = models.PositiveSmallIntegerField(null=True, help_text="Of a bye in a bracket")
    locked = models.BooleanField(default=False, help_text="A bye that the director fixed")
    why_code = models.CharField(max_length=40, blank=True, default="", help_text="Of a bye")
    why_facts = models.JSONField(default=dict, blank=True)
    why_text = models.TextField(blank=True)
    why_cost = ArrayField(models.BigIntegerField(), default=list)

    class Meta:
        ordering = ["side", "position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="assignment_once_a_round"),
            models.CheckConstraint(
                condition=Q(table=None, side=None) | Q(table__isnull=False, side__isnull=False),
                name="assignment_to_a_side_or_none",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.round_id}"


class TableSeat(models.Model):
    """Who sat on a seat of a published table, and for which entry."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="seats", db_index=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    member = models.ForeignKey(Member, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["round", "member"], name="table_seat_once_a_round"),
            models.UniqueConstraint(fields=["table", "seat"], name="table_seat_one_member"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.table_id}"


class DirectorCall(models.Model):
    """A table asks for the director; open until it is answered or withdrawn."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    by = models.ForeignKey(
        Member, models.PROTECT, null=True, related_name="+",
        help_text="Null: somebody at the online table who is not in its line-up",
    )  # fmt: skip
    player = models.ForeignKey(Player, models.PROTECT, related_name="+", help_text="Who called")
    reason = models.CharField(max_length=200)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    note = models.CharField(max_length=200, blank=True, help_text="The director's answer")
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["called_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(answered_at=None, withdrawn_at=None),
                name="director_call_open_once",
            ),
            models.CheckConstraint(
                condition=Q(answered_at=None) | Q(withdrawn_at=None),
                name="director_call_has_one_end",
            ),
        ]

    def __str__(self) -> str:
        return f"call at {self.table_id}"

    @property
    def is_open(self) -> bool:
        """True if it waits for the director."""
        return self.answered_at is None and self.withdrawn_at is None


class Result(models.Model):
    """One version of a table's result; the last one counts when it is confirmed.

    A trigger refuses DELETE, and every UPDATE except the one that withdraws a version. A withdrawn
    version belongs to no table; only the log shows it. Arrays are by side.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(
        Table,
        models.PROTECT,
        null=True,
        related_name="results",
        help_text="Null: taken back",
        db_index=False,
    )
    taken_back_from = models.UUIDField(
        null=True, db_index=True, help_text="The table, which may be gone"
    )
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=12, choices=choices(Kind))
    end = models.CharField(max_length=10, choices=choices(End))
    by = models.ForeignKey(Member, models.PROTECT, null=True, related_name="+")
    side = models.PositiveSmallIntegerField(null=True, help_text="Whose sheet it is")
    director = models.BooleanField(default=False, help_text="Entered as a director")
    device = models.BinaryField(
        null=True, help_text="Hash of the device that wrote it with the code of a sheet"
    )
    by_code = models.BooleanField(
        default=False, help_text="Nobody with an account has entered or confirmed it"
    )
    reason = models.CharField(max_length=200, blank=True)
    points = ArrayField(models.IntegerField(), null=True)
    award = ArrayField(models.IntegerField(), null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    sambas = ArrayField(models.PositiveSmallIntegerField(), null=True)
    hands = models.JSONField(null=True, help_text="The sheet, hand by hand")

    class Meta:
        ordering = ["version"]
        constraints = [
            one_of("end", End, name="result_end"),
            one_of("kind", Kind, name="result_kind"),
            models.UniqueConstraint(fields=["table", "version"], name="result_version_once"),
            models.CheckConstraint(
                condition=~Q(kind__in=[Kind.CORRECTION, Kind.AWARD])
                | Q(director=True) & ~Q(reason=""),
                name="result_changed_with_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(table=None, taken_back_from__isnull=False)
                | Q(table__isnull=False, taken_back_from=None),
                name="result_of_a_table_or_taken_back",
            ),
            models.CheckConstraint(
                condition=Q(device=None) | Q(by=None, director=False, side__isnull=False),
                name="result_by_a_code_is_nobodys",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.version} of {self.table_id or self.taken_back_from}"

    @property
    def confirmed(self) -> bool:
        return Kind(self.kind).status is Status.CONFIRMED
