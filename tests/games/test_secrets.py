"""What nobody may read: seeds and hidden cards, wherever they could come to light."""

import logging
from uuid import UUID

import pytest
from django.core.management import call_command

from games.engine.codec import cards_text
from games.models import DealSecret, Game, Snapshot
from games.selectors.games import game_get
from games.services.rebuild import game_check
from games.services.terms import Practice
from games.signals import bot_turn_due
from games.store.log import rows_get
from games.vault import seal, unseal
from samba_service.kit import nudge
from tests.games.tables import bots_game, people_game, play, play_out, some_action, state, turn

pytestmark = pytest.mark.django_db


def seeds(game: Game) -> list[bytes]:
    secrets = DealSecret.objects.filter(game=game, given=False)
    return [unseal(bytes(secret.sealed)) for secret in secrets]


def needles(game: Game) -> list[str]:
    """What no text may contain: the seeds as hex, and pieces of packs as logs would show them."""
    found = [bytes(seed).hex() for seed in seeds(game)]
    for row in rows_get(game.id):
        for part in row.events.split('"order":"')[1:]:
            order = part.split('"')[0]
            found += [order[at : at + 12] for at in range(0, 300, 12)]
    return found


def test_a_whole_game_leaves_no_seed_and_no_card_in_the_logs(caplog) -> None:
    caplog.set_level(logging.DEBUG)

    game = bots_game(hand_limit=1)
    play_out(game.id)
    call_command("replay_check", verbosity=0)

    sought = needles(game)
    assert len(sought) > 20
    text = caplog.text + "".join(repr(record.__dict__) for record in caplog.records)
    assert [needle for needle in sought if needle in text] == []


def test_a_failing_bot_is_logged_without_what_it_saw(caplog, monkeypatch) -> None:
    from games.bots import registry

    def peek(view, log, rng):
        raise ValueError(f"I hold {view.hand}")

    monkeypatch.setattr(registry, "policy", lambda level: peek)
    game = bots_game(hand_limit=1)

    assert play_out(game.id).status == "finished"

    assert "ValueError" in caplog.text
    assert "I hold" not in caplog.text


def test_a_bot_that_asks_for_the_impossible_plays_on_plainly(caplog, monkeypatch) -> None:
    from games.bots import registry
    from games.engine.actions import AnswerOut

    monkeypatch.setattr(registry, "policy", lambda level: lambda *_: AnswerOut(answer=True))
    game = bots_game(hand_limit=1)

    assert play_out(game.id).status == "finished"
    assert game_check(game.id) == []


def test_no_repr_shows_a_card_or_a_seed() -> None:
    game, players = people_game()
    player = players[turn(game.id)]
    played = play(game.id, player, some_action(game.id))
    shown = [
        game,
        played,
        state(game.id),
        game_get(game_id=game.id, viewer=player.pk),
        *DealSecret.objects.filter(game=game),
        *Snapshot.objects.filter(game=game),
        *game.moves.all(),
        Practice(orders=((1, 2, 3),), scores=(0, 0), hands=1),
        *seeds(game),
    ]
    text = "".join(f"{thing!r} {thing!s}" for thing in shown)

    assert [needle for needle in needles(game) if needle in text] == []
    assert cards_text((1, 2, 3)) not in text
    assert "(1, 2, 3)" not in text


def test_a_seed_is_encrypted_at_rest() -> None:
    game = bots_game()
    secret = DealSecret.objects.filter(game=game).first()
    assert secret is not None

    sealed = bytes(secret.sealed)
    seed = bytes(unseal(sealed))

    assert len(seed) == 32
    assert seed not in sealed
    assert seed.hex().encode() not in sealed


def test_former_keys_open_what_they_sealed(settings) -> None:
    sealed = seal(b"a seed")
    settings.SAMBA_DEAL_KEY_FALLBACKS = (settings.SAMBA_DEAL_KEY,)
    settings.SAMBA_DEAL_KEY = "another"

    assert unseal(sealed) == b"a seed"


def test_a_wake_up_carries_only_ids(monkeypatch, django_capture_on_commit_callbacks) -> None:
    sent = []
    monkeypatch.setattr(nudge._wakeups, "put", lambda wakeup: sent.append(wakeup))

    with django_capture_on_commit_callbacks(execute=True):
        game = bots_game()

    ((task, args, _context),) = sent
    assert task.name == "games.tasks.bot_turn"
    assert args == (str(game.id), 2)
    assert bot_turn_due.receivers
    assert UUID(args[0])
