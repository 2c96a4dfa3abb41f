"""Short stories about clocks: each word is something that happens, or is so then.

`30+180/10` as the first word is 30 s for a turn, a bank of 180 s and 10 s between hands. Time is
stopped; only words let it pass.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Any

from django.db import transaction

from games import tasks
from games.engine.cards import expand
from games.engine.clock import ClockTerms
from games.engine.consent import Claim
from games.engine.events import ClockSet
from games.engine.rulesets import resolve
from games.engine.table.hand import HandState
from games.errors import NotAbsent, TimeOver
from games.models import DueWork, Heartbeat
from games.selectors.events import events_since
from games.selectors.games import game_get
from games.services.authority import Authority
from games.services.bots import simplest_action
from games.services.claims import claim_make, claim_refuse
from games.services.moves import move_play
from games.services.outages import heart_beat
from games.services.pauses import pause_end, pause_refuse, pause_request
from games.services.rebuild import game_check
from games.services.running_seats import player_sit, seat_vacate
from games.services.terms import Practice
from tests.game_time import GameTime
from tests.games.tables import people_game, play_out, row, state

EVENING = datetime(2026, 1, 10, 20, tzinfo=UTC)


def terms_of(word: str) -> ClockTerms:
    """Terms from a word, in seconds or, with an h, hours for a turn."""
    found = re.fullmatch(r"(\d+)(h?)(?:\+(\d+))?(?:/(\d+))?", word)
    assert found, word
    turn, hours, bank, between = found.groups()
    return ClockTerms(int(turn) * (3600 if hours else 1), int(bank or 0), int(between or 0))


SHORT = 1
"""A pack whose hand ends with the fourth turn."""


def short_hands() -> dict[str, Any]:
    """Rules by which a hand ends after a few turns, as the stock is small."""
    overrides = {"seating": {"hand_size": {"4": 39}}}
    rules = resolve({"extends": "classic", "overrides": overrides})
    pack = list(expand(rules.pack_counts(4)))
    Random(SHORT).shuffle(pack)
    dealt = Practice(orders=(tuple(pack),), scores=(0, 0), hands=3, dealer=3)
    return {"rules": rules, "overrides": overrides, "practice": dealt}


class Story:
    """A game of people with a clock, four unless `seats` says otherwise, and what happens."""

    def __init__(
        self, time: GameTime, terms: ClockTerms, *, at: datetime = EVENING, **options: Any
    ) -> None:
        self.time = time
        time.stop(at)
        heart_beat()
        self.game, self.players = people_game(clock=terms, **{"dealer": 3, **options})

    def tell(self, words: str) -> "Story":
        """Let all of it happen, and check what is said to be so."""
        for number, word in enumerate(words.split()):
            try:
                self.one(word)
            except Exception as error:
                error.add_note(f"word {number + 1}, {word}, of: {words}")
                raise
        assert game_check(self.game.id) == []
        return self

    def one(self, word: str) -> None:
        """One word."""
        name, equals, value = word.partition("=")
        if equals:
            shown = str(getattr(self, f"is_{name}")())
            assert shown == value, f"{name} is {shown}"
            return
        found = re.fullmatch(r"([a-z_]+)([\d.]*)", word)
        assert found, word
        name, number = found.groups()
        does: Callable[..., None] = getattr(self, f"do_{name}")
        does(*([float(number)] if number else []))

    # What happens

    def do_wait(self, seconds: float) -> None:
        """Time passes while the sweeper is alive, and looks only at the end."""
        now = self.time.pass_s(seconds)
        Heartbeat.objects.update(at=now)

    def do_down(self, seconds: float) -> None:
        """Time passes while the service is down; nobody is back yet."""
        self.time.pass_s(seconds)

    def do_sweep(self) -> None:
        """A sweeper looks; no worker answers it."""
        heart_beat()
        DueWork.objects.update(locked_until=None)
        tasks.sweep()

    def do_check(self) -> None:
        """A worker looks at the clock, whether it is due or not."""
        tasks.check_clock(str(self.game.id), 0)

    def do_bots(self) -> None:
        """Bots play as long as they may."""
        play_out(self.game.id)

    def do_act(self) -> None:
        """The player who must act does something."""
        match = state(self.game.id)
        assert match.hand is not None
        seat = match.hand.to_act[0]
        action = simplest_action(match, seat)
        with transaction.atomic():
            move_play(game_id=self.game.id, player_id=self.players[seat].id, action=action)

    def do_turn(self) -> None:
        """The player who must act plays to the end of the turn."""
        seat, before = self._hand().turn, self._hand().number
        while self._running() and (self._hand().turn, self._hand().number) == (seat, before):
            self.do_act()

    def do_play(self) -> None:
        """Players and bots play until the next hand begins."""
        before = self._hand().number
        while self._hand().number == before:
            self.do_bots()
            if self._hand().number == before:
                self.do_act()

    def do_hand(self) -> None:
        """The players play until the next hand begins."""
        before = self._hand().number
        while self._hand().number == before:
            self.do_act()

    def do_late(self) -> None:
        """The player who must act comes too late."""
        version = row(self.game.id).version
        try:
            self.do_act()
        except TimeOver:
            assert row(self.game.id).version == version
            return
        raise AssertionError("the move was in time")

    def do_pause(self) -> None:
        """All agree to a pause."""
        for player in self.players:
            pause_request(game_id=self.game.id, by=Authority(player))

    def do_ask(self, seat: float) -> None:
        """One asks for a pause, or agrees to it."""
        pause_request(game_id=self.game.id, by=Authority(self.players[int(seat)]))

    def do_refuse(self, seat: float) -> None:
        """One does not want a pause."""
        pause_refuse(game_id=self.game.id, by=Authority(self.players[int(seat)]))

    def do_resume(self, seat: float) -> None:
        """One goes on."""
        pause_end(game_id=self.game.id, by=Authority(self.players[int(seat)]))

    def do_leave(self, seat: float) -> None:
        """The player leaves the seat."""
        seat_vacate(game_id=self.game.id, player=self.players[int(seat)])

    def do_back(self, seat: float) -> None:
        """The player comes back to the seat."""
        player_sit(game_id=self.game.id, player=self.players[int(seat)])

    def do_claim(self, seat: float) -> None:
        """The next player claims a bot for the seat."""
        self._claim(int(seat), Claim.BOT)

    def do_early(self, seat: float) -> None:
        """The next player claims a bot for a seat that it is too early for, or not absent."""
        self._refused(int(seat), Claim.BOT)

    def do_claim_game(self, seat: float) -> None:
        """The next player claims the game because of the player of the seat."""
        self._claim(int(seat), Claim.GAME)

    def do_too_early(self, seat: float) -> None:
        """The next player claims the game before a hand has ended without the player."""
        self._refused(int(seat), Claim.GAME)

    def do_agree(self, seat: float) -> None:
        """The partner of the player at the seat agrees that their side gives up."""
        self._claim(int(seat), Claim.GAME, by=(int(seat) + 2) % 4)

    def do_play_on(self, seat: float) -> None:
        """The player at the seat refuses a claim."""
        claim_refuse(game_id=self.game.id, by=Authority(self.players[int(seat)]))

    def _claim(self, seat: int, claim: Claim, *, by: int | None = None) -> None:
        player = self.players[(seat + 1) % 4 if by is None else by]
        claim_make(game_id=self.game.id, by=Authority(player), seat=seat, claim=claim)

    def _refused(self, seat: int, claim: Claim) -> None:
        version = row(self.game.id).version
        try:
            self._claim(seat, claim)
        except NotAbsent:
            assert row(self.game.id).version == version
            return
        raise AssertionError("the claim was not too early")

    # What is so

    def is_left(self) -> str:
        """Seconds until the time is over."""
        due = self._clock().turn_due_at
        if due is None:
            return "none"
        return f"{(datetime.fromisoformat(due) - self._now()).total_seconds():g}"

    def is_bank(self) -> str:
        return _list(self._clock().bank_s)

    def is_flags(self) -> str:
        return _list(self._clock().flags)

    def is_stand(self) -> str:
        """Where bots play a turn for a player."""
        return _list(self._clock().stand_ins)

    def is_wait(self) -> str:
        """For whom the game waits."""
        return _list(self._clock().late)

    def is_waited(self) -> str:
        """For how long it has waited."""
        since = self._clock().waits_since
        assert since is not None
        return f"{(self._now() - datetime.fromisoformat(since)).total_seconds():g}"

    def is_claimable(self) -> str:
        """In how many seconds a bot may be claimed for those."""
        at = self._clock().claimable_at
        assert at is not None
        return f"{(datetime.fromisoformat(at) - self._now()).total_seconds():g}"

    def is_paused(self) -> bool:
        return self._clock().paused_since is not None

    def is_turn(self) -> int:
        return self._hand().turn

    def is_act(self) -> str:
        """Who must act."""
        return _list(self._hand().to_act)

    def is_hand(self) -> int:
        return self._hand().number

    def is_bots(self) -> str:
        """Where bots sit."""
        seats = range(4)
        return _list([seat for seat in seats if row(self.game.id).bot_seats >> seat & 1])

    def is_status(self) -> str:
        return row(self.game.id).status

    def is_log(self) -> str:
        """How often the log has each event of the clock but `clock_set`."""
        shown = game_get(game_id=self.game.id, viewer=self.players[3].pk)
        kinds = [event["type"] for event in events_since(shown, after=0, limit=10_000)]
        return f"{kinds.count('clock_flagged')},{kinds.count('clock_credited')}"

    def is_work(self) -> int:
        """How many due times are kept."""
        return DueWork.objects.filter(kind="clock").count()

    # Helpers

    def _hand(self) -> HandState:
        hand = state(self.game.id).hand
        assert hand is not None
        return hand

    def _running(self) -> bool:
        return state(self.game.id).hand is not None

    def _clock(self) -> ClockSet:
        clock = state(self.game.id).clock
        assert clock is not None
        return clock

    def _now(self) -> datetime:
        assert self.time.now is not None
        return self.time.now


def _list(numbers: Any) -> str:
    return ",".join(map(str, numbers)) or "none"
