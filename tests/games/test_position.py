"""`manage.py position`: what it shows of a game, and what it puts on record."""

from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from games.engine.notation import position_in, position_out
from games.management import peeks as commands
from games.models import Game, Move, Seat
from games.services.abandon import game_abandon
from games.store.fold import match_at
from tests.factories import player
from tests.games.tables import bots_game, play_out, play_some, row, state
from tests.kept_worlds import kept

pytestmark = pytest.mark.django_db


def printed(game: Game, *options: str) -> str:
    out = StringIO()
    call_command("position", str(game.id), *options, stdout=out)
    return out.getvalue().strip()


@pytest.fixture
def game(db: None) -> Game:
    """A game in the middle of its first hand."""
    return in_its_first_hand()


@kept
def in_its_first_hand() -> Game:
    game = bots_game(hand_limit=1, start=True)
    while row(game.id).version < 30:
        play_some(game)
    return game


def peeks(game: Game) -> int:
    return Move.objects.filter(game=game, events__contains='"hand_peeked"').count()


def test_of_a_running_hand_it_shows_what_the_table_sees(game: Game) -> None:
    hand = state(game.id).hand
    assert hand is not None
    line = printed(game)
    for seat, size in enumerate(hand.sizes):
        assert f"| {seat}: {size} cards |" in line
    assert f"| stock {len(hand.stock)} cards |" in line
    assert peeks(game) == 0


def test_of_a_finished_hand_it_shows_every_card_as_it_was(game: Game) -> None:
    play_out(game.id)
    line, _ = printed(game, "--at", "20").splitlines()
    then = match_at(game.id, 20).hand
    assert then is not None
    assert line == position_out(then)
    assert position_out(position_in(line, then.rules)) == line


def test_house_rules_have_a_line_of_their_own(game: Game) -> None:
    play_out(game.id)
    line, house = printed(game, "--at", "20").splitlines()
    assert line.startswith("classic+house 4 |")
    assert house == 'House rules: {"game": {"hand_limit": 1}}'


def test_a_hand_that_was_broken_off_shows_no_hand_to_anybody(game: Game) -> None:
    boss = player("Boss", is_staff=True)
    version = str(row(game.id).version)
    game_abandon(game_id=game.id, reason="Fire alarm")
    assert "| 0: " in printed(game, "--at", version)
    assert " cards | pile " in printed(game, "--at", version)
    with pytest.raises(CommandError, match="broken off"):
        printed(game, "--at", version, "--peek", boss.person.username)
    assert peeks(game) == 0


def test_finished_deals_that_other_tables_play_are_shown_to_nobody(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss = player("Boss", is_staff=True)
    monkeypatch.setattr(commands, "deals_embargoed", lambda _: True)
    assert "| 0: " in printed(game)
    play_out(game.id)
    for options in ((), ("--peek", boss.person.username)):
        with pytest.raises(CommandError, match="other tables"):
            printed(game, "--at", "20", *options)


def test_who_peeks_is_on_record_once_for_every_hand(game: Game) -> None:
    boss = player("Boss", is_staff=True)
    hand = state(game.id).hand
    assert hand is not None
    assert printed(game, "--peek", boss.person.username).startswith(position_out(hand))
    assert peeks(game) == 4
    last = Move.objects.filter(game=game).order_by("-version")[0]
    assert last.actor == boss.pk


def test_who_plays_there_may_not_peek(game: Game) -> None:
    boss = player("Boss", is_staff=True)
    Seat.objects.filter(game=game, number=2).update(player=boss, level="")
    with pytest.raises(CommandError, match="plays in this game"):
        printed(game, "--peek", boss.person.username)
    assert peeks(game) == 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        pytest.param(("--peek", "nobody"), "nobody of the staff", id="no such staff"),
        pytest.param(("--at", "0"), "versions go from 1", id="before the beginning"),
        pytest.param(("--at", "9999"), "versions go from 1", id="after the end"),
        pytest.param(("--at", "1"), "no hand was being played", id="in the lobby"),
    ],
)
def test_what_cannot_be_shown_is_said(game: Game, options: tuple[str, ...], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        printed(game, *options)
    assert peeks(game) == 0


def test_an_unknown_game_is_said() -> None:
    with pytest.raises(CommandError, match="there is no game"):
        call_command("position", str(uuid4()))
