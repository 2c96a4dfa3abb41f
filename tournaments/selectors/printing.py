"""The content of papers, as the values that `tournaments.printing` draws."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from uuid import UUID

from django.utils.timezone import localtime

from games.engine.pad.pack import black_threes, known_kinds, red_threes
from games.engine.rulesets import Rules
from games.engine.rulesets.words.melds import minimum_points
from games.engine.scoring.sheet import CANASTA_CODES
from tournaments.engine.scoring import ScoringType
from tournaments.engine.seasons import SeasonResult
from tournaments.engine.standings import IN_HUNDREDTHS
from tournaments.engine.terms import Format, Venue
from tournaments.models import Assignment, Entry, Member, Round, Season, Table, Tournament
from tournaments.printing.pairings import Bye, PairedTable, Pairings
from tournaments.printing.parts import Occasion, Seated, Side, numbered_name
from tournaments.printing.score_sheets import SheetColumn, Sheets, Start, TableSheet
from tournaments.printing.standings import (
    Metric,
    PlayedNight,
    SeasonPage,
    SeasonRow,
    SeasonScore,
    StandingRow,
    StandingsPage,
)
from tournaments.selectors.entries import entries_of
from tournaments.selectors.load import sides_of
from tournaments.selectors.rounds import rounds_seen
from tournaments.selectors.seasons import SeasonTable
from tournaments.selectors.standings import Places
from tournaments.selectors.tournaments import ruleset_of

IN_UNITS = frozenset({"score", "head_to_head", "opponents"})
"""Metrics in the unit of the scoring; those that are averages of it are in hundredths."""

THIRD = "third place"

KINDS = {"samba": "sambas", "black_samba": "black sambas"}
"""Kinds of canastas whose column has another name."""

Entries = Mapping[UUID, Entry]


def standings_paper(
    tournament: Tournament, places: Places, played: Mapping[int, int] | None = None
) -> StandingsPage:
    """The standings; victory points are written with their hundredths.

    `played` is the number of rounds of each entry, if it is to be shown.
    """
    names = [name for name, _ in places.rows[0].metrics] if places.rows else []
    rounds = tournament.rounds.filter(published_version__lte=places.version)
    closed = rounds.filter(closed_version__lte=places.version).count()
    return StandingsPage(
        occasion=occasion_of(tournament),
        metrics=tuple(Metric(name, _decimals(tournament, name)) for name in names),
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


def _decimals(tournament: Tournament, name: str) -> int:
    in_hundredths = name in IN_UNITS and ScoringType(tournament.scoring["type"]).in_hundredths
    return 2 if in_hundredths or name in IN_HUNDREDTHS else 0


def occasion_of(tournament: Tournament) -> Occasion:
    """The head of every paper."""
    begins = tournament.starts_at and localtime(tournament.starts_at)
    return Occasion(
        tournament=tournament.name,
        club=tournament.club.name,
        date=day_of(tournament),
        time=f"{begins:%H:%M %Z}" if begins else "",
    )


def day_of(tournament: Tournament) -> date:
    """The day under which it is listed: as announced, or of its start, or of its announcement."""
    begins = tournament.starts_at or tournament.started_at or tournament.created_at
    return localtime(begins).date()


def round_seen(tournament: Tournament, number: int | None, *, directing: bool) -> Round | None:
    """The round with this number, else the latest; only directors see drafts."""
    rows = rounds_seen(tournament.pk, directing=directing).prefetch_related(
        "assignments", "tables__seats__member__player"
    )
    if number is not None:
        rows = rows.filter(number=number)
    return rows.order_by("-number").first()


def pairings_paper(tournament: Tournament, round_: Round) -> Pairings:
    """A round table by table, and the entries without a table."""
    placed, entries = _placed(round_), _entries(tournament)
    sits_out = "sits out" if Format(tournament.format).individual else "bye"
    return Pairings(
        occasion=occasion_of(tournament),
        round=round_.number,
        tables=tuple(
            PairedTable(
                table.number,
                _sides(table, placed[table.id], entries, round_.number),
                table.dealer,
                THIRD if table.third_place_match else _note(tournament, table),
            )
            for table in round_.tables.all()
        ),
        byes=tuple(Bye(name_of(entries[each.entry_id]), sits_out) for each in placed[None]),
    )


def _note(tournament: Tournament, table: Table) -> str:
    """Where to play, if that is not the same for all."""
    return table.venue if tournament.venue == Venue.MIXED else ""


def sheets_paper(
    tournament: Tournament,
    round_: Round,
    address: Callable[[UUID], str | None],
    tables: Iterable[Table] | None = None,
) -> Sheets:
    """A score sheet for each of `tables`, else for all with cards in hand.

    `address` is that of the page where a table's result is entered.
    """
    if tables is None:
        tables = [table for table in round_.tables.all() if table.venue == Venue.TABLE]
    placed, entries, rules = _placed(round_), _entries(tournament), ruleset_of(tournament)
    need = rules.initial_minimum.at
    return Sheets(
        occasion=occasion_of(tournament),
        round=round_.number,
        columns=tuple(sheet_columns(rules, tournament.table_seats[0])),
        sheets=tuple(
            TableSheet(
                table.number,
                _sides(table, placed[table.id], entries, round_.number),
                address(table.id),
                tuple(Start(each, need(each, 1)) for each in table.start_scores or ()),
            )
            for table in tables
        ),
        hands=tournament.hands_per_round,
        first_minimum=need(0, 1),
        minimums=minimum_points(rules),
    )


def sheet_columns(rules: Rules, seats: int) -> Iterator[SheetColumn]:
    """What the entry form asks of a side, in the order of the game's own score sheets."""
    kinds = [kind for kind in CANASTA_CODES if kind in known_kinds(rules)]
    reds, blacks = red_threes(rules, seats), black_threes(rules, seats)
    for kind in kinds:
        yield SheetColumn(KINDS.get(kind, kind), "canastas", is_count=True)
    if rules.game.debt:
        yield SheetColumn("debt took", "canastas", is_count=True)
    yield SheetColumn("went out", is_count=True)
    if reds:
        yield SheetColumn("red threes", "on the table", is_count=True)
    yield SheetColumn("cards", "on the table")
    if reds:
        yield SheetColumn("red threes", "in hand", is_count=True)
    if blacks:
        yield SheetColumn("black threes", "in hand", is_count=True)
    yield SheetColumn("cards", "in hand")
    yield from (SheetColumn("penalties"), SheetColumn("other"))


