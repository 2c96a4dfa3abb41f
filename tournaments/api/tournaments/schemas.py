"""Requests and answers of tournaments."""

from collections.abc import Mapping
from dataclasses import MISSING
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from rest_framework import serializers

from games.api.base import whole
from games.api.games.answers import RulesetRefAnswer
from games.api.games.requests import RulesetField
from games.bots import registry
from samba_service.kit.answer_schema import AnswerField
from samba_service.kit.answers import Whole
from samba_service.kit.serializers import (
    ChangeRequest,
    EnumField,
    LineField,
    QueryChoiceField,
    QuerySerializer,
    StrictBooleanField,
    StrictChoiceField,
    StrictDateTimeField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
    worded,
)
from tournaments.api.rounds.schemas import _CLOCKS
from tournaments.api.schemas import (
    APART,
    FIRST_STATES,
    FORMATS,
    METRIC_NAMES,
    SCORING_TYPES,
    SETTABLE_STATES,
    STATES,
    Json,
    NamedRef,
    score,
)
from tournaments.engine.draws import seed_hash
from tournaments.engine.terms import PLAIN, Format, Plain, TermsChange
from tournaments.services.settings import FORBIDDEN_AT_MOST, STATIONARY_AT_MOST

if TYPE_CHECKING:
    from tournaments.models import Tournament

Field = serializers.Field[Any, Any, Any, Any]


class TournamentScoringRequest(StrictSerializer):
    type = StrictChoiceField(SCORING_TYPES, required=False, default="vp")
    bye = score(required=False, help_text="What a bye scores")
    missed = score(required=False, help_text="What a round missed by coming late scores")
    bracket = score(required=False, min_value=1, help_text="How much score makes a bracket")
    margin_sd = StrictIntegerField(
        required=False, min_value=1, max_value=100_000,
        help_text="Standard deviation of a hand's margin; left out: the ruleset's",
    )  # fmt: skip


class BanRequest(StrictSerializer):
    entries = serializers.ListField(child=StrictUUIDField(), min_length=2, max_length=2)

    def get_fields(self) -> dict[str, Any]:
        """`as` is a word of Python."""
        return {**super().get_fields(), "as": StrictChoiceField(APART)}


class StationaryRequest(StrictSerializer):
    entry = StrictUUIDField()
    table = StrictIntegerField(min_value=1, max_value=1000)


def asked(plain: Plain) -> Field:
    """The field of a request for a setting, with its bounds and default."""
    said, given = plain.setting, plain.default is MISSING
    options: dict[str, Any] = {"required": given, "help_text": said.help or None}
    options |= {} if given else {"default": plain.default}
    options |= {"allow_null": True} if plain.optional else {}
    options |= {"source": plain.name} if plain.member != plain.name else {}
    if plain.name == "house_bots":
        return StrictChoiceField(registry.levels(), **options)
    if plain.type is bool:
        return StrictBooleanField(**options)
    if plain.type is int:
        return StrictIntegerField(min_value=said.low, max_value=said.high, **options)
    if plain.type is str:
        return LineField(max_length=said.high, **options)
    if plain.type is datetime:
        return StrictDateTimeField(**options)
    return EnumField(plain.type, words=said.words, **options)


def shown(plain: Plain) -> Field:
    """The field of an answer for a setting."""
    options: dict[str, Any] = {"allow_null": True} if plain.optional else {}
    if plain.type is bool:
        return serializers.BooleanField()
    if plain.type is int:
        return whole(**options)
    if plain.type is str:
        return serializers.CharField(**options)
    if plain.type is datetime:
        return serializers.DateTimeField(**options)
    return serializers.ChoiceField(worded(plain.type, plain.setting.words))


class SettingsRequest(StrictSerializer):
    """What can be said at creation and changed later."""

    season = StrictUUIDField(required=False, allow_null=True, default=None)
    scoring = TournamentScoringRequest(required=False, default=dict)
    tiebreaks = serializers.ListField(
        child=StrictChoiceField(METRIC_NAMES), required=False, default=list, max_length=8,
        help_text="Metrics, in order; left out: the format's own",
    )  # fmt: skip
    table_seats = serializers.ListField(
        child=StrictIntegerField(min_value=2, max_value=8), required=False, max_length=4,
        default=list, help_text="Sizes of table; left out: what the ruleset and format have",
    )  # fmt: skip
    state = StrictChoiceField(FIRST_STATES, required=False, default="open")
    forbidden = serializers.ListField(
        child=BanRequest(), required=False, default=list, max_length=FORBIDDEN_AT_MOST
    )
    stationary = serializers.ListField(
        child=StationaryRequest(), required=False, default=list, max_length=STATIONARY_AT_MOST
    )

    def get_fields(self) -> dict[str, Any]:
        """Every plain setting is one, by the bounds of the terms."""
        return {each.member: asked(each) for each in PLAIN} | super().get_fields()


