"""A tournament, who entered it, and when they were there."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from games.models import Partnership
from games.models.rulesets import SLUG_LENGTH
from tournaments.engine.tournament import Format, State, Venue, needed_to_rank
from tournaments.models.choices import choices
from tournaments.models.clubs import Club, Member, Season
from tournaments.models.readers import Names, current_reader


class Visibility(models.TextChoices):
    """Who may read a tournament; a draft is for directors."""

    CLUB = "club", "members of the club, and who is entered"
    LINK = "link", "anyone who has its address; it is in no list"
    PUBLIC = "public", "everybody, and it is listed"


class Tournament(models.Model):
    """A night or an event. Its row is the lock under which everything in it happens."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="tournaments"
    )
    name = models.CharField(max_length=80)
    state = models.CharField(max_length=9, choices=choices(State), default=State.OPEN)
    visibility = models.CharField(max_length=6, choices=Visibility, default=Visibility.LINK)
    format = models.CharField(max_length=20, choices=choices(Format))
    rounds_planned = models.PositiveSmallIntegerField()
    hands_per_round = models.PositiveSmallIntegerField(null=True, blank=True)
    minutes_per_round = models.PositiveSmallIntegerField(null=True, blank=True)
    venue = models.CharField(max_length=6, choices=choices(Venue))
    duplicate = models.BooleanField(default=False)
    handicap = models.BooleanField(default=False, help_text="Start scores from the ratings")
    rated = models.BooleanField(
        default=False, help_text="It counts for public ratings: the operator's decision"
    )
    house_bots = models.CharField(max_length=30, blank=True, help_text="Their level; empty: none")
    ruleset = models.JSONField(help_text="The resolved document")
    overrides = models.JSONField(default=dict)
    ruleset_slug = models.CharField(max_length=SLUG_LENGTH)
    ruleset_version = models.PositiveSmallIntegerField()
    ruleset_sha256 = models.CharField(max_length=64)
    table_seats = ArrayField(models.PositiveSmallIntegerField())
    seed = models.CharField(max_length=80, blank=True, help_text="Of all lots; empty: not started")
    seed_shown = models.BooleanField(default=False, help_text="Once the tournament has ended")
    phrase = models.CharField(max_length=80, blank=True, help_text="Added to the seed")
    algorithm = models.CharField(max_length=30)
    scoring = models.JSONField()
    tiebreaks = ArrayField(models.CharField(max_length=30))
    minimum_rounds = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="To be ranked; null: the format's own number"
    )
    forbidden = models.JSONField(default=list, help_text="Of entry ids")
    stationary = models.JSONField(default=list, help_text="Of entry ids")
    imported_from = models.CharField(max_length=80, blank=True)
    last_entry_number = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=0, help_text="Rows of its log")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    former_state = models.CharField(
        max_length=9, choices=choices(State), blank=True, default="",
        help_text="Of a cancelled tournament: the state before",
    )  # fmt: skip
    archived_at = models.DateTimeField(null=True, blank=True, help_text="No change from then on")
    archived_with_season = models.BooleanField(default=False)

    class Meta:
        ordering = ["-created_at", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=list(State)), name="tournament_state"),
            models.CheckConstraint(
                condition=Q(hands_per_round=None) ^ Q(minutes_per_round=None),
                name="tournament_by_hands_or_time",
            ),
            models.CheckConstraint(
                condition=Q(archived_with_season=False)
                | Q(archived_at__isnull=False, season__isnull=False),
                name="tournament_archived_with_its_season",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def counts_in_public(self) -> bool:
        """True if it counts for public ratings now: it is marked, and finished."""
        return self.rated and self.state == State.FINISHED

    @property
    def rounds_to_rank(self) -> int:
        """Rounds that an entry needs to be ranked."""
        finished = self.state == State.FINISHED
        published = [each for each in self.rounds.all() if each.published] if finished else None
        chosen, planned = self.minimum_rounds, self.rounds_planned
        played = None if published is None else len(published)
        return needed_to_rank(Format(self.format), chosen, planned, played)


class Entry(models.Model):
    """A pair, a trio, or one player who gets partners; `number` is never given again."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    own_name = models.CharField(max_length=80, blank=True, help_text="Empty: its players' names")
    partnership = models.ForeignKey(
        Partnership, models.PROTECT, null=True, blank=True, related_name="entries"
    )
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    checked_in = models.BooleanField(default=False)
    withdrawn = models.BooleanField(default=False)
    late = models.BooleanField(default=False, help_text="Came after round 1 was published")
    invited = models.BooleanField(
        default=False, help_text="Somebody has not agreed yet: it is in no draw and no list"
    )
    house = models.BooleanField(default=False, help_text="House bots, there to fill a table")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
        ]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.tournament_id}"

    @property
    def name(self) -> str:
        """Its own, the partnership's, or those of the players who sit for it at the end."""
        if self.team_name:
            return self.team_name
        if current_reader().names == Names.NONE:
            return f"Entry {self.number}"
        now = [tenure.member.name for tenure in self.tenures.all() if tenure.last_round is None]
        return " & ".join(now)

    @property
    def team_name(self) -> str:
        """Its own or the partnership's; empty for none, and where a player's name is not shown."""
        if not self.named_in_full:
            return ""
        return self.own_name or (self.partnership.name if self.partnership else "")

    @property
    def named_in_full(self) -> bool:
        """True if the current reader sees the whole names of its players."""
        return all(tenure.member.named_in_full for tenure in self.tenures.all())

    @property
    def present(self) -> bool:
        return self.checked_in and not self.withdrawn


class Presence(models.Model):
    """An entry came or went, at a version of the tournament."""

    pk = models.CompositePrimaryKey("entry_id", "version")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="presence")
    version = models.PositiveIntegerField()
    present = models.BooleanField()

    class Meta:
        ordering = ["version"]

    def __str__(self) -> str:
        return f"{self.entry_id} at {self.version}"


class Tenure(models.Model):
    """A member plays for an entry from one round to another; a substitute has one of their own."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="tenures")
    member = models.ForeignKey(Member, models.PROTECT, related_name="tenures")
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
                name="tenure_last_hand_of_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} for {self.entry_id}"

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
