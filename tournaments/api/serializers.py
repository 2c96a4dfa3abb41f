"""Tournaments, entries and rounds in the schema."""

from typing import Any

from rest_framework import serializers

from games.api.action_serializers import whole
from games.api.game_serializers import RulesetRefAnswer
from games.api.people_serializers import PlayerRefAnswer
from games.models import InvitationState
from samba_service.schema import ProblemAnswer
from tournaments.api.requests import (
    APART,
    FORMATS,
    METRIC_NAMES,
    ROUND_STATES,
    SCORING_TYPES,
    STATES,
    TABLE_VENUES,
    VENUES,
)
from tournaments.engine.reasons import CODES, WARNING_CODES
from tournaments.models import Visibility

Answer = serializers.Serializer[Any]
METHODS = (
    "matching", "random", "fold", "design", "search", "adaptive", "circle", "bracket", "manual",
)  # fmt: skip


class NamedRef(Answer):
    id = serializers.UUIDField()
    name = serializers.CharField()


class TournamentScoringAnswer(Answer):
    """Whole numbers; of `vp` in hundredths. `table[k]` is the winner's score at k steps."""

    type = serializers.ChoiceField(SCORING_TYPES)
    bye = whole()
    missed = whole()
    bracket = whole()
    margin_sd = whole()
    hands = whole()
    base = whole(help_text="The margin from which the winner takes all")
    step = whole()
    table = serializers.ListField(child=whole())


class BanAnswer(Answer):
    entries = serializers.ListField(child=serializers.UUIDField())

    def get_fields(self) -> dict[str, Any]:
        """`as` is a word of Python."""
        return {**super().get_fields(), "as": serializers.ChoiceField(APART)}


class StationaryAnswer(Answer):
    entry = serializers.UUIDField()
    table = whole()


class TournamentAnswer(Answer):
    id = serializers.UUIDField()
    club = NamedRef()
    season = NamedRef(allow_null=True)
    name = serializers.CharField()
    state = serializers.ChoiceField(STATES)
    visibility = serializers.ChoiceField(Visibility.choices)
    format = serializers.ChoiceField(FORMATS)
    rounds = whole()
    hands_per_round = whole(allow_null=True)
    minutes_per_round = whole(allow_null=True)
    venue = serializers.ChoiceField(VENUES)
    duplicate = serializers.BooleanField()
    handicap = serializers.BooleanField()
    rated = serializers.BooleanField(
        help_text="It counts for public ratings; only the operator of the site sets this"
    )
    house_bots = serializers.CharField(allow_null=True)
    ruleset = RulesetRefAnswer()
    table_seats = serializers.ListField(child=whole())
    seed = serializers.CharField(
        allow_null=True, help_text="Of all lots, in hexadecimal; null until the tournament is over"
    )
    seed_hash = serializers.CharField(allow_null=True, help_text="Its SHA-256, from the start on")
    phrase = serializers.CharField(
        allow_null=True, help_text="What a director added; lots are drawn from `seed:phrase`"
    )
    algorithm = serializers.CharField()
    scoring = TournamentScoringAnswer()
    tiebreaks = serializers.ListField(child=serializers.ChoiceField(METRIC_NAMES))
    minimum_rounds = whole(help_text="Rounds that an entry needs to be ranked")
    forbidden = BanAnswer(many=True)
    stationary = StationaryAnswer(many=True)
    imported_from = serializers.CharField(allow_null=True)
    version = whole()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    archived_at = serializers.DateTimeField(
        allow_null=True, help_text="Nothing in it changes from then on"
    )


class TournamentEventAnswer(Answer):
    version = whole()
    at = serializers.DateTimeField()
    type = serializers.CharField(help_text="In the past tense: `round_published`")
    facts = serializers.DictField(help_text="Ids and numbers")
    text = serializers.CharField(
        help_text="`round 2, table 3: 900\N{EN DASH}400 became 1,000\N{EN DASH}400, by Mara`"
    )


class TenureAnswer(Answer):
    player = PlayerRefAnswer()
    first = whole(help_text="Round")
    first_hand = whole(allow_null=True, help_text="Of round `first`; null: its first")
    last = whole(allow_null=True, help_text="Round; null: to the end")
    last_hand = whole(allow_null=True, help_text="Of round `last`; null: its last")

    def get_fields(self) -> dict[str, Any]:
        """`for` is a word of Python."""
        return {**super().get_fields(), "for": PlayerRefAnswer(allow_null=True)}


class AskedAnswer(Answer):
    player = PlayerRefAnswer()
    state = serializers.ChoiceField(InvitationState.choices)


