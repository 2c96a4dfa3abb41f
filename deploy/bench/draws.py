"""Draws and standings of tournaments: CPU time of what a worker computes, the database apart.

Every round is drawn as a worker does (`draw_round`, then `drafted`) from a tournament with the
rounds before it played at random. The weights of some rounds go through networkx too, and must
come to the same matching. Prints one JSON object.
"""

import json
import statistics
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from time import process_time
from typing import Any, TypeVar
from unittest.mock import patch

import networkx  # type: ignore[import-untyped]  # it has no stubs
from rustworkx import max_weight_matching

from deploy.bench.event import Event, partners_repeated
from tournaments.engine import formats
from tournaments.engine.drawing import drafted, draw_round
from tournaments.engine.standings import standings
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundData

SWISS_ROUNDS = 10
JUDGED = (1, 5, 9)
"""Rounds played before those whose weights networkx gets too; it takes seconds for each."""
PLAYERS, NIGHT_ROUNDS = 42, 8
NIGHTS = ("a", "b", "c")
"""Seeds: a search that only a lucky seed ends well would show."""
RANKINGS = 20

Made = TypeVar("Made")
Times = dict[str, list[float]]
"""CPU seconds, by what took them."""


def timed(make: Callable[[], Made], spent: list[float]) -> Made:
    """What `make` makes; its CPU time goes to `spent`."""
    start = process_time()
    made = make()
    spent.append(process_time() - start)
    return made


def draft(event: Event) -> RoundData:
    """The next round of the event, as a worker drafts it."""
    return drafted(event.value, event.next, draw_round(event.value, event.next))


def play(event: Event, spent: list[float]) -> Iterator[Event]:
    """The event after each of its rounds."""
    while event.next <= event.value.rounds_planned:
        event.play(timed(lambda: draft(event), spent))
        yield event


def swiss(entries: int, times: Times) -> Event:
    """A Swiss to its end; of 200 pairs, what networkx takes for the same weights."""
    event = Event(Format.SWISS, entries, SWISS_ROUNDS, seed="7f3a")
    for each in play(event, times.setdefault(f"swiss_{entries}", [])):
        if entries == 200 and len(each.value.rounds) in JUDGED:
            beside_networkx(each, times)
    return event


def beside_networkx(event: Event, times: Times) -> None:
    """The next round's weights, the very graph that the draw makes, through both libraries.

    Raises RuntimeError where they do not agree.
    """
    with patch.object(formats, "max_weight_matching", wraps=max_weight_matching) as seen:
        draft(event)
    (graph,), options = seen.call_args
    same = networkx.Graph()
    same.add_weighted_edges_from(graph.weighted_edge_list())
    ours = timed(lambda: max_weight_matching(graph, **options), times.setdefault("matching", []))
    theirs = timed(
        lambda: networkx.max_weight_matching(same, maxcardinality=True),
        times.setdefault("networkx", []),
    )
    if set(map(frozenset, ours)) != set(map(frozenset, theirs)):
        raise RuntimeError(f"networkx draws round {event.next} another way")


def nights(times: Times) -> int:
    """Rotating nights, each round drawn from those before; how many partners were repeated."""
    whole, repeated = times.setdefault("rotating_night", []), 0
    for seed in NIGHTS:
        event, rounds = Event(Format.ROTATING, PLAYERS, NIGHT_ROUNDS, seed), list[float]()
        for _ in play(event, rounds):
            pass
        whole.append(sum(rounds))
        repeated += partners_repeated(event.value.rounds)
    return repeated


def summary(spent: list[float]) -> dict[str, float]:
    taken = [1000 * each for each in spent]
    return {
        "cpu_ms": statistics.median(taken),
        "min": min(taken),
        "max": max(taken),
        "times": len(taken),
    }


def measure() -> dict[str, Any]:
    times: Times = {}
    event = swiss(200, times)
    for _ in range(RANKINGS):
        timed(lambda: standings(event.value), times.setdefault("standings_200", []))
    print("a Swiss of 200 pairs and its standings done", file=sys.stderr)
    swiss(1000, times)
    print("a Swiss of 1,000 pairs done", file=sys.stderr)
    repeated = nights(times)
    return {
        "versions": {name: version(name) for name in ("rustworkx", "networkx")},
        "times": {name: summary(spent) for name, spent in times.items()},
        "partners_repeated": repeated,
    }


if __name__ == "__main__":
    json.dump(measure(), sys.stdout)
