"""The terms of a tournament as a request states them."""

from collections.abc import Mapping
from dataclasses import MISSING
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from rest_framework import serializers

from games.api.terms import RulesetField
from games.bots import registry
from samba_service.kit import strict
from samba_service.kit.answers import Whole
from tournaments.api.schemas import (
    APART,
    FIRST_STATES,
    FORMATS,
    METRIC_NAMES,
    SCORING_TYPES,
    SETTABLE_STATES,
    Json,
    score,
)
from tournaments.engine.terms import PLAIN, Format, Plain, TermsChange
from tournaments.services.settings import FORBIDDEN_AT_MOST, STATIONARY_AT_MOST

if TYPE_CHECKING:
    from tournaments.models import Tournament

Field = serializers.Field[Any, Any, Any, Any]


class TournamentScoringRequest(strict.Serializer):
    type = strict.ChoiceField(SCORING_TYPES, required=False, default="vp")
    bye = score(required=False, help_text="What a bye scores")
    missed = score(required=False, help_text="What a round missed by coming late scores")
    bracket = score(required=False, min_value=1, help_text="How much score makes a bracket")
    margin_sd = strict.IntegerField(
        required=False, min_value=1, max_value=100_000,
        help_text="Standard deviation of a hand's margin; left out: the ruleset's",
    )  # fmt: skip


class TournamentScoringAnswer(TypedDict):
    """Whole numbers; of `vp` in hundredths. `table[k]` is the winner's score at k steps."""

    type: Annotated[str, ("enum", SCORING_TYPES)]
    bye: int
    missed: int
    bracket: Whole
    margin_sd: Whole
    hands: Whole
    base: Annotated[Whole, "The margin from which the winner takes all"]
    step: Whole
    table: list[Whole]


class BanRequest(strict.Serializer):
    entries = serializers.ListField(child=strict.UUIDField(), min_length=2, max_length=2)

    def get_fields(self) -> dict[str, Any]:
        """`as` is a word of Python."""
        return {**super().get_fields(), "as": strict.ChoiceField(APART)}


BanAnswer = TypedDict(
    "BanAnswer", {"entries": list[UUID], "as": Annotated[str, ("enum", tuple(APART))]}
)


class StationaryRequest(strict.Serializer):
    entry = strict.UUIDField()
    table = strict.IntegerField(min_value=1, max_value=1000)


class StationaryAnswer(TypedDict):
    entry: UUID
    table: Whole


def asked(plain: Plain) -> Field:
    """The field of a request for a setting, with its bounds and default."""
    said, given = plain.setting, plain.default is MISSING
    options: dict[str, Any] = {"required": given, "help_text": said.help or None}
    options |= {} if given else {"default": plain.default}
    options |= {"allow_null": True} if plain.optional else {}
    options |= {"source": plain.name} if plain.member != plain.name else {}
    if plain.name == "house_bots":
        return strict.ChoiceField(registry.levels(), **options)
    if plain.type is bool:
        return strict.BooleanField(**options)
    if plain.type is int:
        return strict.IntegerField(min_value=said.low, max_value=said.high, **options)
    if plain.type is str:
        return strict.LineField(max_length=said.high, **options)
    if plain.type is datetime:
        return strict.DateTimeField(**options)
    return strict.EnumField(plain.type, **options)


class SettingsRequest(strict.Serializer):
    """What can be said at creation and changed later."""

    season = strict.UUIDField(required=False, allow_null=True, default=None)
    scoring = TournamentScoringRequest(required=False, default=dict)
    tiebreaks = serializers.ListField(
        child=strict.ChoiceField(METRIC_NAMES), required=False, default=list, max_length=8,
        help_text="Metrics, in order; left out: the format's own",
    )  # fmt: skip
    table_seats = serializers.ListField(
        child=strict.IntegerField(min_value=2, max_value=8), required=False, max_length=4,
        default=list, help_text="Sizes of table; left out: what the ruleset and format have",
    )  # fmt: skip
    state = strict.ChoiceField(FIRST_STATES, required=False, default="open")
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
    club = strict.UUIDField()
    format = strict.ChoiceField(FORMATS)
    ruleset = RulesetField()

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

    like = strict.UUIDField(help_text="A tournament that you may read")

    def get_fields(self) -> dict[str, Any]:
        """All fields but `like` are optional and without default."""
        fields = super().get_fields()
        for name in fields.keys() - {"like"}:
            fields[name].required, fields[name].default = False, serializers.empty
        return fields


class TournamentPatch(strict.ChangeRequest, SettingsRequest):
    """Only what is named is changed."""

    phrase = strict.LineField(
        max_length=80, allow_null=True,
        help_text="Joins the seed of lots, after the start and before the first draw is asked for",
    )  # fmt: skip

    def get_fields(self) -> dict[str, Any]:
        """Nothing has a default, nothing is required."""
        fields = super().get_fields()
        for field in fields.values():
            field.required, field.default = False, serializers.empty
        fields["state"] = strict.ChoiceField(SETTABLE_STATES, required=False)
        return fields


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
