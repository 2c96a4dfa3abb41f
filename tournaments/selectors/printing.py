"""The content of papers, as the values that `tournaments.printing` draws.

They show standings, a round before and while it is played, and the guide cards of a rotating night.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import chain
from uuid import UUID

from django.core.cache import cache
from django.utils.timezone import localtime

from games.engine.rulesets.words.melds import minimum_points
from samba_service.kit.times import DAY_S
from tournaments.engine.drawing import bot_entries, house_bots_wanted
from tournaments.engine.draws import DrawRefused
from tournaments.engine.formats.night import night_of
from tournaments.engine.formats.rotating import Planned, movement
from tournaments.engine.results import ScoringType
from tournaments.engine.standings import IN_HUNDREDTHS
from tournaments.engine.terms import Format, Venue
from tournaments.engine.tournament import RoundState, TournamentData, TournamentState
from tournaments.errors import NoMovement, NoRoundsLeft, WrongTournamentState
from tournaments.models import Assignment, Entry, Member, Round, Table, Tournament
from tournaments.printing.pairings import Bye, PairedTable, Pairings
from tournaments.printing.parts import (
    Occasion,
    Seated,
    Side,
    numbered_name,
    seat_label,
    sheet_columns,
)
from tournaments.printing.round_papers import Card, Movement, RoundSoFar, Stop, TableResult
from tournaments.printing.score_sheets import Sheets, Start, TableSheet
from tournaments.printing.standings import Metric, StandingRow, StandingsPage, decimal
from tournaments.selectors.rounds import results_visible, sides_of
from tournaments.selectors.standings import StandingsAsOf, places_of, steady_state
from tournaments.selectors.tournaments import entries_of, ruleset_of

IN_UNITS = frozenset({"score", "head_to_head", "opponents"})
"""Metrics in the unit of the scoring; those that are averages of it are in hundredths."""


Strips = Callable[[Sequence[Table]], Mapping[UUID, Sequence[str]]]
"""For tables the addresses on the strips of their sheets, by side; none for no strips."""


def standings_paper(
    tournament: Tournament, places: StandingsAsOf, played: Mapping[int, int] | None = None
) -> StandingsPage:
    """The standings; victory points are written with their hundredths.

    `played` is the number of rounds of each entry, if it is to be shown.
    """
    names = [name for name, _ in places.rows[0].metrics] if places.rows else []
    decimals = _decimals(tournament)
    rounds = tournament.rounds.filter(published_version__lte=places.version)
    closed = rounds.filter(closed_version__lte=places.version).count()
    return StandingsPage(
        occasion=occasion_of(tournament),
        metrics=tuple(
            Metric(name, 2 if name in IN_HUNDREDTHS else decimals * (name in IN_UNITS))
            for name in names
        ),
        rows=tuple(
            StandingRow(
                place.rank,
                place.entry.name,
                tuple(value for _, value in place.metrics),
                place.withdrawn,
                place.entry.number,
                (played or {}).get(place.entry.number, 0),
            )
            for place in places.rows
        ),
        after=f"After round {closed} of {tournament.rounds_planned}" if closed else "",
    )


def name_of(entry: Entry) -> str:
    return numbered_name(entry.name, entry.number)


def _decimals(tournament: Tournament) -> int:
    """The decimal places of scores."""
    return 2 if ScoringType(tournament.scoring["type"]).in_hundredths else 0


def occasion_of(tournament: Tournament) -> Occasion:
    """The head of every paper."""
    begins = tournament.starts_at and localtime(tournament.starts_at)
    return Occasion(
        tournament=tournament.name,
        club=tournament.club.name,
        date=day_of(tournament),
        time=f"{begins:%H:%M %Z}" if begins else "",
    )


def begins_at(tournament: Tournament) -> datetime:
    """The time under which it is listed: as announced, or of its start, or of its announcement."""
    return tournament.starts_at or tournament.started_at or tournament.created_at


def day_of(tournament: Tournament) -> date:
    """The day of `begins_at` in the current time zone."""
    return localtime(begins_at(tournament)).date()


def pairings_paper(tournament: Tournament, round_: Round) -> Pairings:
    """A round table by table, and the entries without a table."""
    seating, mixed = _Seating(round_), tournament.venue == Venue.MIXED
    sits_out = "sits out" if Format(tournament.format).individual else "bye"
    return Pairings(
        occasion=occasion_of(tournament),
        round=round_.number,
        tables=tuple(
            PairedTable(
                table.number,
                seating.sides(table),
                table.dealer,
                "third place" if table.third_place_match else table.venue if mixed else "",
            )
            for table in round_.tables.all()
        ),
        byes=tuple(Bye(name_of(entry), sits_out) for entry in seating.idle()),
    )


def sheets_paper(
    tournament: Tournament,
    round_: Round,
    strips: Strips,
    tables: Iterable[Table] | None = None,
) -> Sheets:
    """A score sheet for each of `tables`, else for all with cards in hand."""
    if tables is None:
        tables = [table for table in round_.tables.all() if table.venue == Venue.TABLE]
    tables = list(tables)
    seating, rules, urls = _Seating(round_), ruleset_of(tournament), strips(tables)
    need = rules.initial_minimum.at
    return Sheets(
        occasion=occasion_of(tournament),
        round=round_.number,
        columns=tuple(sheet_columns(rules, tournament.table_seats[0])),
        sheets=tuple(
            TableSheet(
                table.number,
                seating.sides(table),
                tuple(urls.get(table.id, ())),
                tuple(Start(each, need(each, 1)) for each in table.start_scores or ()),
            )
            for table in tables
        ),
        hands=tournament.hands_per_round,
        first_minimum=need(0, 1),
        minimums=minimum_points(rules),
    )


class _Seating:
    """Who sits where in a round; in a draft, who would."""

    def __init__(self, round_: Round) -> None:
        self._number = round_.number
        self._entries = {entry.id: entry for entry in entries_of(round_.tournament_id)}
        self._placed: dict[UUID | None, list[Assignment]] = defaultdict(list)
        for assignment in round_.assignments.all():
            self._placed[assignment.table_id].append(assignment)

    def idle(self) -> list[Entry]:
        """The entries without a table."""
        return [self._entries[each.entry_id] for each in self._placed[None]]

    def sides(self, table: Table) -> tuple[Side, ...]:
        assigned = sides_of(self._placed[table.id])
        sides = [[self._entries[each.entry_id] for each in side] for side in assigned]
        seated = [(each.member, each.entry_id) for each in table.seats.all()]
        return tuple(
            Side(
                tuple(
                    Seated(at + place * len(sides), self._name(member, entry))
                    for place, (member, entry) in enumerate(
                        seated[at :: len(sides)] if seated else self._line_up(side)
                    )
                ),
                side[0].team_name if len(side) == 1 else "",
            )
            for at, side in enumerate(sides)
        )

    def _name(self, member: Member, entry: UUID) -> str:
        return numbered_name(member.name, self._entries[entry].number)

    def _line_up(self, side: Iterable[Entry]) -> list[tuple[Member, UUID]]:
        stints = [(stint, entry.id) for entry in side for stint in entry.stints.all()]
        return [(stint.member, entry) for stint, entry in stints if stint.covers(self._number)]


def round_so_far_paper(
    tournament: Tournament,
    round_: Round,
    viewer: UUID | None,
    *,
    directing: bool,
    strips: Strips,
) -> RoundSoFar:
    """A round with the results that the viewer may know, and a sheet for each open table."""
    pairings = pairings_paper(tournament, round_)
    visible = results_visible(round_, viewer, directing=directing)
    tables = {table.number: table for table in round_.tables.prefetch_related("results")}
    open_ = [table for table in tables.values() if not table.is_decided]
    return RoundSoFar(
        pairings=pairings,
        results=tuple(
            TableResult(each.number, each.sides, _result(tournament, tables[each.number], visible))
            for each in pairings.tables
        ),
        standings=standings_paper(tournament, places_of(tournament)),
        sheets=sheets_paper(tournament, round_, strips, open_),
    )


def _result(tournament: Tournament, table: Table, visible: set[UUID]) -> str:
    """The points, or what was awarded; an unconfirmed result is marked."""
    result = table.last_result
    if result is None or table.id not in visible:
        return ""
    if result.points is not None:
        shown = " : ".join(f"{each:,}" for each in result.points)
    elif result.award is not None:
        awards = (decimal(each, _decimals(tournament)) for each in result.award)
        shown = f"{result.end}: {' : '.join(awards)}"
    else:
        shown = result.end
    return shown if result.confirmed else f"{shown} ({result.kind})"


def movement_paper(tournament: Tournament) -> Movement:
    """A card for everybody present, for the rounds to come.

    Raises NoMovement, WrongTournamentState before the start, NoRoundsLeft.
    """
    if tournament.format != Format.ROTATING:
        raise NoMovement("format")
    if tournament.state != TournamentState.RUNNING:
        raise WrongTournamentState(state=tournament.state, allowed=[TournamentState.RUNNING])
    entries = {entry.number: entry for entry in entries_of(tournament.pk)}
    stops = [_stops(round_, entries) for round_ in _planned(tournament)]
    cards = (
        Card(name_of(entries[entry]), tuple(round_[entry] for round_ in stops if entry in round_))
        for entry in sorted(set().union(*stops))
    )
    return Movement(occasion=occasion_of(tournament), cards=tuple(cards))


def _planned(tournament: Tournament) -> list[Planned]:
    """The rounds to come; planned once for each version of the tournament."""
    key = f"movement:{tournament.pk}:{tournament.version}"
    kept = cache.get(key)
    if kept is None:
        state = steady_state(tournament)
        kept = [list(each) for each in _plan(state)]
        cache.set(f"movement:{tournament.pk}:{state.version}", kept, DAY_S)
    return [Planned(*each) for each in kept]


def _plan(state: TournamentData) -> Iterable[Planned]:
    if not state.lots_shown:
        raise NoMovement("undrawn")
    number = max((round_.number for round_ in state.published), default=0) + 1
    if number > state.rounds_planned:
        raise NoRoundsLeft(rounds=state.rounds_planned)
    draft = state.round(number)
    if draft is not None and draft.state is RoundState.DRAFT and draft.method == "manual":
        raise NoMovement("by_hand")
    if sum(entry.present for entry in bot_entries(state)) != house_bots_wanted(state):
        raise NoMovement("bots")
    try:
        return movement(night_of(state, number))
    except DrawRefused as refused:
        raise NoMovement("no_plan") from refused


def _stops(round_: Planned, entries: Mapping[int, Entry]) -> dict[int, Stop]:
    """Where everybody is in a round, by the number of their entry."""
    number, tables, byes = round_
    stops = {entry: Stop(number, None) for entry in byes}
    for table, sides in tables:
        everybody = list(chain.from_iterable(sides))
        for at, side in enumerate(sides):
            for place, entry in enumerate(side):
                others = [one for one in everybody if one not in side]
                stops[entry] = Stop(
                    number,
                    table,
                    seat_label(at + place * len(sides), len(everybody)),
                    tuple(name_of(entries[one]) for one in side if one != entry),
                    tuple(name_of(entries[one]) for one in others),
                )
    return stops
