"""Whose time runs: the clock of a game after each change at its table.

The time of a turn begins when those who must act change. Of a player who asks a partner it begins
again with the answer. No time runs where a bot of ours sits or plays a turn for a player. Sets of
seats are bits.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Final, NamedTuple

from games.engine.clock import ClockTerms, later, running_s
from games.engine.events import ClockCredited, ClockSet

GRACE: Final = timedelta(seconds=1)
"""A move is in time until this much later, as it has a way to come."""
FLAGS_UNTIL_AWAY: Final = 3
"""With this number of flags in one hand a player is away."""
CREDIT_S: Final = 15
"""Given after an outage, in addition to the time that it took."""
CLAIM_AFTER: Final = timedelta(minutes=2)
"""When the others may claim a bot for a seat that they wait for."""
CLAIM_AFTER_LONG: Final = timedelta(days=1)
"""As CLAIM_AFTER, where nobody is in a hurry: by correspondence, and without a clock."""


class Acting(NamedTuple):
    """Who must act, in which hand."""

    hand: int
    """The number of the running hand; 0 for none."""
    to_act: int
    bots: int
    """Where bots of ours sit."""


class Change(NamedTuple):
    """What has happened at the table, and when."""

    before: Acting
    after: Acting
    turn: int
    """The seat on turn after it."""
    now: datetime
    empty: int = 0
    """Where nobody sits after it."""
    renewed: int = 0
    """Where others sit after it than before, or nobody."""
    flagged: int = 0
    """Whose time has run out by it."""
    stands_in: bool = True
    """True if a bot plays the turn of those whose time has run out."""
    paused: bool | None = None
    """True if the table pauses by it, False if it goes on, None if it stays as it was."""
    held: bool = False
    """True if it pauses by a director."""

    @property
    def same_hand(self) -> bool:
        return self.before.hand == self.after.hand

    @property
    def matters(self) -> bool:
        """True if the clock depends on it: others must act, or must act without a bot."""
        acting = self.before.to_act != self.after.to_act or not self.same_hand
        others = bool((self.renewed | self.flagged) & self.after.to_act)
        return acting or others or self.paused is not None


class Downtime(NamedTuple):
    """From when to when the service did not run as a whole."""

    since: datetime
    until: datetime


def clock_first(terms: ClockTerms, seats: int) -> ClockSet:
    """The clock before the first deal."""
    return ClockSet(None, (terms.bank_s,) * seats, (0,) * seats, "")


def clock_next(terms: ClockTerms, old: ClockSet, change: Change) -> ClockSet | None:
    """The clock after a change; None if it stays as it was."""
    after = change.after
    if not after.to_act or not change.matters:
        return None
    stand_ins, late = _stand_ins(old, change), _late(old, change)
    runs = after.to_act & ~(after.bots | stand_ins | late)
    ran = running(old, change.before) if old.since else 0
    goes_on = change.same_hand and not change.renewed & runs and runs & ran == runs
    left = not late & ~change.empty
    leaves = left and late & change.renewed
    waits_since = _text(change.now) if leaves or not old.waits_since else old.waits_since
    bank = _charged(terms, old, ran & ~(runs if goes_on else 0), change.now)
    was_paused = old.paused_since is not None
    paused = was_paused if change.paused is None else change.paused
    given_back = ceil(_paused_s(terms, old, change.now)) if was_paused and not paused else 0
    until = _text(change.now) if was_paused and not paused else old.credited_until
    new = ClockSet(
        turn_due_at=None,
        bank_s=bank,
        flags=old.flags if change.same_hand else (0,) * len(bank),
        since=old.since if goes_on else _text(_begins(terms, change)),
        stand_ins=_seats(stand_ins),
        late=_seats(late),
        waits_since=waits_since if late else None,
        claimable_at=_text(claimable(terms, _moment(waits_since), left=left)) if late else None,
        paused_since=(old.paused_since or _text(change.now)) if paused else None,
        held=paused and (old.held if change.paused is None else change.held),
        credited_s=old.credited_s + given_back if goes_on else 0,
        credited_until=until,
    )
    due = [] if paused else [_due_at(terms, new, seat) for seat in _seats(runs)]
    return new._replace(turn_due_at=_text(min(due)) if due else None)


def running(clock: ClockSet, acting: Acting) -> int:
    """The seats whose time runs."""
    return acting.to_act & ~(acting.bots | _bits(clock.stand_ins) | _bits(clock.late))


def claimable(terms: ClockTerms | None, since: datetime, *, left: bool) -> datetime:
    """From when on a bot may be claimed for seats that are waited for since then.

    Who `left` the seat is not expected in quiet hours either, nor by correspondence.
    """
    if left:
        return since + CLAIM_AFTER
    if terms is None:
        return since + CLAIM_AFTER_LONG
    delay = CLAIM_AFTER_LONG if terms.by_correspondence else CLAIM_AFTER
    return later(since, delay.total_seconds(), terms)


def is_slow(terms: ClockTerms, clock: ClockSet, now: datetime) -> bool:
    """True if the running turn has taken more than the time for a turn."""
    if clock.turn_due_at is None:
        return False
    return running_s(_moment(clock.since), now, terms) - clock.credited_s > terms.turn_s


def out_of_time(terms: ClockTerms, clock: ClockSet, acting: Acting, now: datetime) -> int:
    """The seats whose time has run out."""
    seats = _seats(running(clock, acting))
    return _bits(seat for seat in seats if now > _due_at(terms, clock, seat) + GRACE)


def credit(terms: ClockTerms, clock: ClockSet, outages: Iterable[Downtime]) -> ClockCredited | None:
    """The time that outages have taken from the running turn, and some more; None if none did."""
    if clock.turn_due_at is None:
        return None
    since = _moment(clock.since)
    if clock.credited_until:
        since = max(since, _moment(clock.credited_until))
    seconds, until = 0, since
    for outage in outages:
        if outage.until > since:
            ran = running_s(max(outage.since, since), outage.until, terms)
            seconds += ceil(ran) + CREDIT_S if ran else 0
            until = max(until, outage.until)
    if not seconds:
        return None
    due_at = later(_moment(clock.turn_due_at), seconds, terms)
    return ClockCredited(seconds, _text(due_at), _text(until))


def _stand_ins(old: ClockSet, change: Change) -> int:
    """Seats for which a bot plays: to the end of their turn, also if its owner comes back."""
    if not change.same_hand:
        return 0
    before, after = change.before, change.after
    stay = _bits(old.stand_ins) & (after.to_act | 1 << change.turn) & ~change.renewed
    new = change.flagged if change.stands_in else 0
    played = before.bots | _bits(old.stand_ins)
    back = change.renewed & before.to_act & after.to_act & played
    return (stay | new | back) & ~(after.bots | change.empty)


def _late(old: ClockSet, change: Change) -> int:
    """Seats that the game waits for: theirs is over, or nobody sits there."""
    late = change.after.to_act & change.empty
    if change.same_hand:
        late |= _bits(old.late) & change.after.to_act & ~change.renewed
        late |= 0 if change.stands_in else change.flagged
    return late & ~change.after.bots


def _charged(terms: ClockTerms, old: ClockSet, ended: int, now: datetime) -> tuple[int, ...]:
    """The banks, by seat, after the turns of those whose time has `ended` to run.

    The second that has begun is not taken.
    """
    if not ended:
        return old.bank_s
    used = running_s(_moment(old.since), now, terms) - old.credited_s - terms.turn_s
    taken = max(0, int(used - _paused_s(terms, old, now)))
    return tuple(
        max(0, bank - taken) if ended >> seat & 1 else bank for seat, bank in enumerate(old.bank_s)
    )


def _paused_s(terms: ClockTerms, old: ClockSet, now: datetime) -> float:
    """How much of the running turn's time the pause has taken until now."""
    if old.paused_since is None:
        return 0
    return running_s(max(_moment(old.since), _moment(old.paused_since)), now, terms)


def _begins(terms: ClockTerms, change: Change) -> datetime:
    """When the time of a turn begins: after a hand later than now, to look at its score."""
    if change.same_hand or not change.before.hand:
        return change.now
    return change.now + timedelta(seconds=terms.between_hands_s)


def _due_at(terms: ClockTerms, clock: ClockSet, seat: int) -> datetime:
    seconds = terms.turn_s + clock.bank_s[seat] + clock.credited_s
    return later(_moment(clock.since), seconds, terms)


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
