"""Clocks by night and on days off, at other sizes of table, and on machines that go wrong."""

from datetime import date, datetime, time, timedelta

import pytest
from django.utils import timezone

from games import tasks
from games.engine.clock import ClockTerms, Quiet
from games.engine.rulesets import resolve
from tests.depth import in_the_full_run, one_of
from tests.game_time import GameTime
from tests.games.clock_stories import EVENING, Story, terms_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweeper does everything itself."""
    monkeypatch.setattr(tasks, "publish", lambda *_: False)


QUIET = Quiet(time(22), time(7), "Europe/Berlin")
"""The stories begin an hour before: an hour of play is left, and an hour in the morning."""
TWO_HOURS = ClockTerms(7200, quiet=QUIET)
NIGHTS = [
    "left=39600 wait3600 left=36000 wait32400 left=3600 turn turn=1 left=7200",
    "wait39601 act left=-1",
    "wait39602 sweep flags=1,0,0,0",
    "wait3600 turn left=39600 wait20000 turn left=19600",
    "wait20000 sweep flags=0,0,0,0 act",
    # An outage by night takes nothing; one that begins or ends by day takes what was left of it.
    "wait7200 down3600 sweep left=28800 log=0,0",
    "wait3000 down1200 sweep left=36015 log=0,1",
    "wait30000 down7200 sweep left=3615 log=0,1",
    "wait3000 down36000 sweep left=4215 log=0,1 flags=0,0,0,0",
    "wait7200 down36000 sweep left=3615 log=0,1",
    "down86400 sweep left=39615 flags=0,0,0,0",
    # A pause gives back what would have been time.
    "wait1800 pause wait43200 resume0 left=5400",
    "wait3600 pause wait18000 resume0 left=18000",
    "wait1800 pause wait3600 resume0 left=36000",
    "wait7200 pause wait36000 turn turn=1 left=7200",
    # Who leaves by night finds the clock as it was.
    "wait7200 leave2 back2 left=32400 turn left=36000",
]


@pytest.mark.parametrize("words", one_of(2, NIGHTS, others=in_the_full_run))
def test_no_clock_runs_by_night(game_time, words):
    Story(game_time, TWO_HOURS).tell(words)


HOUR = 3600
DAYS_OFF = [
    # From eight in the evening: four hours, then a day off.
    (5 * HOUR, f"left={29 * HOUR} wait{28 * HOUR} left={HOUR} turn turn=1 left={5 * HOUR}"),
    (5 * HOUR, f"wait{6 * HOUR} down{12 * HOUR} sweep log=0,0 left={11 * HOUR}"),
    (5 * HOUR, f"wait{2 * HOUR} down{4 * HOUR} sweep log=0,1 left={25 * HOUR + 15}"),
    (5 * HOUR, f"wait{HOUR} pause wait{30 * HOUR} resume0 left={4 * HOUR}"),
    (4 * HOUR, f"left={4 * HOUR} wait{4 * HOUR} turn turn=1 left={28 * HOUR}"),
]


@pytest.mark.parametrize(("turn_s", "words"), DAYS_OFF)
def test_no_clock_runs_on_a_day_off(game_time, turn_s: int, words: str):
    terms = ClockTerms(turn_s, days_off=(date(2026, 1, 11),))
    Story(game_time, terms).tell(words)


TABLES = [
    (2, "30+60 left=90 bank=60,60 flags=0,0 wait50 turn turn=1 bank=40,60 left=90"),
    (2, "30 wait33 sweep flags=1,0 stand=0 bots turn=1 left=30 turn turn=0"),
    (2, "30 wait33 sweep bots turn wait33 sweep bots turn wait33 sweep bots=0 flags=3,0"),
    (2, "30 down60 sweep left=45 turn turn=1 left=30"),
    (2, "30 ask0 paused=False ask1 paused=True wait99 resume0 left=30"),
    (6, "30+60 left=90 flags=0,0,0,0,0,0 wait50 turn bank=40,60,60,60,60,60 turn turn turn=3"),
    (6, "30 turn turn turn turn turn turn=5 wait33 sweep flags=0,0,0,0,0,1 bots turn=0 left=30"),
    (6, "30 leave4 turn turn turn turn turn=4 left=none bots turn=5 left=30"),
]


@pytest.mark.parametrize(("seats", "words"), TABLES)
def test_a_table_of_another_size_has_the_same_clock(game_time, seats: int, words: str):
    terms, _, rest = words.partition(" ")
    rules = resolve({"extends": "classic" if seats == 2 else "handfoot"})
    Story(game_time, terms_of(terms), seats=seats, dealer=seats - 1, rules=rules).tell(rest)


OFF_BY = [timedelta(days=-1), timedelta(minutes=-5), timedelta(minutes=5), timedelta(days=1)]
SKEWED = [
    "30+180 wait100 turn bank=110,180,180,180 left=210",
    "30 wait33 sweep flags=1,0,0,0 bots turn=1 left=30",
    "30 wait31 act wait33 sweep late",
    "30 down60 sweep left=45 flags=0,0,0,0 log=0,1",
    "30 wait10 pause wait1000 resume0 left=20",
    "30/10 turn turn wait5 turn left=30",
]


@pytest.mark.parametrize("off_by", one_of(1, OFF_BY, others=in_the_full_run))
@pytest.mark.parametrize("words", SKEWED)
def test_a_process_whose_clock_is_wrong_judges_as_all_others(
    monkeypatch: pytest.MonkeyPatch, game_time: GameTime, off_by: timedelta, words: str
):
    def wrong() -> datetime:
        return EVENING + off_by

    monkeypatch.setattr(timezone, "now", wrong)
    terms, _, rest = words.partition(" ")
    Story(game_time, terms_of(terms)).tell(rest)
