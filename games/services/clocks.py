"""The clock of a game: kept with each row of the log, and judged under the game's lock.

Either a move is in time or only a flag can come: the time at which the lock was taken decides.
Before that, the time that outages took is given back.
"""

from collections.abc import Sequence
from datetime import datetime

from games.engine.clock import ClockTerms
from games.engine.events import ClockFlagged, Event, SeatLeft, SeatSubstituted, SeatTaken
from games.engine.match import Match, absorb_event
from games.engine.turns import (
    Acting,
    Change,
    clock_first,
    clock_next,
    credit,
    is_slow,
    out_of_time,
)
from games.errors import GameHeld, TimeOver
from games.services.outages import outages_since
from games.store.derived import bits, to_act_of
from games.store.row import GameRow
from samba_service.kit.metrics import CLOCKS_CREDITED


def time_require(game: GameRow, match: Match, seat: int) -> list[Event]:
    """The credits before a move from `seat`, absorbed. Raises GameHeld, TimeOver for a late one."""
    terms, clock = game.clock_terms, match.clock
    if terms is None or clock is None:
        return []
    if clock.held:
        raise GameHeld
    if seat in clock.stand_ins:
        raise TimeOver(seat=seat, stand_in=True)
    credited = _credits_of_slow(game, match, terms)
    if late_seats(game, match, terms) >> seat & 1:
        raise TimeOver(seat=seat, stand_in=False)
    return credited


def late_seats(game: GameRow, match: Match, terms: ClockTerms) -> int:
    """The seats whose time is over, as bits."""
    clock = match.clock
    if clock is None or not is_slow(terms, clock, game.now):
        return 0
    return out_of_time(terms, clock, _acting(game, match, game.bot_seats), game.now)


def credits_give(game: GameRow, match: Match, terms: ClockTerms) -> list[Event]:
    """Give the running turn the time that outages took from it; absorbed."""
    if match.clock is None or match.clock.turn_due_at is None:
        return []
    outages = outages_since(datetime.fromisoformat(match.clock.since), now=game.now)
    event = credit(terms, match.clock, outages)
    if event is None:
        return []
    absorb_event(match, event)
    CLOCKS_CREDITED.inc()
    return [event]


def flags_raise(match: Match, late: int) -> list[Event]:
    """The flags of these seats, absorbed."""
    assert match.clock is not None
    flags: list[Event] = []
    for seat, count in enumerate(match.clock.flags):
        if late >> seat & 1:
            flags.append(ClockFlagged(seat, count + 1))
            absorb_event(match, flags[-1])
    return flags


def clock_go_on(
    game: GameRow,
    match: Match,
    events: Sequence[Event],
    *,
    hand: int,
    bots: int,
    stands_in: bool = True,
    paused: bool | None = None,
    held: bool = False,
) -> list[Event]:
    """What `events`, which are absorbed, do to the clock; absorbed too.

    `game` is the row before them, `hand` the one that ran then; `bots` are where our bots sit now.
    Unless `stands_in`, nobody plays for those who are flagged. `paused` and `held` as in `Change`;
    a pause of the players ends when a bot takes over a seat.
    """
    terms = game.clock_terms
    if terms is None or match.result is not None:
        return []
    clock = match.clock
    if paused is None and bots & ~game.bot_seats and clock is not None and not clock.held:
        paused = False if clock.paused_since is not None else None
    change = Change(
        before=Acting(hand, game.to_act, game.bot_seats),
        after=_acting(game, match, bots),
        turn=0 if match.hand is None else match.hand.turn,
        now=game.now,
        empty=bits(seat for seat, who in enumerate(match.occupants) if who is None),
        renewed=bits(
            {e.seat for e in events if isinstance(e, SeatTaken | SeatLeft | SeatSubstituted)}
        ),
        flagged=bits({e.seat for e in events if isinstance(e, ClockFlagged)}),
        stands_in=stands_in,
        paused=paused,
        held=held,
    )
    credited: list[Event] = []
    if change.matters:
        # Time that ran before a pause is not looked at again.
        gives = credits_give if paused else _credits_of_slow
        credited = gives(game, match, terms)
    new = clock_next(terms, match.clock or clock_first(terms, match.seats), change)
    if new is None:
        return credited
    absorb_event(match, new)
    return [*credited, new]


def _credits_of_slow(game: GameRow, match: Match, terms: ClockTerms) -> list[Event]:
    """As `credits_give`, for a turn that has taken longer than each may: others lose nothing."""
    if match.clock is None or not is_slow(terms, match.clock, game.now):
        return []
    return credits_give(game, match, terms)


def _acting(game: GameRow, match: Match, bots: int) -> Acting:
    number = 0 if match.hand is None else match.hand.number
    return Acting(number, to_act_of(match), bots)
