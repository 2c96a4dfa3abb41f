"""What cannot be played, told before anybody draws: faults by path, in a director's words.

`faults` judges what is known when a tournament is created, `start_faults` what is known when it
starts, and `wish_faults` whom the director keeps apart or in place, at any time.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.engine.entries import Apart, Ban
from tournaments.engine.formats import FORMATS
from tournaments.engine.scoring import Scoring
from tournaments.engine.standings import METRICS
from tournaments.engine.tournament import FOUR, Format, TableSize, TournamentData, Venue

MOST_TIEBREAKS = 8
_NAMES = {
    Format.SWISS: "Swiss",
    Format.ROUND_ROBIN: "round robin",
    Format.DOUBLE_ROUND_ROBIN: "double round robin",
    Format.KNOCKOUT: "knockout",
    Format.ROTATING: "night of rotating partners",
    Format.SWISS_INDIVIDUAL: "Swiss of individuals",
}
_ROTATING = (FOUR, TableSize(6, 3), TableSize(6, 2))


class Fault(NamedTuple):
    path: str
    """By the names of the API, with dots and indices: `tiebreaks.3`."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a director asks for; `tables` are the sizes that the tournament plays."""

    format: Format
    rounds: int
    hands_per_round: int | None
    minutes_per_round: int | None
    venue: Venue
    tables: tuple[TableSize, ...]
    duplicate: bool = False
    house_bots: str | None = None
    tiebreaks: tuple[str, ...] = ()
    scoring: Scoring | None = None
    minimum_rounds: int | None = None


def settings_of(tournament: TournamentData) -> Settings:
    return Settings(
        format=tournament.format,
        rounds=tournament.planned,
        hands_per_round=tournament.hands_per_round,
        minutes_per_round=tournament.minutes_per_round,
        venue=tournament.venue,
        tables=tournament.tables,
        duplicate=tournament.duplicate,
        house_bots=tournament.house_bots,
        tiebreaks=tournament.tiebreaks,
        scoring=tournament.scoring,
        minimum_rounds=tournament.minimum_rounds,
    )


def faults(settings: Settings) -> list[Fault]:
    """Everything that no field of entries could mend; [] where the tournament can be created."""
    return [
        *_rounds(settings),
        *_tables(settings),
        *_venue(settings),
        *_tiebreaks(settings),
        *_scoring(settings),
    ]


def start_faults(tournament: TournamentData) -> list[Fault]:
    """Everything that keeps a tournament from starting with the entries that are there."""
    found = faults(settings_of(tournament)) + wish_faults(tournament)
    return found or [*_field(tournament), *_line_ups(tournament)]


def wish_faults(tournament: TournamentData) -> list[Fault]:
    """What is wrong with `forbidden` and `stationary`."""
    return [*_forbidden(tournament), *_stationary(tournament)]


def side_size(settings: Settings) -> int:
    """Players an entry has: one, a pair, or three for a table of two sides of three."""
    return 1 if settings.format.individual else settings.tables[0].shape[0]


def _rounds(settings: Settings) -> Iterator[Fault]:
    if settings.rounds < 1:
        yield Fault("rounds", "a tournament has at least one round")
    hands, minutes = settings.hands_per_round, settings.minutes_per_round
    if (hands is None) == (minutes is None):
        yield Fault("hands_per_round", "a round goes by hands or by minutes: give one of the two")
    if hands is not None and hands < 1:
        yield Fault("hands_per_round", "a round has at least one hand")
    if minutes is not None and minutes < 1:
        yield Fault("minutes_per_round", "a round has at least one minute")
    bracket = settings.format is Format.KNOCKOUT  # it decides how many rounds there are
    if settings.minimum_rounds is not None and not (
        settings.minimum_rounds >= 0 and (bracket or settings.minimum_rounds <= settings.rounds)
    ):
        yield Fault("minimum_rounds", "from 0 to the number of rounds")


def _tables(settings: Settings) -> Iterator[Fault]:
    if settings.format.individual:
        if FOUR not in settings.tables:
            yield Fault("ruleset", "partners rotate at tables of two pairs: this ruleset has none")
        if any(size not in _ROTATING for size in settings.tables):
            yield Fault("table_seats", "partners rotate at tables of four, and of six besides")
        return
    if any(size.sides != 2 for size in settings.tables) or not settings.tables:
        yield Fault("ruleset", "entries meet two at a table: choose a table size with two sides")
    elif len(settings.tables) > 1:
        yield Fault("table_seats", "all entries have as many players: choose one table size")


