"""Everybody at once around the deals that tables share. Real threads, real connections."""

from collections import Counter
from collections.abc import Callable
from threading import Barrier
from typing import Any

import pytest

from games.engine.verify_shuffle import verify_record
from games.models import Seat
from games.selectors.deals import proof_get
from games.selectors.records import record_get
from games.services import locked
from games.services.deal_sets import deal_set_add_entropy
from games.services.games import game_start
from games.services.seats import seat_take
from games.store.append import append
from games.store.row import GameRow
from tests.concurrency.together import PATIENCE_S, at_once
from tests.factories import bot, player
from tests.games.tables import person, play_out
from tests.games.test_deal_sets import a_set, a_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

TABLES = 6


def sit_everywhere(before: Callable[[], None] = lambda: None) -> Counter[str]:
    """One person, under two accounts, sits down at many tables of a set at once."""
    deal_set, ana = a_set(hands=1), player("Ana")
    accounts = [ana, bot(ana)]
    tables = [a_table(deal_set, bots=(1, 2, 3), sit=None) for _ in range(TABLES)]

    def sitting(number: int) -> Callable[[], object]:
        account, game = accounts[number % 2], tables[number]
        return lambda: seat_take(game_id=game.id, player=account)

    before()
    found = at_once(*map(sitting, range(TABLES)))
    assert Seat.objects.filter(player__in=accounts).count() == found["done"]
    return found


def test_who_sits_down_at_many_tables_at_once_sits_at_one() -> None:
    assert sit_everywhere() == {"done": 1, "HasSeenCards": TABLES - 1}


def test_without_the_lock_two_accounts_sit_at_two_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    judged = Barrier(TABLES)

    def append_together(*values: Any, **options: Any) -> GameRow:
        judged.wait(PATIENCE_S)
        return append(*values, **options)

    def sitting_together() -> None:
        monkeypatch.setattr(locked, "deal_set_lock", lambda _: None)
        monkeypatch.setattr(locked, "append", append_together)

    found = sit_everywhere(before=sitting_together)
    assert (found["done"], found["IntegrityError"]) == (2, TABLES - 2)


def test_tables_that_start_while_the_director_stirs_play_the_same_deals() -> None:
    deal_set = a_set(hands=1)
    games = [a_table(deal_set, creator=person()) for _ in range(TABLES)]

    def starting(number: int) -> Callable[[], object]:
        return lambda: game_start(game_id=games[number].id, by=None)

    def stirring() -> None:
        deal_set_add_entropy(deal_set_id=deal_set.id, value=b"four winds")

    found = at_once(stirring, *map(starting, range(TABLES)))
    for game in games:
        play_out(game.id)

    assert found["done"] >= TABLES
    assert set(found) <= {"done", "DealSetBegun"}
    proofs = [proof_get(game_id=game.id, hand=1) for game in games]
    assert all(proof == proofs[0] for proof in proofs)
    assert [verify_record(record_get(game.id)) for game in games] == [[]] * TABLES
    assert bool(proofs[0]["entropy"]) == ("DealSetBegun" not in found)
