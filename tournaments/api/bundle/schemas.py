"""The bundle `samba-tournament/1` in the schema."""

from typing import Any

from rest_framework import serializers

from games.api.schemas import whole
from samba_service.accounts.choices import PlayerKind
from samba_service.kit.answer_schema import AnswerField
from samba_service.kit.serializers import StrictSerializer, StrictUUIDField
from tournaments.api.schemas import (
    FORMATS,
    ROUND_STATES,
    STATES,
    TABLE_VENUES,
    WhyAnswer,
    values,
)
from tournaments.api.standings import MetricAnswer
from tournaments.api.tournaments.schemas import Field, shown
from tournaments.engine.bundle import FORMAT
from tournaments.engine.entries import Apart
from tournaments.engine.results import End, Kind, Status
from tournaments.engine.scoring import ScoringType
from tournaments.engine.terms import BUNDLED, Plain

Answer = serializers.Serializer[Any]

BUNDLE_FORMATS = [FORMAT]


def names(**options: Any) -> serializers.ListField:
    """Ids of this bundle."""
    return serializers.ListField(child=serializers.CharField(), **options)


def numbers(**options: Any) -> serializers.ListField:
    """Whole numbers, by side where there are sides."""
    return serializers.ListField(child=serializers.IntegerField(), **options)


def bundled(plain: Plain) -> Field:
    field = shown(plain)
    field.required = plain.setting.absent is not None
    return field


class BundleRulesetAnswer(Answer):
    slug = serializers.CharField()
    version = whole()
    sha256 = serializers.CharField()
    overrides = serializers.DictField(required=False)
    document = serializers.DictField(
        required=False, help_text="The resolved ruleset; left out: the one that is here"
    )


class BundleScoringAnswer(Answer):
    type = serializers.ChoiceField(values(ScoringType))
    bye = serializers.IntegerField()
    missed = serializers.IntegerField()
    bracket = whole()
    margin_sd = whole(allow_null=True)
    hands = whole(allow_null=True)
    base = whole(allow_null=True)
    step = whole(allow_null=True)
    table = numbers(allow_null=True)


class BundleBanAnswer(Answer):
    entries = names()

    def get_fields(self) -> dict[str, Any]:
        """`as` is a word of Python."""
        return {**super().get_fields(), "as": serializers.ChoiceField(values(Apart))}


class BundleStationaryAnswer(Answer):
    entry = serializers.CharField()
    table = whole()


class BundleTournamentAnswer(Answer):
    id = serializers.CharField()
    state = serializers.ChoiceField(STATES)
    format = serializers.ChoiceField(FORMATS)
    ruleset = BundleRulesetAnswer()
    table_seats = numbers()
    table_sides = numbers()
    seed = serializers.CharField(
        allow_null=True, help_text="Of all lots, in hexadecimal; null until the tournament is over"
    )
    seed_hash = serializers.CharField(allow_null=True, help_text="Its SHA-256, from the start on")
    phrase = serializers.CharField(
        allow_null=True, help_text="What a director added; lots are drawn from `seed:phrase`"
    )
    algorithm = serializers.CharField()
    scoring = BundleScoringAnswer()
    tiebreaks = names()
    minimum_rounds = whole(help_text="Rounds that an entry needs to be ranked")
    forbidden = BundleBanAnswer(many=True)
    stationary = BundleStationaryAnswer(many=True)

    def get_fields(self) -> dict[str, Any]:
        """Every plain setting is one."""
        own = super().get_fields()
        return {"id": own["id"]} | {each.member: bundled(each) for each in BUNDLED} | own


class BundlePlayerAnswer(Answer):
    id = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(PlayerKind.values)


class BundleStintAnswer(Answer):
    player = serializers.CharField()
    first = whole()
    first_hand = whole(allow_null=True, help_text="Of round `first`; null: its first")
    last = whole(allow_null=True, help_text="Null: to the end")
    last_hand = whole(allow_null=True, help_text="Of round `last`; null: its last")

    def get_fields(self) -> dict[str, Any]:
        """`for` is a word of Python."""
        return {**super().get_fields(), "for": serializers.CharField(allow_null=True)}


