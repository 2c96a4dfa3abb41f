"""The log of one player: what begins to wait for them, and what ceases."""

import random
import re
from collections import Counter
from collections.abc import Callable
from threading import Event, Timer
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from games.choices import NoticeType
from games.errors import NoticesGone
from games.models import Game, Notice
from games.selectors import notices as read_notices
from games.selectors.notices import last_seq, notices_since
from games.selectors.waiting import waiting_list
from games.services.abandon import game_abandon
from games.services.authority import Authority
from games.services.bots import bot_turns_play, simplest_action
from games.services.games import game_start
from games.services.moves import move_play
from games.services.notices import notices_forget
from games.services.running_seats import player_sit, seat_vacate
from games.services.seats import seat_take
from games.store import notices
from games.store.notices import Noticed, notices_add
from samba_service.accounts.models import Player
from tests.concurrency.together import at_once
from tests.factories import api, bot, player
from tests.game_time import GameTime
from tests.games.tables import row, state, table

pytestmark = pytest.mark.django_db(transaction=True)

Waits = dict[UUID, str]


def waits(who: Player) -> Waits:
    """What waits for a player, game by game, as the list has it."""
    found = [each.shown for each in waiting_list(player_id=who.pk, limit=500)]
    return {each["game"]: each["type"] for each in found}


def folded(who: Player) -> Waits:
    """The same, by the player's log from its beginning."""
    now: Waits = {}
    for each in notices_since(who.pk, after=None, limit=10_000):
        match each["type"]:
            case "my_table" | "my_turn":
                now[each["game"]] = each["type"]
            case "turn_over":
                now[each["game"]] = "my_table"
            case "table_over":
                del now[each["game"]]
    return now


