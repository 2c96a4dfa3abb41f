"""The next round of a tournament, drawn only from its value by the rules of its format.

A draw reads the entries present, the rounds published and not void, what the director fixed, seeds
and table sizes; nothing else. The same value gives the same draw, byte for byte.
"""

from itertools import chain
from typing import NamedTuple

from tournaments.engine.draws import Draw, DrawnTable, DrawRefused, SeatedTable
from tournaments.engine.formats import FormatRules
from tournaments.engine.formats.knockout import Knockout
from tournaments.engine.formats.night import places_for
from tournaments.engine.formats.rotating import Rotating
from tournaments.engine.formats.round_robin import RoundRobin
from tournaments.engine.formats.swiss import Swiss
from tournaments.engine.formats.swiss_individual import SwissIndividual
from tournaments.engine.terms import Format, Venue
from tournaments.engine.tournament import (
    EntryData,
    PlayerKind,
    RoundData,
    RoundState,
    TournamentData,
)

FORMATS: dict[Format, FormatRules] = {
    Format.SWISS: Swiss(),
    Format.ROUND_ROBIN: RoundRobin(),
    Format.DOUBLE_ROUND_ROBIN: RoundRobin(double=True),
    Format.KNOCKOUT: Knockout(),
    Format.ROTATING: Rotating(),
    Format.SWISS_INDIVIDUAL: SwissIndividual(),
}


def draw_round(tournament: TournamentData, number: int) -> Draw:
    """Round `number`, the one after the last published.

    Raises DrawRefused: `no_rounds_left`, `winner_missing` (knockout), `no_draw_possible`.
    """
    if number > tournament.rounds_planned:
        raise DrawRefused(
            "no_rounds_left", "every round is drawn", rounds=tournament.rounds_planned, round=number
        )
    return FORMATS[tournament.format].next_round(tournament, number)


class Moved(NamedTuple):
    """What changed since a draft was drawn; entries by number."""

    came: frozenset[int]
    """Entries that would be drawn now, and are not in it."""
    left: frozenset[int]
    """Entries that are in it, and would not be drawn now."""
    late: frozenset[int]
    """Those of `came` who were not there at the draw."""
    elsewhere: frozenset[int] = frozenset()
    """Entries that are in it, and would be drawn in another place of the bracket now."""


def moved_since_draw(tournament: TournamentData, draft: RoundData) -> Moved:
    """Which entries came, left or moved since `draft` was drawn.

    In a knockout, beaten entries neither come nor leave; the results of the round before, which may
    have been corrected since, decide who moves. Moves by the director are left as they are.
    """
    rules = FORMATS[tournament.format]
    awaited = rules.awaited(tournament, draft.number)
    came = awaited - draft.placed
    entries = {entry.number: entry for entry in tournament.entries}
    late = {entry for entry in came if not entries[entry].present_at(draft.drawn_version or 0)}
    elsewhere = rules.moved(tournament, draft)
    return Moved(came, draft.placed - awaited, frozenset(late), elsewhere)


def rounds_with(tournament: TournamentData, draft: RoundData) -> int:
    """The number of rounds once `draft` is published.

    As many as planned, but a knockout has what the bracket of its first round needs.
    """
    if tournament.format is not Format.KNOCKOUT or draft.number > 1:
        return tournament.rounds_planned
    return FORMATS[Format.KNOCKOUT].rounds_for(len(draft.placed)).fewest


def drafted(tournament: TournamentData, number: int, draw: Draw) -> RoundData:
    """`draw` as a round of `tournament`, made from its present state: who sits where, who deals.

    A lock that names an entry that has left no longer applies. The deal passes on from round to
    round. In a mixed venue the tables begin as real tables.
    """
    before = tournament.round(number)
    locks = () if before is None else before.locks
    return RoundData(
        number,
        drawn_version=tournament.version,
        tables=tuple(_seated(tournament, number, table) for table in draw.tables),
        byes=draw.byes,
        state=RoundState.DRAFT,
        method=draw.method,
        basis=draw.basis,
        locks=tuple(lock for lock in locks if draw.placed.issuperset(lock.entries)),
    )


def _seated(tournament: TournamentData, number: int, table: DrawnTable) -> SeatedTable:
    entries = {entry.number: entry for entry in tournament.entries}
    players = tuple(
        tuple(chain(*(entries[one].players(number) for one in side))) for side in table.sides
    )
    return SeatedTable(
        table.sides,
        third_place_match=table.third_place_match,
        number=table.number,
        slot=table.slot,
        venue=Venue.ONLINE if tournament.venue is Venue.ONLINE else Venue.TABLE,
        dealer=(number - 1) % max(1, sum(map(len, players))),
        players=players,
        why=table.why,
    )


def is_over(tournament: TournamentData) -> bool:
    """True if every planned round is closed."""
    closed = [each for each in tournament.rounds if each.state is RoundState.CLOSED]
    return len(closed) >= tournament.rounds_planned


def bot_entries(tournament: TournamentData) -> tuple[EntryData, ...]:
    """The entries for which only bots play."""
    bots = {each.id for each in tournament.players if each.kind is PlayerKind.BOT}
    return tuple(
        entry
        for entry in tournament.entries
        if entry.stints and all(stint.player in bots for stint in entry.stints)
    )


def house_bots_wanted(tournament: TournamentData) -> int:
    """How many bot entries must be there at the next draw, so that nobody sits out.

    0 if the club wants none. A knockout's byes belong to its bracket; a round robin keeps the bots
    of its first round, and takes no others later.
    """
    if tournament.house_bots is None or tournament.format is Format.KNOCKOUT:
        return 0
    bots = {entry.number for entry in bot_entries(tournament)}
    humans = sum(e.present for e in tournament.entries if e.number not in bots)
    if tournament.format.individual:
        six = next((size.shape for size in tournament.tables if size.seats == 6), None)
        return next(more for more in range(4) if places_for(humans + more, six) == humans + more)
    if tournament.format is not Format.SWISS and (
        rounds := tournament.before(tournament.rounds_planned)
    ):
        seated = set(chain(*(table.entries for table in rounds[0].tables)))
        return len(bots & seated)
    return humans % 2