def _placed(round_: Round) -> Mapping[UUID | None, list[Assignment]]:
    """Assignments by table; under None, those without one."""
    placed: dict[UUID | None, list[Assignment]] = defaultdict(list)
    for assignment in round_.assignments.all():
        placed[assignment.table_id].append(assignment)
    return placed


def _entries(tournament: Tournament) -> Entries:
    return {entry.id: entry for entry in entries_of(tournament.pk)}


def _sides(
    table: Table, assigned: Iterable[Assignment], entries: Entries, number: int
) -> tuple[Side, ...]:
    """Who sits where; in a draft, who would."""
    sides = [[entries[each.entry_id] for each in side] for side in sides_of(assigned)]
    seated = [(each.member, each.entry_id) for each in table.seats.all()]
    return tuple(
        Side(
            tuple(
                Seated(at + place * len(sides), numbered_name(member.name, entries[entry].number))
                for place, (member, entry) in enumerate(
                    seated[at :: len(sides)] if seated else _line_up(side, number)
                )
            ),
            _own_name(side),
        )
        for at, side in enumerate(sides)
    )


def _line_up(side: Iterable[Entry], number: int) -> list[tuple[Member, UUID]]:
    stints = [(stint, entry.id) for entry in side for stint in entry.stints.all()]
    return [(stint.member, entry) for stint, entry in stints if stint.covers(number)]


def _own_name(side: list[Entry]) -> str:
    """The pair's own name, if it differs from the names of its players."""
    if len(side) > 1:
        return ""
    entry = side[0]
    return entry.team_name


def season_paper(season: Season, table: SeasonTable) -> SeasonPage:
    """The table of a season; a player with too few nights has no rank."""
    nights = (table.tournaments[night.tournament] for night in table.nights)
    return SeasonPage(
        name=season.name,
        club=season.club.name,
        counted_nights=season.counted_nights,
        required_nights=season.required_nights,
        nights=tuple(PlayedNight(each.name, day_of(each)) for each in nights),
        rows=tuple(_season_row(row, table) for row in table.results),
    )


def _season_row(row: SeasonResult, table: SeasonTable) -> SeasonRow:
    scores = tuple(
        SeasonScore(night.scores[row.player], night.tournament in row.counted)
        if row.player in night.scores
        else None
        for night in table.nights
    )
    rank = row.rank if row.qualified else None
    return SeasonRow(rank, table.names[row.player], row.total, scores)
