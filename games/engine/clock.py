"""How much time the players of a game have: the terms of its clock, and time that does not count.

No clock runs in quiet hours and on days off. Both are by the wall clock of one zone, also on the
nights in which it is changed.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

CORRESPONDENCE_S: Final = 86_400
"""From this much time for a turn on, a game is played by correspondence."""


class Quiet(NamedTuple):
    """Hours of every day in which no clock runs; over midnight if they end before they begin."""

    begins: time
    ends: time
    zone: str

    @property
    def hours(self) -> timedelta:
        """How long they are on a day on which no clock is changed."""
        begins, ends = (timedelta(hours=at.hour, minutes=at.minute) for at in self[:2])
        return (ends - begins) % timedelta(days=1)


class ClockTerms(NamedTuple):
    """The time that the players have, in seconds."""

    turn_s: int
    """For each turn, and for each answer to a partner."""
    bank_s: int = 0
    """For the whole game, in addition: what a turn takes longer is taken from it."""
    between_hands_s: int = 0
    """Until the clock of a new hand's first turn begins."""
    quiet: Quiet | None = None
    days_off: tuple[date, ...] = ()
    """In the zone of `quiet`; without quiet hours in UTC."""

    @property
    def by_correspondence(self) -> bool:
        """True if nobody is replaced only because they are late."""
        return self.turn_s >= CORRESPONDENCE_S

    @property
    def zone(self) -> tzinfo:
        """The zone in which days and hours are meant."""
        return UTC if self.quiet is None else ZoneInfo(self.quiet.zone)


class Profile(StrEnum):
    """Terms that have a name."""

    LIVE = "live"
    CLUB_NIGHT = "club-night"
    CORRESPONDENCE = "correspondence"


PROFILES: Final[Mapping[str, ClockTerms]] = {
    Profile.LIVE: ClockTerms(30, bank_s=180, between_hands_s=10),
    Profile.CLUB_NIGHT: ClockTerms(60, bank_s=180, between_hands_s=15),
    Profile.CORRESPONDENCE: ClockTerms(172_800),
}


def terms_out(terms: ClockTerms) -> dict[str, Any]:
    """The terms as JSON."""
    return {
        "turn_s": terms.turn_s,
        "bank_s": terms.bank_s,
        "between_hands_s": terms.between_hands_s,
        "quiet": None if terms.quiet is None else _quiet_out(terms.quiet),
        "days_off": [day.isoformat() for day in terms.days_off],
    }


def terms_in(data: Mapping[str, Any]) -> ClockTerms:
    """Read a `terms_out`."""
    quiet = data["quiet"]
    return ClockTerms(
        turn_s=data["turn_s"],
        bank_s=data["bank_s"],
        between_hands_s=data["between_hands_s"],
        quiet=None if quiet is None else _quiet_in(quiet),
        days_off=tuple(date.fromisoformat(day) for day in data["days_off"]),
    )


def _quiet_out(quiet: Quiet) -> dict[str, str]:
    begins, ends = quiet.begins.isoformat("minutes"), quiet.ends.isoformat("minutes")
    return {"from": begins, "to": ends, "zone": quiet.zone}


def _quiet_in(data: Mapping[str, str]) -> Quiet:
    return Quiet(time.fromisoformat(data["from"]), time.fromisoformat(data["to"]), data["zone"])


def later(start: datetime, seconds: float, terms: ClockTerms) -> datetime:
    """When a clock that starts to run at `start` has run for `seconds`."""
    at, left = start, timedelta(seconds=seconds)
    for begins, ends in _pauses(start, terms):
        if begins - at >= left:
            break
        left -= max(begins - at, timedelta(0))
        at = max(at, ends)
    return at + left


def running_s(start: datetime, end: datetime, terms: ClockTerms) -> float:
    """For how many seconds a clock runs between two moments; 0 if the second one is earlier."""
    at, run = start, timedelta(0)
    for begins, ends in _pauses(start, terms):
        if begins >= end:
            break
        run += max(begins - at, timedelta(0))
        at = max(at, ends)
    return (run + max(end - at, timedelta(0))).total_seconds()


def _pauses(start: datetime, terms: ClockTerms) -> Iterator[tuple[datetime, datetime]]:
    """From when to when no clock runs, from a pause before `start` on, by their beginnings.

    They may overlap. There is no end of them if there are quiet hours.
    """
    zone, a_day = terms.zone, timedelta(days=1)
    first = start.astimezone(zone).date() - a_day
    days = sorted(day for day in terms.days_off if day >= first)
    for day in days if terms.quiet is None else _days_from(first):
        if day in days:
            yield _moment(day, time(), zone), _moment(day + a_day, time(), zone)
        if terms.quiet is not None:
            begins, ends, _ = terms.quiet
            until = day if begins < ends else day + a_day
            yield _moment(day, begins, zone), _moment(until, ends, zone, last=True)


def _days_from(day: date) -> Iterator[date]:
    """This day and all after it."""
    while True:
        yield day
        day += timedelta(days=1)


def _moment(day: date, at: time, zone: tzinfo, *, last: bool = False) -> datetime:
    """When the clocks of `zone` show this time: the first moment, or with `last` the last one.

    If they skip it, the moment at which they are changed.
    """
    shown = datetime.combine(day, at)
    first, second = (shown.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if second >= first:
        return second if last else first
    offset = second.astimezone(zone).utcoffset()
    while first - second > timedelta(seconds=1):  # skipped: the change is in between
        middle = second + (first - second) // 2
        if middle.astimezone(zone).utcoffset() == offset:
            second = middle
        else:
            first = middle
    return first.replace(microsecond=0)
