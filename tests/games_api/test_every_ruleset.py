"""Every ruleset that ships is played through the API, at every table that it allows."""

import random
from typing import Any

import pytest

from games.engine.rulesets import load, slugs
from tests.contract.shapes import conforms
from tests.depth import LONG, in_the_full_run, in_the_long_run, one_of
from tests.factories import api
from tests.games_api.tables import Table

pytestmark = pytest.mark.django_db

NOW_AND_THEN = 40
"""This many moves are between answers that are compared with the schema: it takes its time."""
QUICK = {"draw": {"count": 8}}
"""The stock is soon at its end, and the hand with it."""
WHOLE = {"discard": ("cards", "card"), "answer_out": ("answers", "answer")}
"""Options of which every entry may be chosen: the list, and the member of the action."""


def tables():
    """Each ruleset at each of its tables in the long run; in every run one table of some."""
    usual, others = [], []
    for slug in slugs():
        first, *more = sorted(load(slug).seating.players, key=lambda seats: seats != 4)
        usual.append((slug, first))
        others += [(slug, seats) for seats in more]
    return [*one_of(4, usual, others=in_the_full_run), *map(in_the_long_run, others)]


def as_shipped_or_quick(slug):
    """As it ships in the long run; in every run only `classic`, the others with short hands."""
    return slug if LONG or slug == "classic" else {"extends": slug, "overrides": QUICK}


def stand_as_promised(table, seat):
    """The options are in the declared shape; what they promise to be legal is."""
    found = table.get(seat, "/legal-actions")
    conforms("games_legal_actions", found)
    for option in found["options"]:
        entries, member = WHOLE.get(option["type"], (None, None))
        chosen = [{"type": option["type"], member: each} for each in option.get(entries, ())]
        for action in (option["example"], *chosen):
            verdict = table.post(seat, "moves/check", {"action": action}).json()
            assert verdict == {"legal": True}, action


def play_hand(table, rng):
    """A whole hand of examples, each accepted unchanged, and shown in the declared shapes."""
    answer, moves = table.play_example(rng), 1
    while answer["game"]["status"] == "active":
        seat = answer["game"]["hand"]["to_act"][0]
        if moves % NOW_AND_THEN == 0:
            conforms("games_moves_create", answer)
            stand_as_promised(table, seat)
        answer, moves = table.play_example(rng, seat), moves + 1
    conforms("games_moves_create", answer)


def told(table, seat):
    """The seat's whole log, of events that have the same members the last one, as one page."""
    page = table.get(seat, "/events?limit=500")
    shapes: dict[tuple[str, ...], Any] = {}
    while page["results"]:
        shapes |= {(event["type"], *sorted(event)): event for event in page["results"]}
        page = table.get(seat, f"/events?limit=500&after={page['results'][-1]['seq']}")
    return page | {"results": list(shapes.values())}


@pytest.mark.parametrize(("slug", "seats"), tables())
def test_a_hand_is_played_by_examples_to_the_winner_and_its_record_verifies(slug, seats):
    table = Table(
        ruleset=as_shipped_or_quick(slug), seats=seats, hand_limit=1, visibility="public"
    ).start()
    play_hand(table, random.Random(seats))
    game, record = table.get(), table.get(0, "/record")
    result, [hand] = game["result"], record["hands"]
    assert (game["status"], game["hand"], result["end"]) == ("finished", None, "hand_limit")
    assert result["scores"] == [side["total"] for side in hand["score"]]
    assert result["draw"] == (result["scores"].count(max(result["scores"])) > 1)
    conforms("games_read", game)
    conforms("games_record", record)
    for seat in (0, seats - 1):
        conforms("games_events_list", told(table, seat))
    assert api().post("/api/v1/records/verify", record).json() == {"ok": True}
