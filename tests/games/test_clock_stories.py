"""What happens to clocks: turns, banks, flags, stand-ins, returns, outages; see `clock_stories`."""

from datetime import datetime, time
from typing import Any

import pytest

from games import tasks
from games.engine.clock import ClockTerms, Quiet
from tests.depth import in_the_full_run, one_of
from tests.game_time import GameTime
from tests.games.clock_stories import Story, short_hands, terms_of
from tests.games.tables import row

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweeper does everything itself."""
    monkeypatch.setattr(tasks, "publish", lambda *_: False)


def told(moved: GameTime, words: str, **options: Any) -> Story:
    """Play the story of the words after the first, which has the terms."""
    terms, _, rest = words.partition(" ")
    return Story(moved, terms_of(terms), **options).tell(rest)


TURNS = [
    "30+180 left=210 bank=180,180,180,180 flags=0,0,0,0 work=1 turn=0",
    "30+180 wait10 act left=200 work=1",
    "30+180 wait10 turn left=210 bank=180,180,180,180 turn=1 work=1",
    "30+180 wait30 turn bank=180,180,180,180",
    "30+180 wait30.9 turn bank=180,180,180,180",
    "30+180 wait31 turn bank=179,180,180,180 left=210",
    "30+180 wait100 turn bank=110,180,180,180",
    "30+180 wait100 turn wait40 turn bank=110,170,180,180",
    "30+180 wait20 act wait20 act bank=170,180,180,180",
    "30+180 wait100 turn turn turn turn turn=0 left=140",
    "30+180 wait100 turn turn turn turn wait100 turn bank=40,180,180,180 turn turn turn left=70",
    "30+180 wait209.9 turn bank=1,180,180,180",
    "30+180 wait210 turn bank=0,180,180,180 turn turn turn left=30",
    "30+180 wait211 turn bank=0,180,180,180 flags=0,0,0,0",
    "30+180 wait211.1 late late flags=0,0,0,0",
    "30 left=30 wait30 turn wait31 turn wait31.001 late",
    "5 wait6 act",
    "5 wait6.001 late",
    "30+0/60 turn left=30",
    "48h left=172800 wait172801 turn left=172800",
    "24h+3600 wait86500 turn bank=3500,3600,3600,3600",
]
FLAGS = [
    "30+180 wait211 sweep flags=0,0,0,0 work=1",
    "30+180 wait212.1 sweep flags=1,0,0,0 bank=0,180,180,180 stand=0 left=none work=0 log=1,0",
    "30+180 wait212.1 sweep late late",
    "30+180 wait212.1 late sweep flags=1,0,0,0 late",
    "30+180 wait212.1 sweep sweep sweep flags=1,0,0,0",
    "30+180 wait212.1 check flags=1,0,0,0 check flags=1,0,0,0 late",
    "30+180 wait212.1 sweep bots turn=1 stand=none left=210 bots=none",
    "30+180 wait212.1 sweep bots wait5 turn turn turn turn=0 left=30",
    "30 act wait33 sweep stand=0 bots turn=1 left=30 flags=1,0,0,0",
    "30 wait33 sweep bots wait33 sweep flags=1,1,0,0 stand=1 bots turn=2",
    "30 wait33 sweep bots turn turn turn turn=0 wait10 turn flags=1,0,0,0",
    "30 wait33 sweep bots turn turn turn wait33 sweep bots flags=2,0,0,0 bots=none turn=1",
    "30 wait33 sweep late bots act left=30 turn=1",
    "30 check flags=0,0,0,0 wait29 check flags=0,0,0,0 wait2 check flags=0,0,0,0 wait1 check "
    "flags=1,0,0,0",
]
THIRD = (
    "30 wait33 sweep bots turn turn turn wait33 sweep bots turn turn turn wait33 sweep "
    "flags=3,0,0,0 bots=0 stand=none left=none "
)
AWAY = [
    THIRD + "log=3,0 bots turn=1 left=30 turn turn turn bots turn=1",
    THIRD + "back0 bots=none stand=0 left=none late bots turn=1 turn turn turn turn=0 left=30 turn",
    THIRD + "bots turn=1 back0 bots=none stand=none left=30 turn turn turn turn=0 left=30 turn",
    THIRD + "bots turn back0 turn turn turn=0 wait33 sweep flags=4,0,0,0 bots=0 bots turn=1",
    THIRD + "bots turn turn turn back0 stand=0 bots turn=1 left=30",
    THIRD + "sweep check sweep flags=3,0,0,0 bots turn=1",
]
WAITING = [
    "30 wait33 sweep flags=1,0,0,0 stand=none wait=0 waited=0 left=none work=0",
    "30 wait33 sweep wait100 waited=100 turn wait=none left=30 turn=1",
    "30 wait33 sweep wait100 act wait=0 waited=100 act wait=none turn=1",
    "30 wait33 sweep turn turn turn turn wait33 sweep turn turn turn turn wait33 sweep "
    "flags=3,0,0,0 bots=none wait=0",
    "30 leave1 turn wait=1 left=none work=0 wait50 back1 wait=none left=30 turn=1",
    "30 leave1 back1 turn left=30",
    "30+60 wait50 leave0 bank=40,60,60,60 wait500 back0 left=70",
    "30 wait33 sweep wait=0 down600 sweep wait=0 flags=1,0,0,0 log=1,0 turn turn=1 left=30",
    "30 wait33 sweep down86400 sweep act turn turn=1 left=30 flags=1,0,0,0",
    "30+60 leave0 down600 sweep back0 left=90 bank=60,60,60,60 log=0,0",
    "30 leave0 leave2 back0 left=30 turn turn=1 left=30 turn wait=2 left=none back2 left=30",
    "30 wait33 sweep pause paused=True wait100 resume1 wait=0 left=none turn turn=1 left=30",
]
CORRESPONDENCE = [
    "24h wait86402 sweep flags=1,0,0,0 stand=none bots=none wait=0 left=none",
    "24h wait86402 sweep wait86400 turn turn=1 left=86400",
    "48h down172800 sweep left=172815 flags=0,0,0,0",
    "24h wait86000 down3600 sweep left=415 flags=0,0,0,0 wait416.1 sweep flags=1,0,0,0",
    "24h wait3600 leave0 left=none back0 left=none bots turn=1 left=86400",
    "24h+3600 wait86400 turn bank=3600,3600,3600,3600 turn turn turn wait86401 turn bank=3599,3600,"
    "3600,3600",
    "24h pause wait604800 resume3 left=86400 turn turn=1",
    "48h wait172802 sweep turn turn turn turn wait172802 sweep flags=2,0,0,0 wait=0 turn turn "
    "turn turn wait172802 sweep flags=3,0,0,0 bots=none wait=0",
]
LEAVING = [
    "30+180 leave0 bots=0 left=none work=0 bots turn=1 left=210",
    "30+180 wait60 leave0 bank=150,180,180,180",
    "30+180 leave1 left=210 work=1 turn turn=1 left=none bots turn=2 left=210",
    "30+180 leave1 turn back1 stand=1 left=none bots turn=2",
    "30+180 leave1 back1 left=210 turn left=210 turn=1",
    "30+180 wait20 leave2 left=190 back2 left=190",
]
OUTAGES = [
    # The service is down, comes back, and a sweeper looks before anybody plays.
    "30 down14 sweep left=16 log=0,0",
    "30 down15 sweep left=15 log=0,0",
    "30 down16 sweep left=45 log=0,1",
    "30 down31 sweep left=45 flags=0,0,0,0 log=0,1",
    "30 down60 sweep left=45 turn left=30 turn=1",
    "30 down3600 sweep left=45 flags=0,0,0,0",
    "30 down86400 sweep left=45 bank=0,0,0,0",
    "30+180 wait50 down60 sweep left=175 wait10 turn bank=165,180,180,180",
    "30+180 wait10 down60 sweep left=215 turn bank=180,180,180,180",
    "30+180 down60 sweep wait45 turn bank=180,180,180,180",
    "30+180 down60 sweep wait46 turn bank=179,180,180,180",
    "30 wait20 down60 sweep left=25 wait26.1 late sweep flags=1,0,0,0",
    "30 down60 sweep sweep check sweep left=45 log=0,1",
    "30 down60 sweep wait10 down20 sweep left=50 log=0,2",
    "30 down60 sweep wait48 sweep flags=1,0,0,0 bots turn=1",
    # Several of them, and long ones.
    "30+180 down60 sweep down60 sweep down60 sweep left=255 log=0,3",
    "30+180 down14 sweep down14 sweep down14 sweep left=168 log=0,0",
    "30+180 wait100 down7200 sweep left=125 turn bank=125,180,180,180",
    "30 down259200 sweep left=45 flags=0,0,0,0",
    "30+180 wait200 down60 sweep left=25 down60 sweep left=40 down60 sweep left=55 log=0,3",
    "30 turn down60 sweep turn=1 left=45 log=0,1",
    "30+180 down60 act down60 sweep left=240 log=0,2",
    "30+180 leave1 down60 sweep left=225 turn turn=1 bots turn=2 left=210",
    # No time runs where a bot plays.
    "30 wait33 sweep stand=0 down600 sweep flags=1,0,0,0 bots turn=1 left=30 log=1,0",
    "30 leave0 down600 sweep log=0,0 bots turn=1 left=30",
    "30 leave0 down600 sweep back0 stand=0 bots turn=1 left=30 log=0,0",
    "30 wait33 sweep down20 sweep bots turn=1 down20 sweep left=45 flags=1,0,0,0 log=1,1",
    # A player is faster than the sweeper.
    "30 down60 turn turn=1 left=30 sweep left=30 flags=0,0,0,0",
    "30+180 down60 turn bank=180,180,180,180 log=0,1 sweep left=210 log=0,1",
    "30+180 wait40 down60 turn bank=180,180,180,180 log=0,1",
    "30+180 wait60 down60 turn bank=165,180,180,180",
    "30 down3600 act left=45 sweep left=45 turn left=30",
    "30 down20 act log=0,0 sweep left=45 log=0,1",
    # A player leaves before the sweeper has looked.
    "30+180 wait40 down60 leave0 bank=180,180,180,180 log=0,1",
    "30+180 wait60 down60 leave0 bank=165,180,180,180 log=0,1",
    # A worker looks while no sweeper is alive: nothing is decided.
    "30 down60 check flags=0,0,0,0 log=0,0 left=-30 sweep left=45",
    "30 down60 check turn turn=1 flags=0,0,0,0",
    # Turns go on without a sweeper for a minute.
    "30 down20 turn down20 turn down20 turn turn=3 sweep left=30 flags=0,0,0,0",
    "30 down40 turn down40 turn sweep left=30 flags=0,0,0,0",
    # The time was over before the outage, and nobody had looked.
    "30 wait32 down60 sweep left=13 flags=0,0,0,0",
    "30 wait50 down60 sweep flags=1,0,0,0",
    # No time ran.
    "30 wait33 sweep down60 sweep flags=1,0,0,0 log=1,0 bots turn=1 left=30",
    "30 leave0 down60 sweep log=0,0 bots left=30",
    "48h down86400 sweep left=172815",
    "48h wait172000 down3600 sweep left=815",
]


STORIES = [*TURNS, *FLAGS, *AWAY, *LEAVING, *OUTAGES]


PAUSES = [
    "30+180 wait10 pause paused=True left=none work=0 wait1000 resume2 paused=False left=200",
    "30+180 wait10 pause wait1000 turn turn=1 paused=False left=210 bank=180,180,180,180",
    "30+180 wait50 pause wait1000 resume0 left=160 turn bank=160,180,180,180",
    "30+180 wait50 pause wait1000 turn bank=160,180,180,180",
    "30+180 wait50 pause wait1000 act left=160 wait10 act bank=150,180,180,180",
    "30+180 wait10 pause wait100 resume1 wait10 pause wait100 resume3 left=190",
    "30 pause wait1000 sweep check flags=0,0,0,0 resume0 left=30 wait32.1 sweep flags=1,0,0,0",
    "30 pause down1000 sweep log=0,0 resume0 left=30 sweep left=30 log=0,0",
    "30 wait10 pause wait10 down60 resume0 left=20 sweep left=20",
    "30 wait10 pause down60 sweep resume0 left=20 sweep left=20 down60 sweep left=35",
    "30 ask0 ask1 ask2 paused=False left=30 ask3 paused=True ask1 paused=True",
    "30 ask0 ask1 refuse2 paused=False wait31.1 late",
    "30 ask0 wait121 ask1 ask2 ask3 paused=False",
    "30 leave1 ask0 ask2 ask3 paused=True wait100 resume0 left=30",
    "30 wait5 pause wait100 leave0 bots=0 paused=False left=none bots turn=1 left=30 wait9 left=21",
    "30 wait5 pause wait100 leave2 bots=2 paused=False left=25",
    # An outage before a pause is given back when the pause begins.
    "120 wait10 down60 pause wait5 resume0 left=125 log=0,1 sweep left=125 log=0,1",
    "120 wait10 down60 sweep pause wait5 resume0 left=125 log=0,1",
    "30 wait33 sweep stand=0 pause paused=True bots turn=1 left=none wait99 resume1 left=30",
    "30 wait33 sweep bots pause turn flags=1,0,0,0 paused=False",
    "30 wait20 pause wait100 resume0 left=10 wait11.1 sweep flags=1,0,0,0",
    "30 wait20 pause wait100 resume0 left=10 down60 sweep left=25",
    "30+60 wait50 pause wait9 turn pause wait9 turn bank=40,60,60,60 turn=2 left=90",
    "30 pause wait100 leave3 bots=3 paused=False left=30",
    "30 pause wait100 leave3 back3 left=30 turn turn=1",
    "30 ask1 ask0 ask2 wait20 ask3 paused=True left=none resume0 left=10",
    "30/60 turn turn turn turn=3 pause wait100 resume0 turn=3 left=30",
]


@pytest.mark.parametrize("words", one_of(2, PAUSES, others=in_the_full_run))
def test_in_a_pause_no_time_runs(game_time, words):
    told(game_time, words)


@pytest.mark.parametrize("words", one_of(2, STORIES, others=in_the_full_run))
def test_a_bot_plays_for_those_whose_time_is_over(game_time, words):
    told(game_time, words)


@pytest.mark.parametrize("words", WAITING)
def test_a_game_waits_for_those_whose_time_is_over(game_time, words):
    told(game_time, words, away="wait")


@pytest.mark.parametrize("words", CORRESPONDENCE)
def test_nobody_is_replaced_in_correspondence(game_time, words):
    told(game_time, words)


HANDS = [
    "30+180/10 turn turn turn turn hand=2 left=220",
    "30+180/10 turn turn turn wait100 turn hand=2 bank=180,180,180,110",
    "30+180/10 turn turn turn turn wait5 turn bank=180,180,180,180 hand=2",
    "30+180/10 turn turn turn turn wait40 turn bank=180,180,180,180",
    "30+180/10 turn turn turn turn wait41 turn bank=180,179,180,180",
    "30/10 turn turn turn turn wait41 turn",
    "30/10 turn turn turn turn wait41.1 late",
    "30/10 wait33 sweep bots hand hand=2 flags=0,0,0,0 left=40",
    "30/60 turn turn turn turn down50 sweep left=40 hand=2 log=0,0",
    "30/60 turn turn turn turn down70 sweep left=45 hand=2",
    "30/60 turn turn turn turn wait60 down20 sweep left=45 hand=2",
]


@pytest.mark.parametrize("words", one_of(2, HANDS, others=in_the_full_run))
def test_between_two_hands_no_clock_runs(game_time, words):
    told(game_time, words, **short_hands())


DAY = 15 * 3600
"""Between 7 and 22, by any calendar."""
SUMMER_TIME = [
    # It begins and ends in Berlin in the night before these days.
    ("2026-03-28T12:00+01:00", DAY, "2026-03-29T12:00+02:00"),
    ("2026-10-24T12:00+02:00", DAY, "2026-10-25T12:00+01:00"),
    ("2026-03-27T08:00+01:00", 3 * DAY, "2026-03-30T08:00+02:00"),
    ("2026-10-23T08:00+02:00", 3 * DAY, "2026-10-26T08:00+01:00"),
    ("2026-03-29T01:30+01:00", DAY - 1, "2026-03-29T21:59:59+02:00"),
    ("2026-10-25T02:30+02:00", DAY - 1, "2026-10-25T21:59:59+01:00"),
]


@pytest.mark.parametrize(("start", "turn_s", "due"), SUMMER_TIME)
def test_a_correspondence_game_keeps_its_deadlines_when_summer_time_begins_and_ends(
    game_time, start, turn_s, due
):
    quiet = Quiet(time(22), time(7), "Europe/Berlin")
    terms = ClockTerms(turn_s, quiet=quiet)
    begins, ends = datetime.fromisoformat(start), datetime.fromisoformat(due)
    story = Story(game_time, terms, at=begins, away="wait")
    assert row(story.game.id).turn_due_at == ends

    story.tell(f"wait{(ends - begins).total_seconds() + 1:.0f} sweep flags=0,0,0,0 act")
    story.tell("wait1 sweep flags=1,0,0,0 wait=0 turn turn=1")
