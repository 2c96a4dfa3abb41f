"""Streams over real connections: the same events as the page, as they happen."""

import random

import pytest

from tests.games_api.tables import Table, pack, practice
from tests.live.process import NDJSON, SSE, Stream, token_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


@pytest.fixture
def table() -> Table:
    return Table(**practice(pack())).start()


def play(table: Table, moves: int, seed: int = 1) -> int:
    """Play some moves; the last seq."""
    rng = random.Random(seed)
    for _ in range(moves):
        table.play_example(rng)
    return int(table.get()["seq"])


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_stream_begins_with_a_snapshot_and_goes_on_with_what_happens(live, table, accept):
    with Stream(live, f"{table.path}/stream", token_of(table, 1), accept=accept) as stream:
        stream.receive()
        shown = table.get(1)
        [snapshot] = stream.until(shown["seq"])
        assert snapshot == {
            "type": "snapshot", "seq": shown["seq"], "version": shown["version"], "game": shown
        }  # fmt: skip
        headers = stream.answer.headers
        assert headers["content-type"] == accept
        assert headers["x-accel-buffering"] == "no"
        assert "no-cache" in headers["cache-control"]
        assert "content-encoding" not in headers

        last = play(table, 8)
        stream.until(last)

    page = table.get(1, f"/events?after={shown['seq']}&limit=500")
    assert stream.events == page["results"]
