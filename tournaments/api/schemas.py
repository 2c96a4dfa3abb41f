"""Shapes and fields that several subjects share."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from samba_service.accounts.api.schemas import PlayerRefAnswer
from samba_service.kit import strict
from samba_service.kit.answers import Whole, answer_of
from samba_service.kit.languages import in_callers_language
from tournaments.engine.bundle.document import WhyAnswer
from tournaments.engine.draws import Apart, Reason
from tournaments.engine.reason_texts import WARNING_CODES, reason_text
from tournaments.engine.reason_words import EntryNames
from tournaments.engine.results import ScoringType
from tournaments.engine.standings import METRICS
from tournaments.engine.terms import Format, Venue, Visibility
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.languages import current_language
from tournaments.selectors.load import why_of

if TYPE_CHECKING:
    from tournaments.models import Assignment, Entry, Member, Table

MAX_SCORE = 1_000_000


def values(names: Any) -> list[str]:
    """The words of an enumeration."""
    return [name.value for name in names]


FORMATS, STATES, VENUES = values(Format), values(TournamentState), values(Venue)

ROUND_STATES, APART = values(RoundState), values(Apart)

VISIBILITIES = values(Visibility)

SCORING_TYPES = values(ScoringType)

METRIC_NAMES = sorted(METRICS)

FIRST_STATES = ["draft", "open"]

SETTABLE_STATES = [*FIRST_STATES, "cancelled"]

TABLE_VENUES = ["online", "table"]

NEXT_ROUND = "next_round"
"""What those wait for who come while a draft is open."""


def score(**options: Any) -> strict.IntegerField:
    """A score, in the unit of the scoring."""
    return strict.IntegerField(**{"min_value": -MAX_SCORE, "max_value": MAX_SCORE} | options)


def reason(**options: Any) -> strict.LineField:
    """Why a director did it; the club reads it."""
    return strict.LineField(max_length=200, **options)


class UndoRequest(strict.Serializer):
    reason = reason(required=False)


class ReasonRequest(strict.Serializer):
    """Why a director or an admin does it."""

    reason = reason()


METHODS = (
    "matching", "random", "fold", "design", "search", "adaptive", "circle", "bracket", "manual",
)  # fmt: skip


class NamedRef(TypedDict):
    id: UUID
    name: str


class EntryRefAnswer(TypedDict):
    id: UUID
    number: Whole
    name: str


class WarningAnswer(TypedDict):
    """A constraint that a director's act overrides."""

    code: Annotated[str, f"More may come: {', '.join(WARNING_CODES)}"]
    facts: Annotated[Mapping[str, Any], "What the text says; entries by their numbers"]
    text: Annotated[str, "By the names of people, in the language of the caller"]


class TableSideAnswer(TypedDict):
    side: Whole
    entries: list[EntryRefAnswer]
    players: list[PlayerRefAnswer]


class LockAnswer(TypedDict):
    version: Whole
    sides: list[list[UUID]]
    table: Whole | None
    bye: bool
    override: bool
    reason: str | None
    after_publication: Annotated[
        bool, "The director changed the published round; the rest was drawn without it"
    ]


class DrawErrorAnswer(TypedDict):
    code: str
    detail: str
    facts: dict[str, Any]


Json = dict[str, Any]


def member_ref(member: "Member") -> PlayerRefAnswer:
    """Somebody who plays, under the id that the API names them by."""
    return {"id": member.public_id, "name": member.name, "kind": member.kind}


def why_view(row: "Table | Assignment", names: EntryNames) -> WhyAnswer:
    """The reason for a table or a bye, in the names that the reader may see."""
    why = why_of(row)
    text = reason_said(why, names)
    shown = {"code": why.code or None, "facts": dict(why.facts), "text": text}
    return answer_of(WhyAnswer, why, **shown)


def reason_said(why: Reason, names: EntryNames) -> str:
    """The text of a reason or a warning, in the language of the caller."""
    with in_callers_language():
        return reason_text(why, names, current_language())


def entry_ref(entry: "Entry") -> EntryRefAnswer:
    """An entry where something else is the subject."""
    return answer_of(EntryRefAnswer, entry)
