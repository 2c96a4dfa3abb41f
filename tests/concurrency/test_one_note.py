"""Two take a note about a game back at the same moment: it is taken back once."""

import pytest

from games.models import CaseEntry
from games.services.cases import note_add, note_take_back
from tests.concurrency.together import at_once
from tests.games.tables import person, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


def test_a_note_is_taken_back_once():
    game, admin, staff = table(), person("Ada"), person("Sam")
    note = note_add(game_id=game.pk, by=admin, note="Slow play.")
    ended = at_once(
        lambda: note_take_back(game_id=game.pk, entry_id=note.pk, by=admin),
        lambda: note_take_back(game_id=game.pk, entry_id=note.pk, by=staff),
    )
    assert ended == {"done": 1, "NoteNotThere": 1}
    assert CaseEntry.objects.filter(takes_back=note).count() == 1
