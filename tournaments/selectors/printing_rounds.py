"""The papers that keep a night going: the round so far, and the guide cards of a rotating night."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from uuid import UUID

from django.core.cache import cache

from tournaments.engine import DrawRefused, house_bots_wanted
from tournaments.engine.drawing import bot_entries
from tournaments.engine.formats.night import night_of
from tournaments.engine.formats.rotating import Planned, movement
from tournaments.engine.scoring import ScoringType
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundState, TournamentData, TournamentState
from tournaments.errors import NoMovement, NoRoundsLeft, WrongTournamentState
from tournaments.models import Entry, Round, Table, Tournament
from tournaments.printing.parts import seat_label
from tournaments.printing.round_papers import Card, Movement, RoundSoFar, Stop, TableResult
from tournaments.printing.standings import decimal
from tournaments.selectors.entries import entries_of
from tournaments.selectors.printing import (
    name_of,
    occasion_of,
    pairings_paper,
    sheets_paper,
    standings_paper,
)
from tournaments.selectors.rounds import results_visible
from tournaments.selectors.standings import DAY_S, places_of, steady_state


def round_so_far_paper(
    tournament: Tournament,
    round_: Round,
    viewer: UUID | None,
    *,
    directing: bool,
    address: Callable[[UUID], str | None],
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
        sheets=sheets_paper(tournament, round_, address, open_),
    )


def _result(tournament: Tournament, table: Table, visible: set[UUID]) -> str:
    """The points, or what was awarded; an unconfirmed result is marked."""
    result = table.last_result
    if result is None or table.id not in visible:
        return ""
    places = 2 if ScoringType(tournament.scoring["type"]).in_hundredths else 0
    if result.points is not None:
        shown = " : ".join(f"{each:,}" for each in result.points)
    elif result.award is not None:
        shown = f"{result.end}: {' : '.join(decimal(each, places) for each in result.award)}"
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
    here = sorted(set().union(*stops))
    return Movement(
        occasion=occasion_of(tournament),
        cards=tuple(
            Card(
                name_of(entries[entry]), tuple(round_[entry] for round_ in stops if entry in round_)
            )
            for entry in here
        ),
    )


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
    by_hand = draft is not None and draft.state is RoundState.DRAFT and draft.method == "manual"
    bots = [entry for entry in bot_entries(state) if entry.present]
    if by_hand:
        raise NoMovement("by_hand")
    if len(bots) != house_bots_wanted(state):
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
