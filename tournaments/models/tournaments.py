"""Tournaments, with their terms as columns."""

import uuid
from functools import cached_property

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from games.choices import SLUG_LENGTH
from games.engine.clock import Profile
from samba_service.kit.fields import one_of
from tournaments.choices import choices
from tournaments.engine.terms import Format, Venue, Visibility, needed_to_rank
from tournaments.engine.tournament import OVER, TournamentState
from tournaments.models.clubs import Club, Season


class Tournament(models.Model):
    """A night or an event. Its row is the lock under which everything in it happens."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="tournaments"
    )
    name = models.CharField(max_length=80)
    starts_at = models.DateTimeField(null=True, blank=True, help_text="As announced")
    state = models.CharField(
        max_length=9, choices=choices(TournamentState), default=TournamentState.OPEN
    )
    visibility = models.CharField(
        max_length=6, choices=choices(Visibility), default=Visibility.LINK
    )
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
    phrases = models.BooleanField(default=False, help_text="At online tables")
    clock = models.CharField(
        max_length=14, choices=choices(Profile), blank=True, help_text="Of online tables"
    )
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
    imported_from = models.CharField(max_length=80, blank=True)
    imported_over = models.BooleanField(
        default=False, help_text="It ended elsewhere: nobody has asked its accounts to play here"
    )
    last_entry_number = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=0, help_text="Rows of its log")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    former_state = models.CharField(
        max_length=9, choices=choices(TournamentState), blank=True, default="",
        help_text="Of a cancelled tournament: the state before",
    )  # fmt: skip
    archived_at = models.DateTimeField(null=True, blank=True, help_text="No change from then on")
    archived_with_season = models.BooleanField(default=False)

    class Meta:
        ordering = ["-created_at", "id"]
        constraints = [
            one_of("former_state", TournamentState, name="tournament_former_state", blank=True),
            one_of("venue", Venue, name="tournament_venue"),
            one_of("clock", Profile, name="tournament_clock", blank=True),
            one_of("format", Format, name="tournament_format"),
            one_of("visibility", Visibility, name="tournament_visibility"),
            models.CheckConstraint(
                condition=Q(state__in=list(TournamentState)), name="tournament_state"
            ),
            models.CheckConstraint(
                condition=Q(hands_per_round=None) ^ Q(minutes_per_round=None),
                name="tournament_by_hands_or_time",
            ),
            models.CheckConstraint(
                condition=Q(archived_with_season=False)
                | Q(archived_at__isnull=False, season__isnull=False),
                name="tournament_archived_with_its_season",
            ),
            models.CheckConstraint(
                condition=Q(imported_over=False) | ~Q(imported_from="") & Q(state__in=list(OVER)),
                name="tournament_imported_over_is_over",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def counts_in_public(self) -> bool:
        """True if it counts for public ratings now: it is marked, and finished."""
        return self.rated and self.state == TournamentState.FINISHED

    @cached_property
    def rounds_published(self) -> int:
        """How many; a list of tournaments counts those of all at once."""
        return self.rounds.filter(published_version__isnull=False).count()

    @property
    def rounds_to_rank(self) -> int:
        """Rounds that an entry needs to be ranked."""
        played = self.rounds_published if self.state == TournamentState.FINISHED else None
        return needed_to_rank(Format(self.format), self.minimum_rounds, self.rounds_planned, played)
