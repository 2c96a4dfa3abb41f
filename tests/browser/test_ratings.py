"""The ratings on the pages of a player, once a rated game is over and a worker has counted it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.inspection import inspect
from tests.browser.people import PATIENCE_MS, Person, make_table

pytestmark = pytest.mark.browser

COUNTED = f"""async (me) => {{
  const {{ get }} = await import('/static/site/api.js');
  for (const until = Date.now() + {PATIENCE_MS}; Date.now() < until;) {{
    if ((await get(`/players/${{me}}/ratings`)).results.length) return true;
    await new Promise((wake) => setTimeout(wake, 200));
  }}
  return false;
}}"""


def play_rated(*people: Person) -> None:
    """A rated game of one hand, by calls: who is to act does the first thing that may be done."""
    game = make_table(people[0], ruleset="classic", seats=len(people), sit=0, rated=True,
                      hand_limit=1, visibility="public")  # fmt: skip
    for seat, person in enumerate(people[1:], 1):
        person.call("POST", f"/games/{game}/seats", {"seat": seat})
    people[0].call("POST", f"/games/{game}/start")
    state = people[0].call("GET", f"/games/{game}")
    options: list[Any] = []
    while state["status"] == "active":
        seat = state["hand"]["to_act"][0]
        options = options or people[seat].call("GET", f"/games/{game}/legal-actions")["options"]
        move = {"action": options[-1]["example"]}
        path = f"/games/{game}/moves?include=legal_actions"
        played = people[seat].call("POST", path, move)
        state, options = played["game"], played["legal_actions"]["options"]


def test_a_player_sees_their_rating_and_how_it_came_about_and_others_if_they_may(
    person: Callable[..., Person],
) -> None:
    ana, ben = person("Ana", bypass_csp=True), person("Ben", bypass_csp=True)
    play_rated(ana, ben)
    me = ana.call("GET", "/players/me")["id"]
    assert ana.page.evaluate(COUNTED, me)

    ana.open(f"/players/{me}")
    ana.page.locator("#ratings li").wait_for()
    assert "after one table" in ana.page.locator("#ratings li").inner_text()
    drawn = 'document.querySelector(".plot img")?.naturalWidth > 0'
    ana.page.wait_for_function(drawn)
    inspect(ana.page, "player-rated")
    ana.page.click("#rated .button")
    ana.page.wait_for_function(drawn)
    inspect(ana.page, "ratings")

    ben.open(f"/players/{me}")
    ben.page.locator("#games li").first.wait_for()
    assert ben.page.locator("#rated").is_hidden()
    ana.call("PATCH", "/players/me", {"rating_public": True})
    ben.open(f"/players/{me}")
    ben.page.locator("#ratings li").wait_for()
