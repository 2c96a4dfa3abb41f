"""Can this be played? A director's terms, completed, and the faults in them.

`terms_new` and `terms_changed` fill in missing values. Faults are listed before anything is drawn,
by path, in a director's words: `faults` checks what is known when a tournament is created,
`start_faults` what is known when it starts, and `constraint_faults` whom the director keeps apart
or in place, at any time.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from games.engine.documents import Fault
from games.engine.rulesets import Rules, sha256
from tournaments.engine.drawing import FORMATS
from tournaments.engine.draws import Apart
from tournaments.engine.results import (
    DEFAULTS,
    HANDS_BY_TIME,
    Credits,
    Scoring,
    ScoringType,
    scale_for,
)
from tournaments.engine.standings import METRICS, default_tiebreaks
from tournaments.engine.terms import (
    FOUR,
    PLAIN,
    Format,
    RulesetRef,
    ScoringChange,
    TableSize,
    Terms,
    TermsChange,
    Venue,
)
from tournaments.engine.tournament import TournamentData

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


def terms_new(format: Format, rules: Rules, asked: TermsChange) -> Terms:
    """The terms of a new tournament, with every missing value filled in."""
    bare = Terms(
        format=format,
        rounds_planned=1,
        ruleset=RulesetRef(rules.slug, rules.version, sha256(rules)),
        scoring=_scoring_made({}, rules, None),
    )
    return terms_changed(bare, {"scoring": {}, "tiebreaks": (), "table_seats": (), **asked}, rules)


def terms_changed(terms: Terms, changes: TermsChange, rules: Rules) -> Terms:
    """The terms after the changes, with the scale computed again for another number of hands.

    The sizes of table in `changes` must be the ruleset's: see `size_faults`. If they are empty, it
    has the ruleset's for the format, and one if all tables play the same deals.
    """
    made: dict[str, Any] = {**changes}
    now: Terms = replace(
        terms, **{each.name: made[each.name] for each in PLAIN if each.name in made}
    )
    if "table_seats" in changes:
        own = _table_seats(rules, now.format)[: 1 if now.duplicate else None]
        seats = changes["table_seats"] or own
        now = replace(now, tables=tuple(TableSize(each, rules.sides(each)) for each in seats))
    if "tiebreaks" in changes:
        tiebreaks = changes["tiebreaks"] or default_tiebreaks(terms.format)
        now = replace(now, tiebreaks=tuple(tiebreaks))
    if changes.keys() & {"scoring", "hands_per_round", "minutes_per_round"}:
        asked = changes["scoring"] if "scoring" in changes else _scoring_asked(terms.scoring)
        now = replace(now, scoring=_scoring_made(asked, rules, now.hands_per_round))
    return now


def size_faults(seats: Sequence[int], rules: Rules) -> list[Fault]:
    """Those of `seats` for which the ruleset has no table."""
    known = ", ".join(map(str, sorted(rules.seating.sides)))
    return [
        Fault(f"table_seats.{at}", f"the ruleset is played by {known}, not by {each}")
        for at, each in enumerate(seats)
        if each not in rules.seating.sides
    ]


def _table_seats(rules: Rules, format: Format) -> list[int]:
    """The tables at which the ruleset is played: for individuals four and six, else one size.

    Four if the ruleset has them; six only if it has no four, then any.
    """
    sizes = sorted(rules.seating.sides)
    usual = [seats for seats in sizes if seats in (4, 6)]
    if format.individual:
        return [seats for seats in usual if rules.sides(seats) < seats] or sizes[:1]
    return usual[:1] or sizes[:1]


def _scoring_asked(scoring: Scoring) -> ScoringChange:
    asked = ScoringChange(
        type=scoring.type, bye=scoring.bye, missed=scoring.missed, bracket=scoring.bracket
    )
    return asked if scoring.margin_sd is None else {**asked, "margin_sd": scoring.margin_sd}


def _scoring_made(asked: ScoringChange, rules: Rules, hands: int | None) -> Scoring:
    """The scoring with every default and the scale.

    Card points have no default of their own: there a bye and a missed round score nothing, and a
    bracket is one standard deviation of a hand's margin.
    """
    kind = ScoringType(asked.get("type", "vp"))
    margin_sd = asked.get("margin_sd") or rules.tournament.margin_sd
    credit = DEFAULTS.get(kind, Credits(bye=0, missed=0, bracket=margin_sd))
    return Scoring(
        type=kind,
        bye=asked.get("bye", credit.bye),
        missed=asked.get("missed", credit.missed),
        bracket=asked.get("bracket", credit.bracket),
        margin_sd=margin_sd,
        hands=hands or HANDS_BY_TIME,
        scale=scale_for(margin_sd, hands or HANDS_BY_TIME),
    )


def faults(terms: Terms) -> list[Fault]:
    """Every fault that entries cannot remove; [] if the tournament can be created."""
    return [*_rounds(terms), *_tables(terms), *_venue(terms), *_ranking(terms)]


def start_faults(tournament: TournamentData) -> list[Fault]:
    """Every fault that keeps a tournament from starting with its present entries."""
    found = faults(tournament) + constraint_faults(tournament)
    return found or [*_field(tournament), *_line_ups(tournament)]


def constraint_faults(tournament: TournamentData) -> list[Fault]:
    """What is wrong with `forbidden` and `stationary`."""
    return [*_forbidden(tournament), *_stationary(tournament)]


def side_size(terms: Terms) -> int:
    """Players an entry has: one, a pair, or three for a table of two sides of three."""
    return 1 if terms.format.individual else terms.tables[0].shape[0]


def _rounds(terms: Terms) -> Iterator[Fault]:
    if terms.rounds_planned < 1:
        yield Fault("rounds", "a tournament has at least one round")
    hands, minutes = terms.hands_per_round, terms.minutes_per_round
    if (hands is None) == (minutes is None):
        yield Fault("hands_per_round", "a round goes by hands or by minutes: give one of the two")
    if hands is not None and hands < 1:
        yield Fault("hands_per_round", "a round has at least one hand")
    if minutes is not None and minutes < 1:
        yield Fault("minutes_per_round", "a round has at least one minute")
    bracket = terms.format is Format.KNOCKOUT  # it decides the number of rounds
    if terms.minimum_rounds is not None and not (
        terms.minimum_rounds >= 0 and (bracket or terms.minimum_rounds <= terms.rounds_planned)
    ):
        yield Fault("minimum_rounds", "from 0 to the number of rounds")


def _tables(terms: Terms) -> Iterator[Fault]:
    if terms.format.individual:
        if FOUR not in terms.tables:
            yield Fault("ruleset", "partners rotate at tables of two pairs: this ruleset has none")
        if any(size not in _ROTATING for size in terms.tables):
            yield Fault("table_seats", "partners rotate only at tables of four and six")
        return
    if any(size.sides != 2 for size in terms.tables) or not terms.tables:
        yield Fault("ruleset", "entries meet two at a table: choose a table size with two sides")
    elif len(terms.tables) > 1:
        yield Fault("table_seats", "all entries have as many players: choose one table size")


def _venue(terms: Terms) -> Iterator[Fault]:
    if terms.duplicate and terms.venue is not Venue.ONLINE:
        yield Fault("duplicate", "the same deals at every table need a tournament that is online")
    if terms.duplicate and len(terms.tables) > 1:
        yield Fault("table_seats", "tables that play the same deals have one size")
    if terms.duplicate and terms.hands_per_round is None:
        yield Fault("duplicate", "the same deals at every table need a number of hands")
    if terms.house_bots is not None and terms.venue is Venue.TABLE:
        yield Fault("house_bots", "bots play online: choose online or mixed")


def _ranking(terms: Terms) -> Iterator[Fault]:
    names = terms.tiebreaks
    if len(names) > MOST_TIEBREAKS:
        yield Fault("tiebreaks", f"at most {MOST_TIEBREAKS}; here are {len(names)}")
    for at, name in enumerate(names):
        if name not in METRICS:
            yield Fault(f"tiebreaks.{at}", f"there is no tie-break {name!r}")
        elif name in names[:at]:
            yield Fault(f"tiebreaks.{at}", f"{name} is named twice")
        elif text := _misfit(terms.format, names, at):
            yield Fault(f"tiebreaks.{at}", text)
    if terms.scoring.bracket < 1:
        yield Fault("scoring.bracket", "a bracket of scores is at least 1")


def _misfit(format: Format, names: Sequence[str], at: int) -> str | None:
    """Why the tie-break has no meaning in the format."""
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


def _field(tournament: TournamentData) -> Iterator[Fault]:
    """The number of entries and rounds, as text."""
    rules, here = FORMATS[tournament.format], sum(entry.present for entry in tournament.entries)
    if here < rules.fewest:
        checked = "1 is" if here == 1 else f"{here} are"
        yield Fault("entries", f"at least {rules.fewest} entries are needed; {checked} checked in")
        return
    fewest, most = rules.rounds_for(here)
    if most is not None and not fewest <= tournament.rounds_planned <= most:
        text = f"exactly {most}" if fewest == most else f"at most {most}"
        noun = "round" if most == 1 else "rounds"
        yield Fault("rounds", f"{here} entries play {text} {noun} of a {_NAMES[tournament.format]}")


def _line_ups(tournament: TournamentData) -> Iterator[Fault]:
    size = side_size(tournament)
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
        elif ban.entries[0] == ban.entries[1]:
            yield Fault(f"forbidden.{at}", "two different entries are kept apart")
        elif ban.apart is Apart.PARTNERS and not tournament.format.individual:
            yield Fault(f"forbidden.{at}", "partners are fixed here: only opponents are drawn")


def _stationary(tournament: TournamentData) -> Iterator[Fault]:
    numbers = {entry.number for entry in tournament.entries}
    seen: set[int] = set()
    for at, constraint in enumerate(tournament.stationary):
        if constraint.entry not in numbers:
            yield Fault(f"stationary.{at}.entry", "there is no such entry")
        elif constraint.entry in seen:
            yield Fault(f"stationary.{at}.entry", "an entry stays at one table")
        if constraint.table < 1:
            yield Fault(f"stationary.{at}.table", "tables are numbered from 1")
        seen.add(constraint.entry)
