"""The terms of a tournament: what a director asks for, as one value.

Creation, changes, the bundle, a tournament like another and the draw use it. A setting whose value
is one word, number, flag or time is declared here, in `Terms` and in `TermsChange`, and has a
column in the model: no other list names it. The fields of requests and answers, the columns that
are written, the members of the bundle and the differences in the log follow from `PLAIN`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from enum import Enum, StrEnum
from types import NoneType
from typing import Annotated, Any, NamedTuple, TypedDict, get_args, get_origin, get_type_hints

from games.engine.clock import Profile
from tournaments.engine.results import Scoring


class Format(StrEnum):
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    KNOCKOUT = "knockout"
    ROTATING = "rotating"
    SWISS_INDIVIDUAL = "swiss_individual"

    @property
    def individual(self) -> bool:
        """True if entries are single players, who get a partner for each round."""
        return self in (Format.ROTATING, Format.SWISS_INDIVIDUAL)


def needed_to_rank(format: Format, chosen: int | None, planned: int, played: int | None) -> int:
    """The rounds that an entry needs to be ranked: as chosen, or the format's own number.

    Never more than there are: the bracket of a knockout may need fewer than were expected, and a
    tournament may end early. `played` are the rounds published once it is finished; before, None.
    """
    own = (planned + 1) // 2 if format.individual else 0
    wanted = own if chosen is None else chosen
    return min(wanted, planned, planned if played is None else played)


class Venue(StrEnum):
    ONLINE = "online"
    TABLE = "table"
    MIXED = "mixed"
    """Only for a tournament: each table is one or the other."""


class Visibility(StrEnum):
    """Who may read a tournament; a draft is for directors."""

    CLUB = "club"
    LINK = "link"
    PUBLIC = "public"


class RulesetRef(NamedTuple):
    slug: str
    version: int
    sha256: str = ""


CLASSIC = RulesetRef("classic", 1)


class TableSize(NamedTuple):
    """A size of table that the tournament plays, from its ruleset."""

    seats: int
    sides: int

    @property
    def shape(self) -> tuple[int, ...]:
        """Players a side."""
        return (self.seats // self.sides,) * self.sides


FOUR = TableSize(4, 2)


class Until(Enum):
    """How long a setting can be changed."""

    START = "the start of the tournament"
    END = "its end, in force from the next draw"
    ALWAYS = "in the archive too, as it does not change the night itself"


REQUIRED = object()


@dataclass(frozen=True, slots=True)
class Setting:
    """What requests, answers and the log need for a member of `Terms`."""

    help: str = ""
    member: str = ""
    """Its name in the API and in the bundle, if that is a different one."""
    until: Until = Until.END
    low: int = 0
    high: int = 0
    """For whole numbers the maximum; for texts the most characters."""
    logged: bool = True
    """True if the log has its values, not only that it changed."""
    copied: bool = True
    """True if a tournament like it has the same."""
    bundled: bool = True
    """True if the bundle has it."""
    absent: Any = REQUIRED
    """What a bundle means that has no such member, as it is older than the setting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    name: Annotated[str, Setting(high=80, logged=False)] = ""
    starts_at: Annotated[
        datetime | None,
        Setting(
            "When it is to begin, in UTC; null if nothing is announced.", copied=False, absent=None
        ),
    ] = None
    visibility: Annotated[
        Visibility,
        Setting("Who may read it.", until=Until.ALWAYS, bundled=False),
    ] = Visibility.LINK
    format: Format
    rounds_planned: Annotated[
        int,
        Setting(
            "Planned. At most half of them score `missed` for a late entry",
            member="rounds",
            low=1,
            high=100,
        ),
    ]
    hands_per_round: Annotated[int | None, Setting(until=Until.START, low=1, high=99)] = None
    minutes_per_round: Annotated[int | None, Setting(until=Until.START, low=1, high=600)] = None
    """For rounds by time; then there is no number of hands."""
    venue: Annotated[Venue, Setting()] = Venue.ONLINE
    duplicate: Annotated[
        bool, Setting("True if all tables of a round play the same deals.", until=Until.START)
    ] = False
    handicap: Annotated[
        bool, Setting("True if scores start from the ratings.", until=Until.START, absent=False)
    ] = False
    """Sides start with the points that, by the ratings, they are behind."""
    house_bots: Annotated[
        str | None,
        Setting("The level of the bots that fill an odd table; null: none.", until=Until.START),
    ] = None
    phrases: Annotated[bool, Setting(absent=False)] = False
    """True if players at online tables may say a few fixed words."""
    clock: Annotated[
        Profile | None,
        Setting("The clock of the online tables; null: none.", absent=None),
    ] = None
    ruleset: RulesetRef = CLASSIC
    tables: Annotated[tuple[TableSize, ...], Setting(member="table_seats", until=Until.START)] = (
        FOUR,
    )
    scoring: Annotated[Scoring, Setting(until=Until.START)]
    tiebreaks: tuple[str, ...] = ()
    """Metrics, in order; () is the format's own chain."""
    minimum_rounds: Annotated[
        int | None,
        Setting(
            "Rounds that an entry needs to be ranked, those that it sat out by the draw among "
            "them; null: of individuals half of the rounds, rounded up, of pairs 0",
            high=100,
            absent=0,
        ),
    ] = None