class TournamentRequest(SettingsRequest):
    club = StrictUUIDField()
    format = StrictChoiceField(FORMATS)
    ruleset = RulesetField()
    clock = serializers.JSONField(required=False, allow_null=True, default=None, help_text=_CLOCKS)

    def validate_clock(self, clock: object) -> None:
        """There are none yet."""
        if clock is not None:
            raise serializers.ValidationError(_CLOCKS + ".")

    def validate_forbidden(self, constraints: list[Json]) -> list[Json]:
        """Entries come later."""
        return _none_yet(constraints)

    def validate_stationary(self, constraints: list[Json]) -> list[Json]:
        """Entries come later."""
        return _none_yet(constraints)


def _none_yet(constraints: list[Json]) -> list[Json]:
    if constraints:
        raise serializers.ValidationError("There are no entries yet.")
    return constraints


def announced(body: Mapping[str, Any]) -> dict[str, Any]:
    """What `tournament_create` takes of a well-formed body."""
    terms = {name: body[name] for name in TermsChange.__annotations__ if name in body}
    format, ruleset = Format(body["format"]), body["ruleset"]
    return {"format": format, "ruleset": ruleset, "state": body["state"], "terms": terms}


class TournamentLikeRequest(TournamentRequest):
    """The terms of another tournament; every other field of the body overrides them."""

    like = StrictUUIDField(help_text="A tournament that you may read")

    def get_fields(self) -> dict[str, Any]:
        """All fields but `like` are optional and without default."""
        fields = super().get_fields()
        for name in fields.keys() - {"like"}:
            fields[name].required, fields[name].default = False, serializers.empty
        return fields


class TournamentPatch(ChangeRequest, SettingsRequest):
    """Only what is named is changed."""

    phrase = LineField(
        max_length=80, allow_null=True,
        help_text="Joins the seed of lots, after the start and before the first draw is asked for",
    )  # fmt: skip

    def get_fields(self) -> dict[str, Any]:
        """Nothing has a default, nothing is required."""
        fields = super().get_fields()
        for field in fields.values():
            field.required, field.default = False, serializers.empty
        fields["state"] = StrictChoiceField(SETTABLE_STATES, required=False)
        return fields


class TournamentsQuery(QuerySerializer):
    club = serializers.UUIDField(required=False)
    season = serializers.UUIDField(required=False)
    state = QueryChoiceField(STATES, required=False)
    format = QueryChoiceField(FORMATS, required=False)


class TournamentEventsQuery(QuerySerializer):
    after = serializers.IntegerField(
        required=False, min_value=0, max_value=2**31 - 1,
        help_text="A version: only the entries after it, the oldest first",
    )  # fmt: skip


class RatedRequest(StrictSerializer):
    rated = StrictBooleanField(help_text="True if it counts for public ratings")


class FinishRequest(StrictSerializer):
    rounds = StrictChoiceField(
        ["as_played"], required=False, help_text="Although planned rounds are left"
    )


class TournamentScoringAnswer(TypedDict):
    """Whole numbers; of `vp` in hundredths. `table[k]` is the winner's score at k steps."""

    type: Annotated[str, ("enum", SCORING_TYPES)]
    bye: Whole
    missed: Whole
    bracket: Whole
    margin_sd: Whole
    hands: Whole
    base: Annotated[Whole, "The margin from which the winner takes all"]
    step: Whole
    table: list[Whole]


BanAnswer = TypedDict(
    "BanAnswer", {"entries": list[UUID], "as": Annotated[str, ("enum", tuple(APART))]}
)


class StationaryAnswer(TypedDict):
    entry: UUID
    table: Whole


class TournamentAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = AnswerField(NamedRef)
    season = AnswerField(NamedRef, allow_null=True)
    state = serializers.ChoiceField(STATES)
    format = serializers.ChoiceField(FORMATS)
    rated = serializers.BooleanField(
        help_text="It counts for public ratings; only the operator of the site sets this"
    )
    ruleset = AnswerField(RulesetRefAnswer)
    table_seats = serializers.ListField(child=whole())
    seed = serializers.CharField(
        allow_null=True, help_text="Of all lots, in hexadecimal; null until the tournament is over"
    )
    seed_hash = serializers.CharField(allow_null=True, help_text="Its SHA-256, from the start on")
    phrase = serializers.CharField(
        allow_null=True, help_text="What a director added; lots are drawn from `seed:phrase`"
    )
    algorithm = serializers.CharField()
    scoring = AnswerField(TournamentScoringAnswer)
    tiebreaks = serializers.ListField(child=serializers.ChoiceField(METRIC_NAMES))
    minimum_rounds = whole(help_text="Rounds that an entry needs to be ranked")
    forbidden = AnswerField(list[BanAnswer])
    stationary = AnswerField(list[StationaryAnswer])
    imported_from = serializers.CharField(allow_null=True)
    version = whole()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    archived_at = serializers.DateTimeField(
        allow_null=True, help_text="Nothing in it changes from then on"
    )

    def get_fields(self) -> dict[str, Any]:
        """Every plain setting is one."""
        own = super().get_fields()
        return {"id": own["id"]} | {each.member: shown(each) for each in PLAIN} | own


class TournamentEventAnswer(TypedDict):
    version: Whole
    at: datetime
    type: Annotated[str, "In the past tense: `round_published`"]
    facts: Annotated[dict[str, Any], "Ids and numbers"]
    text: Annotated[
        str, "`round 2, table 3: 900\N{EN DASH}400 became 1,000\N{EN DASH}400, by Mara`"
    ]


def tournament_view(tournament: "Tournament") -> Json:
    """A tournament with all its settings."""
    season, constraints = tournament.season, tournament.constraints.all()
    return {
        "id": tournament.id,
        **{each.member: each.of_column(getattr(tournament, each.name)) for each in PLAIN},
        "club": {"id": tournament.club_id, "name": tournament.club.name},
        "season": season and {"id": season.id, "name": season.name},
        "state": tournament.state,
        "format": tournament.format,
        "rated": tournament.rated,
        "ruleset": {
            "slug": tournament.ruleset_slug,
            "version": tournament.ruleset_version,
            "sha256": tournament.ruleset_sha256,
        },
        "table_seats": tournament.table_seats,
        "seed": tournament.seed if tournament.seed and tournament.seed_shown else None,
        "seed_hash": seed_hash(tournament.seed) if tournament.seed else None,
        "phrase": tournament.phrase or None,
        "algorithm": tournament.algorithm,
        "scoring": tournament.scoring,
        "tiebreaks": tournament.tiebreaks,
        "minimum_rounds": tournament.rounds_to_rank,
        "forbidden": [
            {"entries": [each.entry_id, each.other_id], "as": each.apart}
            for each in constraints
            if each.table is None
        ],
        "stationary": [
            {"entry": each.entry_id, "table": each.table} for each in constraints if each.table
        ],
        "imported_from": tournament.imported_from or None,
        "version": tournament.version,
        "created_at": tournament.created_at,
        "started_at": tournament.started_at,
        "finished_at": tournament.finished_at,
        "archived_at": tournament.archived_at,
    }


SCORING = ("type", "bye", "missed", "bracket", "margin_sd")

FOLLOWS = {
    "club": ("season",),
    "ruleset": ("table_seats",),
    "format": ("table_seats", "tiebreaks", "minimum_rounds"),
    "hands_per_round": ("minutes_per_round",),
    "minutes_per_round": ("hands_per_round",),
    "duplicate": ("table_seats",),
}
"""If the field on the left changes, those on the right, which depend on it, are not taken over."""


def terms_like(tournament: "Tournament", given: Mapping[str, Any]) -> Json:
    """The fields of `POST /tournaments` that are taken over from the tournament.

    They are its terms, season and table sizes, without those in `given` and what depends on them;
    never entries, dates or constraints on entries.
    """
    terms = _terms(tournament)
    other = [each for each in given if given[each] != terms.get(each)]
    dropped = {*given} | {name for each in other for name in FOLLOWS.get(each, ())}
    if "ruleset" in given:
        del terms["scoring"]["margin_sd"]
    return {name: value for name, value in terms.items() if name not in dropped}


def _terms(tournament: "Tournament") -> dict[str, Any]:
    season = tournament.season_id
    return {
        "club": str(tournament.club_id),
        "season": season and str(season),
        **{
            each.member: each.of_column(getattr(tournament, each.name))
            for each in PLAIN
            if each.setting.copied
        },
        "format": tournament.format,
        "ruleset": {"extends": tournament.ruleset_slug, "overrides": tournament.overrides},
        "scoring": {name: tournament.scoring[name] for name in SCORING},
        "tiebreaks": tournament.tiebreaks,
        "table_seats": tournament.table_seats,
    }