class EntryAnswer(Answer):
    id = serializers.UUIDField()
    tournament = serializers.UUIDField()
    number = whole()
    name = serializers.CharField()
    invited = serializers.BooleanField(
        help_text="Somebody has not agreed yet: it is drawn and printed nowhere"
    )
    asked = AskedAnswer(many=True, help_text="Whom it takes to agree, while it is `invited`")
    players = PlayerRefAnswer(many=True)
    tenures = TenureAnswer(many=True)
    partnership = serializers.UUIDField(allow_null=True)
    seed = whole(allow_null=True)
    checked_in = serializers.BooleanField()
    withdrawn = serializers.BooleanField()
    late = serializers.BooleanField()
    house = serializers.BooleanField()
    version = whole(help_text="Of the tournament")


class EntryRefAnswer(Answer):
    id = serializers.UUIDField()
    number = whole()
    name = serializers.CharField()


class EntryResultAnswer(Answer):
    """The result for one of many entries: `entry` or `problem`."""

    index = whole(help_text="In the body, or among the entries of the other night")
    status = whole(help_text="200 changed, 201 entered, 202 invited, else the problem's")
    copy_of = EntryRefAnswer(required=False, help_text="The entry of the other night")
    entry = EntryAnswer(required=False)
    problem = ProblemAnswer(required=False)


class EntryResultsAnswer(Answer):
    results = EntryResultAnswer(many=True)
    version = whole(help_text="Of the tournament, after all of them")


class WhyAnswer(Answer):
    """The reason for a table or a bye, and the cost that the draw minimised."""

    code = serializers.CharField(
        allow_null=True, help_text=f"More may come: {', '.join(CODES)}. Null in older tournaments"
    )
    facts = serializers.DictField(help_text="What the text says; entries by their numbers")
    text = serializers.CharField(help_text="In plain English, by the names of people")
    cost = serializers.ListField(child=whole())


class WarningAnswer(Answer):
    """A wish that a director's act overrides."""

    code = serializers.CharField(help_text=f"More may come: {', '.join(WARNING_CODES)}")
    facts = serializers.DictField(help_text="What the text says; entries by their numbers")
    text = serializers.CharField(help_text="In plain English, by the names of people")


class TableSideAnswer(Answer):
    side = whole()
    entries = EntryRefAnswer(many=True)
    players = PlayerRefAnswer(many=True)


class DrawnTableAnswer(Answer):
    id = serializers.UUIDField()
    number = whole()
    venue = serializers.ChoiceField(TABLE_VENUES)
    game = serializers.UUIDField(allow_null=True)
    slot = whole(allow_null=True)
    place = serializers.BooleanField(help_text="The match for third place")
    dealer = whole(help_text="The seat that deals first")
    start_scores = serializers.ListField(child=whole(), allow_null=True)
    sides = TableSideAnswer(many=True)
    locked = serializers.BooleanField()
    why = WhyAnswer()


class ByeAnswer(Answer):
    entry = EntryRefAnswer()
    slot = whole(allow_null=True)
    locked = serializers.BooleanField()
    why = WhyAnswer()


class LockAnswer(Answer):
    version = whole()
    sides = serializers.ListField(child=serializers.ListField(child=serializers.UUIDField()))
    table = whole(allow_null=True)
    bye = serializers.BooleanField()
    override = serializers.BooleanField()
    reason = serializers.CharField(allow_null=True)
    after_publication = serializers.BooleanField(
        help_text="The director changed the published round; the rest was drawn without it"
    )


class DrawErrorAnswer(Answer):
    code = serializers.CharField()
    detail = serializers.CharField()
    facts = serializers.DictField()


class RoundSummaryAnswer(Answer):
    id = serializers.UUIDField()
    number = whole()
    state = serializers.ChoiceField(ROUND_STATES)
    method = serializers.ChoiceField(METHODS, allow_null=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Of rounds by time")
    error = DrawErrorAnswer(
        allow_null=True,
        help_text="Why no draw could be made; `draw_failed`: by an error of the service",
    )


class SharedDealsAnswer(Answer):
    """Deals that all tables of a round play."""

    commitments = serializers.ListField(
        child=serializers.CharField(), help_text="By hand, in hex; promised before the draw"
    )
    entropy = serializers.ListField(
        child=serializers.CharField(), help_text="What the director stirred in, in hex"
    )
    open = serializers.BooleanField(help_text="Whether the deals are shown")


class ComparedRowAnswer(Answer):
    table = whole()
    points = serializers.ListField(child=serializers.IntegerField(), help_text="By side")
    difference = serializers.ListField(
        child=serializers.IntegerField(), help_text="From the datum, by side"
    )


class ComparedHandAnswer(Answer):
    number = whole()
    datum = serializers.IntegerField(
        help_text="What side 0 makes of the deal more than side 1, on the average"
    )
    tables = ComparedRowAnswer(many=True)


class ComparedSideAnswer(Answer):
    table = whole()
    side = whole()
    entries = EntryRefAnswer(many=True)
    points = serializers.IntegerField()
    difference = serializers.IntegerField(help_text="Of all hands")


class ComparisonAnswer(Answer):
    trimmed_from = whole(help_text="Tables from which on the two extremes are left out of a datum")
    hands = ComparedHandAnswer(many=True)
    sides = ComparedSideAnswer(many=True)
