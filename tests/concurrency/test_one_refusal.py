"""Actions of a seat that are refused at once: each is counted once, none too many is kept."""

import pytest

from games.models import GameNow, RefusedAction, RefusedCount
from games.models.refusals import MOST_KEPT
from games.services.refusals import Refused, refusal_keep
from tests.concurrency.together import at_once
from tests.games.tables import person, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


def test_the_last_one_that_is_kept_is_kept_once():
    game = table()
    count = RefusedCount.objects.create(game=game, seat=1, count=MOST_KEPT - 1, last_at=GameNow())
    count.refresh_from_db()
    row = Refused(
        game.pk, 1, 1, 5, person().pk, "api", "{}", "cannot_pass", "TURN-04", "no", count.last_at
    )
    assert at_once(*[lambda: refusal_keep(row)] * 4) == {"done": 4}
    assert RefusedAction.objects.count() == 1
    assert RefusedCount.objects.get().count == MOST_KEPT + 3
