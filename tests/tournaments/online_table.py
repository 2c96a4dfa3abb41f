"""A table that is played online, and who sits at its seat 0."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.models import Game
from games.services.bots import bot_turns_play
from games.services.rebuild import game_check
from samba_service.accounts.models import Player
from tests.factories import api, player
from tests.games.tables import play, row, some_action, state
from tests.kept_worlds import kept
from tests.tournaments.nights import Night, night, table_of
from tournaments.models import Entry, Member, Round, Table, TableSeat
from tournaments.services.joining import club_join
from tournaments.services.publication import round_publish

ROOT = "/api/v1"
QUICK = {"extends": "classic", "overrides": {"draw": {"count": 10}}}
"""The stock lasts for ten turns: all that is different is the length of a hand."""


@kept
def _playing(pairs: int, **given: Any) -> tuple[Night, Round]:
    evening = night(pairs, **given)
    return evening, evening.next_round()


def _waiting(pairs: int, **given: Any) -> tuple[Night, Round]:
    evening = night(pairs, **given)
    starts_at, draft = timezone.now() + timedelta(hours=1), evening.draw()
    return evening, round_publish(round_id=draft.pk, by=evening.director, starts_at=starts_at)


class Online:
    """The first table of a round that is played online, and who sits at its seat 0."""

    def __init__(self, pairs: int = 2, *, wait: bool = False, **given: Any) -> None:
        terms = {"venue": "online", "rounds": pairs // 2, "hands_per_round": 3, "ruleset": QUICK}
        terms |= {"accounts": 2, **given}
        self.night, self.round = _waiting(pairs, **terms) if wait else _playing(pairs, **terms)
        self.director = api(self.night.director)
        self.out = self.seat.member

    @property
    def table(self) -> Table:
        return table_of(self.round)

    @property
    def seat(self) -> TableSeat:
        return TableSeat.objects.select_related("member__player").get(table=self.table, seat=0)

    @property
    def entry(self) -> Entry:
        return self.seat.entry

    @property
    def game(self) -> Game:
        return Game.objects.get(table__round=self.round, table__number=1)

    @property
    def path(self) -> str:
        return f"{ROOT}/games/{self.table.game_id}"

    @property
    def holder(self) -> Player | None:
        """Who sits at seat 0 of the game."""
        found = self.game.stints.filter(number=0, to_version=None).first()
        return None if found is None else found.player

    def substitute(self, coming: Any, out: Any = None, **when: Any) -> Any:
        """The director lets somebody sit for who sits at seat 0; the answer."""
        body = {"out": str((out or self.out).pk), "player": str(coming.pk), "from_round": 1, **when}
        return self.director.post(f"{ROOT}/entries/{self.entry.pk}/substitutes", body)

    def newcomer(self, name: str = "Sub") -> Member:
        """A member with an account who plays nowhere."""
        return club_join(code=self.night.club.join_code, player=player(name)).member

    def stints(self) -> list[tuple[str, Any, Any, Any]]:
        """Of the first place of the entry: who, their first hand, last round and last hand."""
        told = self.director.get(f"{ROOT}/entries/{self.entry.pk}").json()["tenures"]
        partner = TableSeat.objects.get(table=self.table, seat=2).member.name
        shown = ("first_hand", "last", "last_hand")
        return [
            (each["player"]["name"], *(each[name] for name in shown))
            for each in told
            if each["player"]["name"] != partner
        ]

    def turn(self) -> None:
        """The seat on turn plays, up to the turn of seat 0."""
        while True:
            hand = state(self.game.pk).hand
            assert hand is not None
            if hand.to_act[0] == 0:
                return
            self.move()

    def move(self) -> None:
        """Who must act plays something."""
        hand = state(self.game.pk).hand
        assert hand is not None
        stint = self.game.stints.get(number=hand.to_act[0], to_version=None)
        play(self.game.pk, stint.player, some_action(self.game.pk))

    def bots(self, until_hand: int) -> None:
        """Bots sit in at all seats and play until that hand has begun, or to the end."""
        for seat in range(4):
            self.director.put(f"{self.path}/seats/{seat}", {"bot": "novice"})
        while True:
            hand = state(self.game.pk).hand
            if hand is None or hand.number >= until_hand:
                return
            bot_turns_play(game_id=self.game.pk, version=row(self.game.pk).version, budget_s=0)


def sits(at: Online, who: Member) -> None:
    """The member sits at seat 0: in the line-up, at the table and in the game."""
    assert at.seat.member == who
    assert at.holder == who.player
    assert who.player is not None
    seen = api(who.player).get(at.path).json()
    assert seen["you"] == {"seat": 0}
    mine = api(who.player).get(f"{at.night.path}/my-table").json()
    assert mine["table"]["game"] == str(at.game.pk)
    assert game_check(at.game.pk) == []
