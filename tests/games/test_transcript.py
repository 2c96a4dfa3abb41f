"""A finished hand in sentences, as its reader may see it."""

import html
import re

import pytest
from django.test import Client

from games.models import Game
from games.selectors.hands import hand_get
from games.services.authority import Authority
from games.services.games import game_start
from samba_service.accounts.models import Person, Player
from tests.games.tables import play, play_out, played_game, some_action, table

pytestmark = pytest.mark.django_db


def page(game: Game, number: int = 1, player: Player | None = None) -> tuple[int, str]:
    client = Client()
    if player is not None:
        account, _ = Person.objects.get_or_create(username=f"p{player.id.hex}", player=player)
        client.force_login(account)
    answer = client.get(f"/games/{game.id}/hands/{number}/transcript")
    return answer.status_code, html.unescape(answer.content.decode())


def sentences(text: str) -> list[str]:
    return re.findall(r"<li>(.*?)</li>", text)


def test_each_turn_of_a_hand_is_one_sentence_and_the_score_follows() -> None:
    game = played_game(2)
    status, text = page(game)
    said = sentences(text)

    assert status == 200
    assert said[0].startswith("Hand 1: ")
    turns = [line for line in said if " draws " in line or " takes " in line]
    assert len(turns) > 10
    assert all(line.count(" discards ") <= 1 for line in turns)
    assert any(re.search(r"melds .*\(\d+ points\)", line) for line in turns)
    assert "Hand 2: " not in text
    total = hand_get(game_id=game.id, number=1)["score"][0]["total"]
    assert f"<b>{total}</b>" in text
    assert f'href="/games/{game.id}/hands/2/transcript"' in text


def test_a_reader_finds_only_the_cards_that_they_have_seen() -> None:
    game = table(bots=(1, 2, 3), hand_limit=1)
    game_start(game_id=game.id, by=Authority(game.creator))
    assert page(game, player=game.creator)[0] == 404, "the hand is being played"
    while play_out(game.id).status == "active":
        play(game.id, game.creator, some_action(game.id))

    said = sentences(page(game, player=game.creator)[1])

    draws = [line.partition(", ")[0] for line in said if " draws " in line]
    own = [line for line in draws if line.startswith("Ana (you)")]
    assert own
    assert all(" of " in line or "joker" in line for line in own)
    assert len(draws) > 2 * len(own)
    assert all(re.search(r" draws \d cards?", line) for line in draws if line not in own)


def test_a_hand_that_is_not_there_and_a_game_of_others_are_not_found() -> None:
    game = played_game(1)

    assert page(game, 2)[0] == 404
    Game.objects.filter(id=game.id).update(visibility="private")
    assert page(game)[0] == 404


def test_a_game_without_spectators_has_no_transcript_for_those_who_did_not_play() -> None:
    game = played_game(1)
    Game.objects.filter(id=game.id).update(spectators="none")

    assert page(game)[0] == 404
