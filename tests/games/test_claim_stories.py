"""What the others may claim because of a player who stays away; see `clock_stories`."""

from datetime import time
from typing import Any

import pytest

from games import tasks
from games.engine.clock import ClockTerms, Quiet
from games.engine.consent import Claim
from games.errors import NotAbsent
from games.models import Heartbeat, Presence
from games.services.authority import Authority
from games.services.claims import claim_make
from games.services.outages import heart_beat
from games.services.presence import players_note, presence_sweep
from games.services.running_seats import player_sit, seat_vacate
from tests.depth import in_the_full_run, one_of
from tests.game_time import GameTime
from tests.games.clock_stories import EVENING, Story, short_hands, terms_of
from tests.games.tables import people_game, row

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweeper does everything itself."""
    monkeypatch.setattr(tasks, "publish", lambda *_: False)


WAITING = [
    # Two minutes after the flag, by the time at which the game began to wait.
    "30 early0 wait31 early0 wait33 early0 sweep wait=0 early0 wait119 early0 wait1 claim0 bots=0",
    "30 wait33 sweep wait120 early1 early2 claim0 wait=none left=none bots turn=1 left=30",
    "30 wait33 sweep wait120 claim0 early0 bots=0",
    # The owner may move until the claim, and comes back after it between turns.
    "30 wait33 sweep wait500 turn turn=1 early0 left=30",
    "30 wait33 sweep wait120 claim0 back0 stand=0 bots turn=1 bots=none",
    "30 wait33 sweep wait120 claim0 bots turn turn back0 turn turn=0 left=30 turn turn=1",
    # A seat that its player left; it need not be its turn.
    "300 leave1 wait119 early1 wait1 claim1 bots=1 left=180",
    "300 leave2 wait120 claim2 bots=2 turn left=300",
    "30 leave2 wait60 back2 wait60 early2 leave2 wait60 early2 wait60 claim2 bots=2",
    # Two wait: each is claimed by itself.
    "300 leave0 leave2 wait120 claim0 bots turn=1 turn wait=2 claim2 bots turn=3 left=300",
    # Nobody could come back while the service was down.
    "30 wait33 sweep wait60 down600 sweep early0 wait59 early0 wait1 claim0 bots=0",
    "30 wait33 sweep wait60 down600 early0",
    "30 wait33 sweep down3600 sweep wait10 down3600 sweep wait109 early0 wait1 claim0",
    "300 down60 leave1 down60 sweep wait119 early1 wait1 claim1",
    # A bot that plays the turn of a player who then leaves again leaves with them.
    "30 wait33 sweep wait120 claim0 back0 stand=0 leave0 stand=none wait=0",
    # A question of the table lapses with the claim.
    "30 leave1 ask0 wait120 claim1 bots=1 paused=False",
]
LONG = [
    "24h wait86402 sweep wait=0 wait86399 early0 wait1 claim0 bots=0 wait=none",
    "24h wait86402 sweep wait86400 turn early0",
    "24h leave1 wait120 claim1 bots=1",
    "24h leave0 claimable=120 wait119 early0 wait1 claim0 bots=0",
    "24h wait86402 sweep wait500 claimable=85900 leave0 claimable=120 wait119 early0 wait1 claim0",
    # A question lasts for the time of a turn.
    "24h ask0 wait121 ask1 ask2 ask3 paused=True",
]
GAMES = [
    # Before the end of the hand the game cannot be claimed, and never because of who is there.
    "30 too_early0 too_early1 leave1 too_early1 bots=1 play too_early0 too_early2 claim_game1 "
    "status=active agree1 status=finished",
    "30 leave1 play back1 too_early1",
    "30 leave1 play claim_game1 play_on3 status=active claim_game1 agree1 status=finished",
    "30 leave1 play claim_game1 play_on2 status=active",
    "30 leave1 play claim_game1 wait121 sweep claim_game1 status=active",
    "30 leave1 play claim_game1 back1 status=active too_early1",
    # Without another person on the side nobody is asked.
    "30 leave1 leave3 play claim_game1 status=finished",
    "30 leave1 play leave3 claim_game1 status=finished",
    # The partner gives up without being asked, by the same words.
    "30 leave1 play agree1 status=finished",
    "30 leave1 play claim_game1 wait121 agree1 status=finished",
]


def told(game_time: Any, words: str, **options: Any) -> Story:
    """Play the story of the words after the first, which has the terms."""
    terms, _, rest = words.partition(" ")
    return Story(game_time, terms_of(terms), **options).tell(rest)


@pytest.mark.parametrize("words", one_of(2, WAITING, others=in_the_full_run))
def test_a_bot_is_claimed_for_a_seat_that_the_table_waits_for(game_time, words):
    told(game_time, words, away="wait")


@pytest.mark.parametrize("words", LONG)
def test_by_correspondence_only_a_claim_puts_a_bot_in_a_seat_after_a_day(game_time, words):
    told(game_time, words, away="wait")


def test_in_quiet_hours_nobody_is_waited_for_unless_they_left(game_time):
    night = Quiet(time(22), time(7), "Europe/Berlin")
    terms = ClockTerms(3540, quiet=night)
    words = "wait3542 sweep wait=0 wait120 early0 wait32399 early0 wait1 claim0"
    Story(game_time, terms, away="wait").tell(words)
    Story(game_time, terms, away="wait").tell("wait3600 leave0 claimable=120 wait120 claim0")


@pytest.mark.parametrize("words", one_of(2, GAMES, others=in_the_full_run))
def test_the_game_is_claimed_after_a_hand_without_the_player_with_the_partners_consent(
    game_time, words
):
    told(game_time, words, **short_hands())


def wait(game_time: GameTime, seconds: float) -> None:
    """Time passes while a sweeper is alive."""
    Heartbeat.objects.update(at=game_time.pass_s(seconds))


def test_without_a_clock_a_bot_is_claimed_for_who_must_act_and_is_gone_for_a_day(game_time):
    game_time.stop(EVENING)
    heart_beat()
    game, players = people_game(dealer=0)

    def claim(seat: int) -> None:
        by = Authority(players[2])
        claim_make(game_id=game.id, by=by, seat=seat, claim=Claim.BOT)

    players_note([(game.id, each.pk) for each in players if each != players[1]])
    wait(game_time, 86_400)
    with pytest.raises(NotAbsent):
        claim(1)  # what is known of the others says nothing of seat 1
    players_note([(game.id, each.pk) for each in players])
    for seconds in (601, 86_399 - 601):
        wait(game_time, seconds)
        presence_sweep()
        for seat in (0, 1):
            with pytest.raises(NotAbsent):
                claim(seat)
    assert Presence.objects.filter(shown="gone").count() == 4
    players_note([(game.id, players[0].pk)])  # it is another one who is back
    wait(game_time, 1)
    with pytest.raises(NotAbsent):
        claim(0)

    claim(1)

    assert row(game.id).bot_seats == 0b10
    player_sit(game_id=game.id, player=players[1])
    assert row(game.id).bot_seats == 0


def test_an_empty_seat_is_claimed_where_there_is_no_clock(game_time):
    game_time.stop(EVENING)
    heart_beat()
    game, players = people_game(dealer=3, away="wait")
    seat_vacate(game_id=game.id, player=players[3])
    wait(game_time, 119)
    with pytest.raises(NotAbsent) as refused:
        claim_make(game_id=game.id, by=Authority(players[0]), seat=3, claim=Claim.BOT)
    assert "claimable_at" in refused.value.facts
    wait(game_time, 1)

    claim_make(game_id=game.id, by=Authority(players[0]), seat=3, claim=Claim.BOT)

    assert row(game.id).bot_seats == 8
