"""Shapes and fields that several subjects share."""

from typing import Any

from rest_framework import serializers

from games.api.schemas import whole
from samba_service.accounts.api.schemas import PlayerRefAnswer
from samba_service.kit.answer_schema import AnswerField
from samba_service.kit.serializers import LineField, StrictIntegerField, StrictSerializer, worded
from tournaments.engine.entries import Apart
from tournaments.engine.reason_texts import CODES, WARNING_CODES, Names, reason_text
from tournaments.engine.scoring import ScoringType
from tournaments.engine.standings import METRICS
from tournaments.engine.terms import PLAIN, Format, Venue, Visibility
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.models import Assignment, Entry, Member, Table
from tournaments.selectors.load import why_of

MAX_SCORE = 1_000_000


def values(names: Any) -> list[str]:
    """The words of an enumeration."""
    return [name.value for name in names]


FORMATS, STATES, VENUES = values(Format), values(TournamentState), values(Venue)

ROUND_STATES, APART = values(RoundState), values(Apart)

VISIBILITIES = worded(
    Visibility, next(each.setting.words for each in PLAIN if each.name == "visibility")
)

SCORING_TYPES = values(ScoringType)

METRIC_NAMES = sorted(METRICS)

FIRST_STATES = ["draft", "open"]

SETTABLE_STATES = [*FIRST_STATES, "cancelled"]

TABLE_VENUES = ["online", "table"]

NEXT_ROUND = "next_round"
"""What those wait for who come while a draft is open."""


def score(**options: Any) -> StrictIntegerField:
    """A score, in the unit of the scoring."""
    return StrictIntegerField(**{"min_value": -MAX_SCORE, "max_value": MAX_SCORE} | options)


def reason(**options: Any) -> LineField:
    """Why a director did it; the club reads it."""
    return LineField(max_length=200, **options)


class UndoRequest(StrictSerializer):
    reason = reason(required=False)


class ReasonRequest(StrictSerializer):
    """Why a director or an admin does it."""

    reason = reason()


Answer = serializers.Serializer[Any]

METHODS = (
    "matching", "random", "fold", "design", "search", "adaptive", "circle", "bracket", "manual",
)  # fmt: skip


class NamedRef(Answer):
    id = serializers.UUIDField()
    name = serializers.CharField()


class EntryRefAnswer(Answer):
    id = serializers.UUIDField()
    number = whole()
    name = serializers.CharField()


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
    players = serializers.ListField(child=AnswerField(PlayerRefAnswer))


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


Json = dict[str, Any]


def member_ref(member: Member) -> Json:
    """Somebody who plays, under the id that the API names them by."""
    return {"id": member.public_id, "name": member.name, "kind": member.kind}


def why_view(row: Table | Assignment, names: Names) -> Json:
    """The reason for a table or a bye, in the names that the reader may see."""
    why = why_of(row)
    return {
        "code": why.code or None,
        "facts": why.facts,
        "text": reason_text(why, names),
        "cost": why.cost,
    }


def entry_ref(entry: Entry) -> Json:
    """An entry where something else is the subject."""
    return {"id": entry.id, "number": entry.number, "name": entry.name}
