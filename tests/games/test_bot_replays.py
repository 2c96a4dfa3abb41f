"""Bots' turns replayed: what each saw then, and what it does again."""

from uuid import UUID

import pytest

from games.bots import registry
from games.engine.actions import Draw
from games.engine.view import seat_view
from games.errors import DealsNotYet, HandNotFound
from games.models import Game, Move
from games.selectors.bot_replays import bot_replays, bot_turns
from games.selectors.events import SeatLog
from games.selectors.games import GameState, game_get
from games.services.authority import Authority
from games.services.bots import simplest_action
from games.services.games import game_start
from games.store.fold import match_at
from tests.games.tables import bots_game, play, play_out, play_some, played_game, row, state, table

pytestmark = pytest.mark.django_db


def seen(game_id: UUID) -> GameState:
    return game_get(game_id=game_id, viewer=None)


def test_each_bot_does_the_same_again_from_the_same_view() -> None:
    game = played_game(2)

    replays = bot_replays(bot_turns(seen(game.id)))

    assert [each.seat for each in replays] == [0, 1, 2, 3]
    assert {each.levels for each in replays} == {("random",)}
    assert sum(each.turns for each in replays) == actions(game)
    assert not any(each.differences for each in replays)


def actions(game: Game, **which: int) -> int:
    return Move.objects.filter(game=game, **which).exclude(action="").count()


def test_a_turn_has_the_view_of_its_seat_at_that_version() -> None:
    game = played_game(2)
    turns = list(bot_turns(seen(game.id), 2))

    assert len(turns) == actions(game, hand=2)
    for turn in turns[::20]:
        then = match_at(game.id, turn.version).hand
        assert then is not None
        assert turn.view[1:] == seat_view(then, turn.seat)[1:], "all but the rules"


def test_another_action_from_the_same_view_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played_game(1)
    changed = registry.LEVELS["random"]._replace(policy=lambda _view, _log, _rng: Draw())
    monkeypatch.setattr(registry, "LEVELS", {"random": changed})

    replays = bot_replays(bot_turns(seen(game.id)))

    for each in replays:
        assert each.turns == each.same + len(each.differences)
        assert each.same == sum(
            t.played == Draw() for t in bot_turns(seen(game.id), 1) if t.seat == each.seat
        )
        assert all(turn.again == Draw() != turn.played for turn in each.differences)


def test_a_level_that_is_gone_and_a_bot_that_fails_do_nothing_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = played_game(1)
    monkeypatch.setattr(registry, "LEVELS", {})
    assert {turn.again for turn in bot_turns(seen(game.id))} == {None}


def test_only_the_turns_of_our_bots_are_replayed() -> None:
    game = table(bots=(1, 2, 3), hand_limit=1)
    game_start(game_id=game.id, by=Authority(game.creator))
    while play_out(game.id).status == "active":
        play(game.id, game.creator, simplest_action(state(game.id), 0))

    assert {turn.seat for turn in bot_turns(seen(game.id))} == {1, 2, 3}


def test_a_bot_reads_again_only_what_it_had_read_then() -> None:
    game = played_game(1)
    middle = row(game.id).version // 2

    read = SeatLog(game.id, 1, 1, until=middle)

    assert read
    assert [event for event in SeatLog(game.id, 1, 1) if event["version"] <= middle] == list(read)


def test_a_hand_that_is_not_over_is_not_replayed() -> None:
    game = bots_game(hand_limit=2)
    play_some(game)

    assert list(bot_turns(seen(game.id))) == []
    for hand in (0, 1, 2):
        with pytest.raises(HandNotFound):
            bot_turns(seen(game.id), hand)


def test_deals_that_other_tables_play_are_not_replayed() -> None:
    game = played_game(1)
    with pytest.raises(DealsNotYet):
        bot_turns(seen(game.id)._replace(embargo=True))
    with pytest.raises(DealsNotYet):
        bot_turns(seen(game.id)._replace(embargo=True), 99)