class ScoringChange(TypedDict, total=False):
    """Requested scoring; what is left out is the type's own, or the ruleset's."""

    type: str
    bye: int
    missed: int
    bracket: int
    margin_sd: int


class TermsChange(TypedDict, total=False):
    """Requested changes of the terms, by the names of `Terms` except for the tables."""

    name: str
    starts_at: datetime | None
    visibility: Visibility
    rounds_planned: int
    hands_per_round: int | None
    minutes_per_round: int | None
    venue: Venue
    duplicate: bool
    handicap: bool
    house_bots: str | None
    phrases: bool
    clock: Profile | None
    table_seats: Sequence[int]
    """Sizes of table; none: those of the ruleset and the format."""
    scoring: ScoringChange
    tiebreaks: Sequence[str]
    """None: the format's own."""
    minimum_rounds: int | None


class Plain(NamedTuple):
    """A setting whose value is one word, number, flag or time."""

    name: str
    """Its name as an attribute and as a column."""
    member: str
    """Its name in the API and in the bundle."""
    type: type
    optional: bool
    default: Any
    """`dataclasses.MISSING` if it has to be given."""
    setting: Setting

    def of_column(self, value: Any) -> Any:
        """The value of a column, of which text has "" for none."""
        if self.optional and value == "":
            return None
        return value if value is None or isinstance(value, self.type) else self.type(value)

    def column(self, value: Any) -> Any:
        return "" if value is None and issubclass(self.type, str) else value

    def of_json(self, value: Any) -> Any:
        """The value of JSON that has been found to be one."""
        if value is None:
            return None
        return datetime.fromisoformat(value) if self.type is datetime else self.type(value)

    def json(self, value: Any) -> Any:
        """The value as JSON has it, times in UTC."""
        return time_out(value) if isinstance(value, datetime) else value


def time_out(at: datetime) -> str:
    """In UTC, by a Z."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _settings() -> Iterator[tuple[str, Any, Setting]]:
    for name, hint in get_type_hints(Terms, include_extras=True).items():
        if get_origin(hint) is Annotated:
            yield name, *get_args(hint)
        else:
            yield name, hint, Setting()


def _plain() -> Iterator[Plain]:
    defaults = {field.name: field.default for field in fields(Terms)}
    for name, hint, setting in _settings():
        kind, *rest = get_args(hint) or [hint]
        plain = isinstance(kind, type) and issubclass(kind, str | int | datetime)
        if plain and rest in ([], [NoneType]) and name != "format":
            yield Plain(name, setting.member or name, kind, bool(rest), defaults[name], setting)


PLAIN = tuple(_plain())
BUNDLED = tuple(each for each in PLAIN if each.setting.bundled)

MEMBERS = {name: setting.member or name for name, _, setting in _settings()}
"""The API's name of each setting."""

UNTIL = {setting.member or name: setting.until for name, _, setting in _settings()}
"""Until when each can be changed, by the names of the API."""
