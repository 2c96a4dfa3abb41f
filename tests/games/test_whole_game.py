"""A game from its first row to its last, through the services."""

import pytest

from games.engine.verify_shuffle import verify
from games.models import DueWork, HandResult, Move
from games.selectors.deals import proof_get
from tests.games.tables import bots_game, play_out

pytestmark = pytest.mark.django_db


def test_a_game_among_bots_comes_to_its_end() -> None:
    game = bots_game(hand_limit=2)

    end = play_out(game.id)

    assert end.status == "finished"
    assert HandResult.objects.filter(game=game).count() == 2
    assert Move.objects.filter(game=game).count() == end.version
    assert not DueWork.objects.exists()
    for hand in (1, 2):
        assert verify(proof_get(game_id=game.id, hand=hand)) == []
