"""Four people with a browser each play a hand, by what is on their pages."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.people import (
    Json,
    Look,
    Person,
    Table,
    cards_of_others,
    make_table,
    structures,
)
from tests.games_api.tables import pack, practice

pytestmark = pytest.mark.browser

TURNS = 5_000
"""More than a hand has, and more looks than it takes."""
PAUSE_MS = 20
"""Between two looks at pages on which nothing happens: looking takes the service's time."""


PACKS = {"handfoot": 2, "classic": 7, "denexa": 5}
"""Seeds of packs with short hands, as `decide` plays: of chance some have three times the moves."""

TOGETHER = {"handfoot": 3}
"""How many cards people collect before they add them to a meld: else a hand has 350 moves."""


def decide(table: Table, options: list[Json], together: int) -> Json:
    """What somebody does who wants to come to an end: much at once, and the pile if it is had.

    A meld gets all cards without wild ones that it may have, if they are as many as `together`.
    """
    for option in options:
        if option["type"] == "meld":
            return dict(option["example"])
        if option["type"] == "lay_off" and len(naturals(option)) >= together:
            all_at_once = {**option["example"], "cards": naturals(option)}
            return all_at_once if table.is_legal(all_at_once) else dict(option["example"])
    others = [option for option in options if option["type"] != "lay_off"] or options
    piles = [option for option in others if option["type"] == "take_pile"]
    return dict((piles or others)[0]["example"])


def naturals(option: Json) -> list[str]:
    """The cards of an option that are not wild."""
    return [card for card in option["cards"] if card != "JK" and card[0] != "2"][: option["max"]]


def play_to_the_score(tables: list[Table], together: int) -> None:
    """Play until the first hand has its score sheet on every page, looking at one after the other.

    The turn mostly goes to the next seat, which is looked at first.
    """
    before: dict[int, Look] = {}
    still = 0
    for at in range(TURNS):
        seat = at % len(tables)
        seen = play_turn(tables[seat], together)
        still = still + 1 if seen == before.get(seat) else 0
        before[seat] = seen
        if len(before) == len(tables) and all(each.scored for each in before.values()):
            return
        if still >= len(tables):
            tables[seat].page.wait_for_timeout(PAUSE_MS)
    raise AssertionError("the hand has no end")


def play_turn(table: Table, together: int) -> Look:
    """All that a page has to do now; returns what is on it then."""
    for _ in range(TURNS):
        seen = table.look()
        assert seen.elsewhere == []
        if seen.scored or seen.status != "It is your turn.":
            return seen
        if seen.options == seen.version:
            action = decide(table, table.options(seen.version), together)
            table.play(action, seen.version)
        else:
            table.page.wait_for_timeout(PAUSE_MS)
    raise AssertionError(f"the page goes on for ever: {seen}")


@pytest.mark.parametrize("ruleset", PACKS)
def test_four_people_play_a_hand_to_its_score_and_see_no_card_of_others(
    person: Callable[..., Person], ruleset: str
) -> None:
    people = [person(name, reduced_motion="reduce") for name in ("Ana", "Ben", "Cleo", "Dan")]
    given = practice(pack(PACKS[ruleset], ruleset), hands=2)
    game = make_table(people[0], ruleset=ruleset, **given)
    tables = [Table(each, game, quick=True) for each in people]
    for seat in (1, 2, 3):
        tables[seat].sit(seat)
    tables[0].page.wait_for_selector("[data-key=start]:not([disabled])")
    tables[0].deal()

    play_to_the_score(tables, TOGETHER.get(ruleset, 1))

    sheet: Any = people[0].call("GET", f"/games/{game}/hands/1")
    for seat, table in enumerate(tables):
        totals = table.page.locator("#score .sheet tr").last.locator("td").all_inner_texts()
        assert totals == [str(side["total"]) for side in sheet["score"]]
        answers = [found for text in people[seat].received for found in structures(text)]
        assert len(answers) > 50, "the traffic is recorded"
        assert cards_of_others(answers, seat) == []
