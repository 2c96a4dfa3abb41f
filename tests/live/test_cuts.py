"""Readers who are cut off at any byte end with the log of the server: no gap, no repeat."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.games_api.tables import Table
from tests.live.process import NDJSON, SSE, Json, Stream, token_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


def cut_again_and_again(
    live: Any, path: str, token: str, last: int, cuts: int, seed: int, accept: str
) -> tuple[list[Json], int]:
    """The events up to `last` by a reader whose connection breaks after any number of bytes."""
    rng, events, made = random.Random(seed), list[Json](), 0
    after: int | None = 0
    while after is None or after < last:
        most = rng.randrange(1, 2000) if made < cuts else 2**30
        with Stream(live, path, token, after=after, accept=accept) as stream:
            while most > 0 and (stream.last or 0) < last:
                got = stream.receive(min(most, 65536))
                assert got
                most -= got
        made += most <= 0
        events += stream.events
        after = stream.last
    return events, made


@pytest.mark.parametrize(
    ("readers", "cuts", "moves"),
    [
        pytest.param(4, 8, 40, id="a few"),
        pytest.param(20, 50, 300, marks=[pytest.mark.full], id="1,000"),
    ],
)
def test_readers_who_are_cut_off_end_with_the_log(live, readers, cuts, moves):
    table = Table().start()
    rng = random.Random(5)
    last = table.get()["seq"] + moves  # each move causes one event or more
    path = f"{table.path}/stream"
    with ThreadPoolExecutor(readers) as pool:
        reading = [
            pool.submit(
                cut_again_and_again,
                live, path, token_of(table, number % 4), last, cuts, number,
                (SSE, NDJSON)[number % 2],
            )
            for number in range(readers)
        ]  # fmt: skip
        for _ in range(moves):
            table.play_example(rng)
        found = [each.result(300) for each in reading]
    for number, (events, _made) in enumerate(found):
        page = table.get(number % 4, "/events?limit=500")["results"]
        assert events == page[: len(events)]
        assert events[-1]["seq"] >= last
    assert [made for _, made in found] == [cuts] * readers