class Club:
    """Four people, and what they do at two tables, at random."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.people = [player(f"P{n}") for n in range(4)]
        self.games: list[Game] = []
        for _ in range(2):
            self.create()

    def create(self) -> None:
        away = self.rng.choice(["bot", "wait"])
        bots = self.rng.choice([(), (3,)])
        game = table(bots=bots, creator=self.people[0], away=away, hand_limit=1)
        for who in self.people[1 : 4 - len(bots)]:
            seat_take(game_id=game.id, player=who)
        self.games.append(game)

    def act(self) -> None:
        game, who = self.rng.choice(self.games), self.rng.choice(self.people)
        act: Callable[[Game, Player], object] = self.rng.choice(
            [self.start, self.leave, self.back, self.end, *[self.move] * 12]
        )
        try:
            with transaction.atomic():
                act(game, who)
        except Exception as error:
            if type(error).__module__.split(".")[0] not in ("games", "samba_service"):
                raise

    def start(self, game: Game, who: Player) -> None:
        game_start(game_id=game.id, by=Authority(who))

    def leave(self, game: Game, who: Player) -> None:
        seat_vacate(game_id=game.id, player=who)

    def back(self, game: Game, who: Player) -> None:
        player_sit(game_id=game.id, player=who)

    def end(self, game: Game, _who: Player) -> None:
        if self.rng.random() < 0.1:
            game_abandon(game_id=game.id, reason="Enough.")

    def move(self, game: Game, _who: Player) -> None:
        self.start(game, self.people[0]) if row(game.id).status == "lobby" else None
        match = state(game.id)
        if match.hand is None:
            return
        seat = match.hand.to_act[0]
        occupant = match.occupants[seat]
        if row(game.id).bot_seats >> seat & 1:
            bot_turns_play(game_id=game.id, version=row(game.id).version, budget_s=0)
        elif occupant is not None:
            action = simplest_action(match, seat)
            move_play(game_id=game.id, player_id=UUID(occupant.player), action=action)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32))
def test_the_log_of_a_player_adds_up_to_what_waits_for_them(seed: int):
    club = Club(seed)
    for _ in range(60):
        club.act()
        for who in club.people:
            assert folded(who) == waits(who)


def test_house_bots_have_no_log():
    game = table(bots=(1, 2, 3), creator=player())
    game_start(game_id=game.id, by=Authority(game.creator))
    while bot_turns_play(game_id=game.id, version=row(game.id).version):
        pass
    assert set(Notice.objects.values_list("player_id", flat=True)) == {game.creator_id}


def add(who: Player, *, until: Event | None = None, written: Event | None = None) -> None:
    """Write a notice in a transaction that ends only after `until`."""
    with transaction.atomic():
        notices_add([Noticed(who.pk, NoticeType.MY_TURN, UUID(int=1), 0)])
        if written is not None:
            written.set()
        if until is not None:
            assert until.wait(10)


def numbers(who: Player, after: int | None = None) -> list[int]:
    return [each["seq"] for each in notices_since(who.pk, after=after, limit=100)]


def two_writers(who: Player) -> Counter[str]:
    """Two write at once; the earlier one commits when the later one had its time."""
    go_on, written = Event(), Event()

    def later() -> None:
        assert written.wait(10)
        Timer(0.5, go_on.set).start()
        add(who)

    return at_once(lambda: add(who, until=go_on, written=written), later)


@pytest.mark.concurrency
def test_a_player_gets_numbers_in_the_order_in_which_they_commit():
    who = player()
    assert two_writers(who) == {"done": 2}
    assert numbers(who) == [1, 2]
    assert numbers(who, after=1) == [2]
    assert last_seq(who.pk) == 2


@pytest.mark.concurrency
def test_without_the_lock_two_get_one_number(monkeypatch: pytest.MonkeyPatch):
    """The control: if this fails, the test above proves nothing."""
    counted = re.sub(
        r"INSERT INTO games_noticecount.*RETURNING player_id, seq",
        "SELECT player AS player_id, count(*) + (SELECT count(*) FROM games_notice) AS seq"
        " FROM new GROUP BY player",
        notices.NOTICES,
        flags=re.DOTALL,
    )
    monkeypatch.setattr(notices, "NOTICES", counted)
    assert two_writers(player()) == {"done": 1, "IntegrityError": 1}


def test_old_notices_are_forgotten_and_who_comes_late_is_refused(game_time: GameTime):
    who = player()
    for _ in range(3):
        add(who)
    game_time.shift(7 * 86_400 + 1)
    add(who)
    notices_forget()
    with pytest.raises(NoticesGone):
        numbers(who, after=2)
    with pytest.raises(NoticesGone):
        numbers(who, after=0)
    with pytest.raises(NoticesGone):
        numbers(who, after=5)
    assert numbers(who, after=3) == numbers(who) == [4]
    assert numbers(who, after=4) == []
    Notice.objects.all().delete()
    with pytest.raises(NoticesGone):
        numbers(who, after=3)
    assert numbers(who, after=4) == numbers(who) == []


def types_of(who: Player) -> list[str]:
    return [each["type"] for each in notices_since(who.pk, after=None, limit=100)]


@pytest.mark.parametrize("answer", ["accept", "decline", "withdraw"])
def test_an_invitation_is_noticed_and_its_end(answer: str):
    game, guest = table(creator=player()), player()
    ana, ben = api(game.creator), api(guest)
    path = f"/api/v1/games/{game.id}/invitations"
    sent = ana.post(path, {"player": str(guest.pk)}).json()
    assert types_of(guest) == ["invited"]
    assert notices_since(guest.pk, after=None, limit=1)[0]["invitation"] == UUID(sent["id"])

    if answer == "withdraw":
        assert ana.delete(f"{path}/{guest.pk}").status_code == 204
    else:
        ended = ben.post(f"/api/v1/invitations/{sent['id']}/{answer}", {})
        assert ended.status_code == 200

    assert "invitation_over" in types_of(guest)


def test_the_owner_of_a_bot_account_notices_its_invitations():
    game, owner = table(creator=player()), player()
    engine = bot(owner)
    api(game.creator).post(f"/api/v1/games/{game.id}/invitations", {"player": str(engine.pk)})
    assert types_of(owner) == types_of(engine) == ["invited"]


def test_who_has_blocked_somebody_notices_nothing_of_them():
    game, guest = table(creator=player()), player()
    assert api(guest).put(f"/api/v1/players/me/blocks/{game.creator_id}").status_code in (200, 204)
    sent = api(game.creator).post(f"/api/v1/games/{game.id}/invitations", {"player": str(guest.pk)})
    assert sent.status_code == 201, "who is blocked cannot see it"
    withdrawn = api(game.creator).delete(f"/api/v1/games/{game.id}/invitations/{guest.pk}")
    assert withdrawn.status_code == 204
    assert types_of(guest) == []


def test_a_notice_that_comes_while_the_log_is_read_is_no_gap(monkeypatch: pytest.MonkeyPatch):
    who = player()
    add(who)
    real = read_notices.last_seq

    def one_comes_first(player_id: UUID) -> int:
        add(who)
        return real(player_id)

    monkeypatch.setattr(read_notices, "last_seq", one_comes_first)
    assert numbers(who, after=1) == [2]
