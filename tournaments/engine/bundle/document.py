"""The shape of the bundle: what is written, what is read and what the schema shows.

`VALUES` are what the rows are in the engine; `codec` turns one into the other.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict, get_type_hints

from games.engine.documents import Later, Named, Unread
from tournaments.engine import draws, results, tournament
from tournaments.engine.reason_texts import CODES
from tournaments.engine.results import ScoringType
from tournaments.engine.standings import METRICS
from tournaments.engine.terms import BUNDLED, REQUIRED, Format, Plain, Venue

FORMAT = "samba-tournament/1"
Whole = Annotated[int, ("minimum", 0)]
Natural = Annotated[int, ("minimum", 1)]
Side = Annotated[int, ("minimum", 0), ("maximum", 7)]
EntryId = Annotated[str, Named("entry")]
Size = Annotated[int, ("minimum", 2), ("maximum", 8)]


class WhyAnswer(TypedDict):
    """The reason for a table or a bye, and its cost."""

    code: Annotated[
        str | None, f"More may come: {', '.join(CODES)}. Null in older tournaments", Later()
    ]
    facts: Annotated[dict[str, Any], "What the text says; entries by their numbers", Later()]
    text: Annotated[
        str,
        "By the names of people. In the language of the caller; in a bundle in English",
        Later(),
    ]
    cost: list[int]


class BundleRulesetAnswer(TypedDict):
    slug: str
    version: Natural
    sha256: str
    overrides: NotRequired[dict[str, Any]]
    document: NotRequired[
        Annotated[dict[str, Any], "The resolved ruleset; left out: the one that is here"]
    ]


class BundleScoringAnswer(TypedDict):
    type: Annotated[str, ScoringType]
    bye: int
    missed: int
    bracket: Natural
    margin_sd: Natural | None
    hands: Natural | None
    base: Natural | None
    step: Natural | None
    table: list[int] | None


BundleBanAnswer = TypedDict(
    "BundleBanAnswer", {"entries": list[EntryId], "as": Annotated[str, draws.Apart]}
)


class BundleStationaryAnswer(TypedDict):
    entry: EntryId
    table: Natural


def _member(plain: Plain) -> Any:
    """The type of a setting."""
    kinds: dict[Any, Any] = {
        bool: bool, str: str, int: Annotated[int, ("minimum", plain.setting.low)],
        datetime: Annotated[str, ("format", "date-time")],
    }  # fmt: skip
    kind = kinds.get(plain.type, Annotated[str, plain.type])
    kind = kind | None if plain.optional else kind
    kind = Annotated[kind, plain.setting.help] if plain.setting.help else kind
    absent = plain.setting.absent
    if absent is REQUIRED:
        return kind
    kind = Annotated[kind, Later(absent)]
    return NotRequired[kind] if absent is None else kind


class _Settings(TypedDict):
    """The settings of more than one word."""

    id: str
    state: Annotated[str, tournament.TournamentState]
    format: Annotated[str, Format]
    ruleset: BundleRulesetAnswer
    table_seats: list[Size]
    table_sides: Annotated[list[Size] | None, Later()]
    seed: Annotated[str | None, "Of all lots, in hexadecimal; null until the tournament is over"]
    seed_hash: Annotated[str | None, "Its SHA-256, from the start on", Later()]
    phrase: Annotated[
        str | None, "What a director added; lots are drawn from `seed:phrase`", Later()
    ]
    algorithm: str
    scoring: BundleScoringAnswer
    tiebreaks: list[str]
    forbidden: list[BundleBanAnswer]
    stationary: list[BundleStationaryAnswer]


if TYPE_CHECKING:  # mypy takes only members that are written out
    BundleTournamentAnswer = dict[str, Any]
else:
    _plain = {each.member: _member(each) for each in BUNDLED}
    _more = get_type_hints(_Settings, include_extras=True)
    BundleTournamentAnswer = TypedDict("BundleTournamentAnswer", _plain | _more)


class BundlePlayerAnswer(TypedDict):
    id: str
    name: str
    kind: Annotated[str, tournament.PlayerKind]


BundleStintAnswer = TypedDict(
    "BundleStintAnswer",
    {
        "player": str,
        "for": str | None,
        "first": Natural,
        "first_hand": Annotated[Natural | None, "Of round `first`; null: its first", Later()],
        "last": Annotated[Whole | None, "Null: to the end"],
        "last_hand": Annotated[Natural | None, "Of round `last`; null: its last", Later()],
    },
)


class BundlePresenceAnswer(TypedDict):
    version: Whole
    present: bool


class BundleEntryAnswer(TypedDict):
    id: str
    number: Natural
    name: str
    seed: Natural | None
    late: bool
    tenures: list[BundleStintAnswer]
    presence: list[BundlePresenceAnswer]
    withdrawn: Annotated[bool, Later()]


class BundleBasisAnswer(TypedDict):
    entry: EntryId
    rank: Natural
    score: int
    byes: Whole
    floats: list[Annotated[str, ("pattern", "^(down|up)$")] | None]


class BundleLockAnswer(TypedDict):
    sides: list[list[EntryId]]
    table: Natural | None
    bye: bool
    override: bool
    version: Whole
    reason: str | None
    after_publication: Annotated[bool, Later(default=False)]


class BundleByeAnswer(TypedDict):
    entry: EntryId
    slot: Whole | None
    why: WhyAnswer


class BundleSideAnswer(TypedDict):
    side: Side
    entries: list[EntryId]
    players: list[str]


class BundleAuthorAnswer(TypedDict):
    player: Annotated[str | None, "Null: the code of a score sheet"]
    side: Side | None
    director: bool


class BundleResultAnswer(TypedDict):
    version: Whole
    at: Annotated[str, ("format", "date-time")] | None
    kind: Annotated[str, results.Kind]
    status: Annotated[str, results.Status]
    end: Annotated[str, results.End]
    by: BundleAuthorAnswer | None
    by_code: Annotated[
        bool, "Only codes of score sheets have entered and confirmed it", Later(False)
    ]
    reason: str | None
    points: list[int] | None
    award: list[int] | None
    scores: Annotated[list[int] | None, Unread()]
    winner: Side | None
    sambas: list[int] | None
    hands: list[dict[str, Any]] | None


class BundleTableAnswer(TypedDict):
    number: Natural
    slot: Whole | None
    place: bool
    venue: Annotated[str, ("enum", (Venue.ONLINE.value, Venue.TABLE.value))]
    game: str | None
    dealer: Side
    start_scores: Annotated[list[int] | None, Later()]
    sides: list[BundleSideAnswer]
    why: WhyAnswer
    results: list[BundleResultAnswer]


class BundleRoundAnswer(TypedDict):
    number: Natural
    state: Annotated[str, tournament.RoundState]
    method: str
    drawn: Whole | None
    published: Whole | None
    basis: list[BundleBasisAnswer]
    locks: list[BundleLockAnswer]
    byes: list[BundleByeAnswer]
    tables: list[BundleTableAnswer]


class BundleAdjustmentAnswer(TypedDict):
    version: Whole
    entry: EntryId
    score: int
    reason: Annotated[str | None, "For members of the club"]
    by: str | None


class MetricAnswer(TypedDict):
    name: Annotated[str, ("enum", tuple(sorted(METRICS)))]
    value: Annotated[
        int | None,
        "Of `vp`, the scores and averages (`score`, `average`, `average_but_worst`, "
        "`head_to_head`, `opponents`, `opponents_less_partners`) are hundredths of a victory "
        "point. Of `points` and `wdl`, the averages and `opponents_less_partners` are hundredths, "
        "the other three as scored. The rest are counts: tables, card points, sambas. Null: does "
        "not apply",
    ]


class BundleStandingAnswer(TypedDict):
    rank: Annotated[Whole | None, "Null: fewer rounds than `minimum_rounds`"]
    entry: str
    metrics: list[MetricAnswer]


class BundleRatingAnswer(TypedDict):
    player: str | None
    entry: str | None
    tables: Whole
    before: int | None
    after: int | None


class BundleAnswer(TypedDict):
    """A whole tournament. Entries, sides and tables name each other by ids of this bundle."""

    format: Annotated[str, ("enum", (FORMAT,))]
    version: Whole
    tournament: BundleTournamentAnswer
    players: list[BundlePlayerAnswer]
    entries: list[BundleEntryAnswer]
    rounds: list[BundleRoundAnswer]
    adjustments: list[BundleAdjustmentAnswer]
    standings: Annotated[list[BundleStandingAnswer], Unread()]
    ratings: Annotated[list[BundleRatingAnswer], Unread()]


VALUES: dict[Any, Any] = {
    BundlePlayerAnswer: tournament.Player,
    BundleStintAnswer: tournament.StintData,
    BundlePresenceAnswer: tournament.AttendanceData,
    BundleEntryAnswer: tournament.EntryData,
    BundleBanAnswer: draws.Ban,
    BundleStationaryAnswer: draws.Stationary,
    BundleBasisAnswer: draws.Basis,
    BundleLockAnswer: draws.Lock,
    BundleByeAnswer: draws.Bye,
    BundleAuthorAnswer: results.Author,
    BundleResultAnswer: results.ResultData,
    BundleTableAnswer: draws.SeatedTable,
    BundleRoundAnswer: tournament.RoundData,
    BundleAdjustmentAnswer: tournament.AdjustmentData,
    WhyAnswer: draws.Reason,
}
"""What a row of each type is in the engine."""
