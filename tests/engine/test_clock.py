"""How long a clock runs: nights and days off do not count, also when summer time begins or ends."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.clock import PROFILES, ClockTerms, Quiet, later, running_s, terms_in, terms_out

HOUR = 3600
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")


def terms(hours: str = "", zone: str = "Europe/Berlin", *days: str) -> ClockTerms:
    """A clock with these quiet hours, as `22:00-07:00`, and days off."""
    begins, _, ends = hours.partition("-")
    quiet = Quiet(time.fromisoformat(begins), time.fromisoformat(ends), zone) if hours else None
    return ClockTerms(48 * HOUR, quiet=quiet, days_off=tuple(map(date.fromisoformat, days)))


def berlin(text: str, fold: int = 0) -> datetime:
    """When the clocks of Berlin show this; with fold 1 for the second time."""
    at = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Berlin"), fold=fold)
    return at.astimezone(UTC)


NIGHT = terms("22:00-07:00")

CASES = [
    # terms, from when, seconds that the clock runs, when they are over
    (terms(), "2026-01-10 12:00", 48 * HOUR, "2026-01-12 12:00"),
    (terms(), "2026-03-28 12:00", 24 * HOUR, "2026-03-29 13:00"),
    (terms(), "2026-10-24 12:00", 24 * HOUR, "2026-10-25 11:00"),
    (NIGHT, "2026-01-10 12:00", 10 * HOUR - 1, "2026-01-10 21:59:59"),
    (NIGHT, "2026-01-10 12:00", 10 * HOUR + 1, "2026-01-11 07:00:01"),
    (NIGHT, "2026-01-10 12:00", 48 * HOUR, "2026-01-13 15:00"),
    (NIGHT, "2026-01-10 23:00", HOUR, "2026-01-11 08:00"),
    (NIGHT, "2026-01-10 06:59:59", 1, "2026-01-10 07:00:01"),
    (NIGHT, "2026-01-10 21:59:59.5", 1, "2026-01-11 07:00:00.5"),
    # A day has 15 hours between 7 and 22 also where it has 23 or 25 in all.
    (NIGHT, "2026-03-28 21:00", 2 * HOUR, "2026-03-29 08:00"),
    (NIGHT, "2026-03-27 07:00", 48 * HOUR, "2026-03-30 10:00"),
    (NIGHT, "2026-10-24 21:00", 2 * HOUR, "2026-10-25 08:00"),
    (NIGHT, "2026-10-23 07:00", 48 * HOUR, "2026-10-26 10:00"),
    # Quiet hours that begin or end in the hour that is skipped, or comes twice.
    (terms("22:00-02:30"), "2026-03-28 21:00", 2 * HOUR, "2026-03-29 04:00"),
    (terms("02:30-07:00"), "2026-03-29 01:00", 2 * HOUR, "2026-03-29 08:00"),
    (terms("22:00-02:30"), "2026-10-24 21:00", 2 * HOUR, "2026-10-25 03:30"),
    (terms("02:30-07:00"), "2026-10-25 02:00", HOUR, "2026-10-25 07:30"),
    (terms("02:10-02:50"), "2026-03-29 01:00", 2 * HOUR, "2026-03-29 04:00"),
    # Days off, with quiet hours and without.
    (terms("", "", "2026-01-11"), "2026-01-10 12:00", 24 * HOUR, "2026-01-12 12:00"),
    (
        terms("22:00-07:00", "Europe/Berlin", "2026-01-11", "2026-01-12"),
        "2026-01-10 21:00", 2 * HOUR, "2026-01-13 08:00",
    ),
    (
        terms("22:00-07:00", "Europe/Berlin", "2026-03-29"),
        "2026-03-28 12:00", 11 * HOUR, "2026-03-30 08:00",
    ),
    (
        terms("22:00-07:00", "Europe/Berlin", "2026-10-25"),
        "2026-10-25 12:00", HOUR, "2026-10-26 08:00",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("of", "start", "seconds", "end"), CASES)
def test_a_clock_leaves_out_nights_and_days_off(of, start, seconds, end):
    assert later(berlin(start), seconds, of) == berlin(end)
    assert running_s(berlin(start), berlin(end), of) == seconds


def test_days_off_without_quiet_hours_are_those_of_utc():
    of = terms("", "", "2026-01-11")
    begins = datetime(2026, 1, 10, 23, 59, tzinfo=UTC)
    assert later(begins, 120, of) == datetime(2026, 1, 12, 0, 1, tzinfo=UTC)


class Counted(tuple[date, ...]):
    """Days off that count how often a day is looked up in them."""

    looked = 0

    def __contains__(self, day: object) -> bool:
        Counted.looked += 1
        return super().__contains__(day)


def test_the_days_before_a_far_day_off_are_not_walked():
    days = Counted(map(date.fromisoformat, ("2190-01-01", "2026-01-11", "2025-01-01")))
    of = ClockTerms(48 * HOUR, days_off=days)
    begins = datetime(2026, 1, 10, 23, 59, tzinfo=UTC)
    assert later(begins, 120, of) == datetime(2026, 1, 12, 0, 1, tzinfo=UTC)
    assert running_s(begins, datetime(2026, 1, 12, 0, 1, tzinfo=UTC), of) == 120
    assert Counted.looked <= 10


def test_an_hour_that_comes_twice_is_quiet_as_a_whole_if_one_of_the_two_is():
    of = terms("02:00-02:30")
    first, second = berlin("2026-10-25 02:00"), berlin("2026-10-25 02:30", fold=1)
    assert running_s(first, second, of) == 0
    assert running_s(first, second + timedelta(minutes=1), of) == 60


moments = st.integers(0, 3 * 365 * 86_400_000).map(
    lambda ms: datetime(2025, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)
)
minutes = st.integers(0, 1439).map(lambda minute: time(minute // 60, minute % 60))
any_terms = st.builds(
    lambda quiet, days: ClockTerms(60, quiet=quiet, days_off=tuple(days)),
    st.none() | st.builds(Quiet, minutes, minutes, st.sampled_from(ZONES)),
    st.lists(st.dates(date(2025, 1, 1), date(2027, 12, 31)), max_size=5, unique=True),
).filter(lambda of: of.quiet is None or timedelta(0) < of.quiet.hours <= timedelta(hours=20))
spans = st.integers(0, 20 * 86_400)


@given(any_terms, moments, spans)
def test_later_is_when_the_clock_has_run_so_long(of, start, seconds):
    end = later(start, seconds, of)
    assert running_s(start, end, of) == seconds
    assert end >= start + timedelta(seconds=seconds)
    if seconds:
        assert running_s(start, end - timedelta(seconds=1), of) == seconds - 1


@given(any_terms, moments, spans, spans)
def test_what_runs_in_two_parts_runs_as_long_as_in_one(of, start, first, second):
    middle = start + timedelta(seconds=first)
    end = middle + timedelta(seconds=second)
    parts = running_s(start, middle, of) + running_s(middle, end, of)
    assert running_s(start, end, of) == pytest.approx(parts, abs=1e-3)
    assert running_s(end, start, of) == 0 or end == start


@given(any_terms, moments, st.integers(1, 600))
def test_a_clock_runs_in_each_minute_whose_wall_clock_is_not_quiet(of, start, count):
    """An hour that comes twice is left to the cases above."""
    start = start.replace(second=0, microsecond=0)
    for step in range(0, count, 30):
        at = start + timedelta(minutes=step)
        shown = at.astimezone(of.zone)
        if shown.replace(fold=0).utcoffset() != shown.replace(fold=1).utcoffset():
            continue
        quiet = shown.date() in of.days_off
        if of.quiet is not None:
            begins, ends, _ = of.quiet
            hour = shown.time()
            inside = begins <= hour < ends if begins < ends else not ends <= hour < begins
            quiet |= inside
        assert (running_s(at, at + timedelta(seconds=1), of) == 0) is quiet, shown


@given(any_terms)
def test_terms_are_read_as_they_were_written(of):
    assert terms_in(terms_out(of)) == of


def test_only_turns_of_a_day_or_more_are_correspondence():
    found = {name: each.by_correspondence for name, each in PROFILES.items()}
    assert found == {"live": False, "club-night": False, "correspondence": True}
