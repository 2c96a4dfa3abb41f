"""What goes on paper, as the values that `tournaments.papers` draws."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from uuid import UUID

from games.engine.pad.pack import known_kinds, red_threes
from games.engine.rulesets import Ruleset
from games.engine.rulesets.words import in_words
from games.engine.scoring import CANASTA_CODES
from tournaments.engine.seasons import SeasonResult
from tournaments.engine.standings.ranking import IN_HUNDREDTHS
from tournaments.engine.tournament import Format, Venue
from tournaments.models import Assignment, Entry, Member, Round, Season, Table, Tournament
from tournaments.papers.pairings import Bye, PairedTable, Pairings
from tournaments.papers.sheets import Sheets, Start, TableSheet
from tournaments.papers.standings import (
    Metric,
    Night,
    SeasonRow,
    SeasonScore,
    Standing,
    Standings,
)
from tournaments.papers.standings import Season as SeasonPaper
from tournaments.papers.values import Occasion, Seated, Side
from tournaments.selectors.seasons import SeasonTable
from tournaments.selectors.standings import Places
from tournaments.selectors.state import ruleset_of, sides_of
from tournaments.selectors.tournaments import entries_of, rounds_seen

IN_UNITS = frozenset({"score", "head_to_head", "opponents"})
"""Metrics in the unit of the scoring; those that are averages of it are in hundredths."""
THIRD = "third place"
MINIMUM = "The initial minimum"
"""The chapter of the rules in words."""
IN_HAND = ("melded cards", "cards in hand")
Entries = Mapping[UUID, Entry]


def standings_paper(tournament: Tournament, places: Places) -> Standings:
    """The standings; victory points are written with their hundredths."""
    names = [name for name, _ in places.rows[0].metrics] if places.rows else []
    rounds = tournament.rounds.filter(published__lte=places.version)
    played = rounds.filter(closed__lte=places.version).count()
    return Standings(
        occasion=occasion_of(tournament),
        metrics=tuple(Metric(name, _decimals(tournament, name)) for name in names),
        rows=tuple(
            Standing(
                place.rank,
                place.entry.name,
                tuple(value for _, value in place.metrics),
                place.withdrawn,
            )
            for place in places.rows
        ),
        after=f"After round {played} of {tournament.rounds_planned}" if played else "",
    )


def _decimals(tournament: Tournament, name: str) -> int:
    in_hundredths = name in IN_UNITS and tournament.scoring["type"] == "vp"
    return 2 if in_hundredths or name in IN_HUNDREDTHS else 0


def occasion_of(tournament: Tournament) -> Occasion:
    """The head of every paper."""
    return Occasion(tournament=tournament.name, club=tournament.club.name, date=day_of(tournament))


def day_of(tournament: Tournament) -> date:
    """The day that it is listed under: of its start, or of its announcement."""
    return (tournament.started_at or tournament.created_at).date()


def round_seen(tournament: Tournament, number: int | None, *, directing: bool) -> Round | None:
    """The round with this number, else the latest; drafts are for directors alone."""
    rows = rounds_seen(tournament.pk, directing=directing).prefetch_related(
        "tables__seats__member__player"
    )
    if number is not None:
        rows = rows.filter(number=number)
    return rows.order_by("-number").first()


def pairings_paper(tournament: Tournament, round_: Round) -> Pairings:
    """A round table by table, and who has none."""
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
                THIRD if table.place else _note(tournament, table),
            )
            for table in round_.tables.all()
        ),
        byes=tuple(Bye(entries[each.entry_id].name, sits_out) for each in placed[None]),
    )


def _note(tournament: Tournament, table: Table) -> str:
    """Where to play, where that is not the same for all."""
    return table.venue if tournament.venue == Venue.MIXED else ""


def sheets_paper(tournament: Tournament, round_: Round, address: Callable[[UUID], str]) -> Sheets:
    """A score sheet for every table with cards in hand; `address` is of the page to enter it."""
    placed, entries, rules = _placed(round_), _entries(tournament), ruleset_of(tournament)
    need = rules.initial_minimum.need
    return Sheets(
        occasion=occasion_of(tournament),
        round=round_.number,
        columns=tuple(_columns(rules, tournament.table_seats[0])),
        sheets=tuple(
            TableSheet(
                table.number,
                _sides(table, placed[table.id], entries, round_.number),
                address(table.id),
                tuple(Start(each, need(each, 1)) for each in table.start_scores or ()),
            )
            for table in round_.tables.all()
            if table.venue == Venue.TABLE
        ),
        hands=tournament.hands_per_round,
        first_minimum=need(0, 1),
        minimums=next(chapter.text for chapter in in_words(rules) if chapter.topic == MINIMUM),
    )


def _columns(rules: Ruleset, seats: int) -> Iterable[str]:
    """What a side counts, in the order of the game's own score sheets."""
    known = known_kinds(rules)
    yield from (code.replace("_", " ") for kind, code in CANASTA_CODES.items() if kind in known)
    if rules.going_out.bonus:
        yield "went out"
    if red_threes(rules, seats):
        yield "red threes"
    yield from IN_HAND


def _placed(round_: Round) -> Mapping[UUID | None, list[Assignment]]:
    """Assignments by table; of None, those without one."""
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
    seated = [each.member for each in table.seats.all()]
    return tuple(
        Side(
            tuple(
                Seated(at + place * len(sides), member.name)
                for place, member in enumerate(
                    seated[at :: len(sides)] if seated else _line_up(side, number)
                )
            ),
            _own_name(side),
        )
        for at, side in enumerate(sides)
    )


def _line_up(side: Iterable[Entry], number: int) -> list[Member]:
    tenures = (tenure for entry in side for tenure in entry.tenures.all())
    return [tenure.member for tenure in tenures if tenure.covers(number)]


def _own_name(side: list[Entry]) -> str:
    """What a pair calls itself, if that is not just the names of its players."""
    if len(side) > 1:
        return ""
    entry = side[0]
    return entry.team_name


def season_paper(season: Season, table: SeasonTable) -> SeasonPaper:
    """The table of a season; who was there too seldom has no rank."""
    return SeasonPaper(
        name=season.name,
        club=season.club.name,
        best=season.best,
        minimum=season.minimum,
        nights=tuple(_night(table.tournaments[night.tournament]) for night in table.nights),
        rows=tuple(_season_row(row, table) for row in table.results),
    )


def _night(tournament: Tournament) -> Night:
    return Night(tournament.name, day_of(tournament))


def _season_row(row: SeasonResult, table: SeasonTable) -> SeasonRow:
    scores = tuple(
        SeasonScore(night.scores[row.player], night.tournament in row.counted)
        if row.player in night.scores
        else None
        for night in table.nights
    )
    rank = row.rank if row.qualified else None
    return SeasonRow(rank, table.names[row.player], row.total, scores)