def _venue(settings: Settings) -> Iterator[Fault]:
    if settings.duplicate and settings.venue is not Venue.ONLINE:
        yield Fault("duplicate", "the same deals at every table need a tournament that is online")
    if settings.duplicate and len(settings.tables) > 1:
        yield Fault("table_seats", "tables that play the same deals are of one size")
    if settings.duplicate and settings.hands_per_round is None:
        yield Fault("duplicate", "the same deals at every table need a number of hands")
    if settings.house_bots is not None and settings.venue is Venue.TABLE:
        yield Fault("house_bots", "bots play online: choose online or mixed")


def _tiebreaks(settings: Settings) -> Iterator[Fault]:
    names = settings.tiebreaks
    if len(names) > MOST_TIEBREAKS:
        yield Fault("tiebreaks", f"at most {MOST_TIEBREAKS}; here are {len(names)}")
    for at, name in enumerate(names):
        if name not in METRICS:
            yield Fault(f"tiebreaks.{at}", f"there is no tie-break {name!r}")
        elif name in names[:at]:
            yield Fault(f"tiebreaks.{at}", f"{name} is named twice")
        elif text := _misfit(settings.format, names, at):
            yield Fault(f"tiebreaks.{at}", text)


def _misfit(format: Format, names: Sequence[str], at: int) -> str | None:
    """Why the tie-break tells nothing in the format."""
    knockout = format is Format.KNOCKOUT
    if knockout and at == 0 and names[at] != "progress":
        return "a knockout ranks by progress first"
    if names[at] == "progress" and not knockout:
        return "progress is a knockout's"
    if names[at] == "opponents_less_partners" and not format.individual:
        return "opponents less partners needs partners that change"
    if "lot" in names[:at]:
        return "the lot leaves nobody level: nothing can follow it"
    return None


def _scoring(settings: Settings) -> Iterator[Fault]:
    scoring = settings.scoring
    if scoring is not None and scoring.bracket < 1:
        yield Fault("scoring.bracket", "a bracket of scores is at least 1")


def _field(tournament: TournamentData) -> Iterator[Fault]:
    """How many there are for how many rounds."""
    rules, here = FORMATS[tournament.format], sum(entry.present for entry in tournament.entries)
    if here < rules.fewest:
        checked = "1 is" if here == 1 else f"{here} are"
        yield Fault("entries", f"at least {rules.fewest} entries are needed; {checked} checked in")
        return
    fewest, most = rules.rounds_for(here)
    if most is not None and not fewest <= tournament.planned <= most:
        text = f"exactly {most}" if fewest == most else f"at most {most}"
        noun = "round" if most == 1 else "rounds"
        yield Fault("rounds", f"{here} entries play {text} {noun} of a {_NAMES[tournament.format]}")


def _line_ups(tournament: TournamentData) -> Iterator[Fault]:
    size = side_size(settings_of(tournament))
    for at, entry in enumerate(tournament.entries):
        players = len(entry.players(1))
        if entry.present and players != size:
            yield Fault(f"entries.{at}", f"{size} sit for an entry; {entry.name} has {players}")
    seats = Counter(
        player for entry in tournament.entries if entry.present for player in entry.players(1)
    )
    for player, times in sorted(seats.items()):
        if times > 1:
            yield Fault("entries", f"player {player} sits for {times} entries")


def _forbidden(tournament: TournamentData) -> Iterator[Fault]:
    numbers = {entry.number for entry in tournament.entries}
    for at, ban in enumerate(tournament.forbidden):
        if not set(ban.entries) <= numbers:
            yield Fault(f"forbidden.{at}.entries", "there is no such entry")
        elif text := _idle(tournament.format, ban):
            yield Fault(f"forbidden.{at}", text)


def _idle(format: Format, ban: Ban) -> str | None:
    """Why the ban forbids nothing, or too much."""
    if ban.entries[0] == ban.entries[1]:
        return "two different entries are kept apart"
    if ban.apart is Apart.PARTNERS and not format.individual:
        return "partners are fixed here: only opponents are drawn"
    return None


def _stationary(tournament: TournamentData) -> Iterator[Fault]:
    numbers = {entry.number for entry in tournament.entries}
    seen: set[int] = set()
    for at, wish in enumerate(tournament.stationary):
        if wish.entry not in numbers:
            yield Fault(f"stationary.{at}.entry", "there is no such entry")
        elif wish.entry in seen:
            yield Fault(f"stationary.{at}.entry", "an entry stays at one table")
        if wish.table < 1:
            yield Fault(f"stationary.{at}.table", "tables are numbered from 1")
        seen.add(wish.entry)