class BundlePresenceAnswer(Answer):
    version = whole()
    present = serializers.BooleanField()


class BundleEntryAnswer(Answer):
    id = serializers.CharField()
    number = whole()
    name = serializers.CharField()
    seed = whole(allow_null=True)
    late = serializers.BooleanField()
    withdrawn = serializers.BooleanField()
    tenures = BundleStintAnswer(many=True)
    presence = BundlePresenceAnswer(many=True)


class BundleBasisAnswer(Answer):
    entry = serializers.CharField()
    rank = whole()
    score = serializers.IntegerField()
    byes = whole()
    floats = serializers.ListField(child=serializers.CharField(allow_null=True))


class BundleLockAnswer(Answer):
    version = whole()
    sides = serializers.ListField(child=names())
    table = whole(allow_null=True)
    bye = serializers.BooleanField()
    override = serializers.BooleanField()
    reason = serializers.CharField(allow_null=True)


class BundleByeAnswer(Answer):
    entry = serializers.CharField()
    slot = whole(allow_null=True)
    why = AnswerField(WhyAnswer)


class BundleSideAnswer(Answer):
    side = whole()
    entries = names()
    players = names()


class BundleAuthorAnswer(Answer):
    player = serializers.CharField()
    side = whole(allow_null=True)
    director = serializers.BooleanField()


class BundleResultAnswer(Answer):
    version = whole()
    at = serializers.DateTimeField(allow_null=True)
    kind = serializers.ChoiceField(values(Kind))
    status = serializers.ChoiceField(values(Status))
    end = serializers.ChoiceField(values(End))
    by = BundleAuthorAnswer(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    points = numbers(allow_null=True)
    award = numbers(allow_null=True)
    scores = numbers(allow_null=True)
    winner = whole(allow_null=True)
    sambas = numbers(allow_null=True)
    hands = serializers.ListField(child=serializers.DictField(), allow_null=True)


class BundleTableAnswer(Answer):
    number = whole()
    slot = whole(allow_null=True)
    place = serializers.BooleanField()
    venue = serializers.ChoiceField(TABLE_VENUES)
    game = serializers.CharField(allow_null=True)
    dealer = whole()
    start_scores = numbers(allow_null=True)
    sides = BundleSideAnswer(many=True)
    why = AnswerField(WhyAnswer)
    results = BundleResultAnswer(many=True)


class BundleRoundAnswer(Answer):
    number = whole()
    state = serializers.ChoiceField(ROUND_STATES)
    method = serializers.CharField(allow_blank=True)
    drawn = whole(allow_null=True)
    published = whole(allow_null=True)
    basis = BundleBasisAnswer(many=True)
    locks = BundleLockAnswer(many=True)
    byes = BundleByeAnswer(many=True)
    tables = BundleTableAnswer(many=True)


class BundleAdjustmentAnswer(Answer):
    version = whole()
    entry = serializers.CharField()
    score = serializers.IntegerField()
    reason = serializers.CharField(allow_null=True, help_text="For members of the club")
    by = serializers.CharField(allow_null=True)


class BundleStandingAnswer(Answer):
    rank = whole(allow_null=True, help_text="Null: fewer rounds than `minimum_rounds`")
    entry = serializers.CharField()
    metrics = serializers.ListField(child=AnswerField(MetricAnswer))


class BundleRatingAnswer(Answer):
    player = serializers.CharField(allow_null=True)
    entry = serializers.CharField(allow_null=True)
    tables = whole()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class BundleAnswer(Answer):
    """A whole tournament. Entries, sides and tables name each other by ids of this bundle."""

    format = serializers.ChoiceField(BUNDLE_FORMATS)
    version = whole()
    tournament = BundleTournamentAnswer()
    players = BundlePlayerAnswer(many=True)
    entries = BundleEntryAnswer(many=True)
    rounds = BundleRoundAnswer(many=True)
    adjustments = BundleAdjustmentAnswer(many=True)
    standings = BundleStandingAnswer(many=True)
    ratings = BundleRatingAnswer(many=True)


class BundleImportRequest(StrictSerializer):
    club = StrictUUIDField()
    bundle = serializers.DictField(help_text="As an export answers it; unknown fields are ignored")
