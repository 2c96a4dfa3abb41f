"""People in browsers: they see what is on the page, and touch what is on it."""

import json
import re
import time
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import uuid4

import psycopg

from tests.e2e.service import PASSWORD

PATIENCE_MS = 30_000
POLLING_MS = 25
"""By itself Playwright looks with each frame, and lets the page draw one for it."""
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SCREEN = {"viewport": {"width": 1280, "height": 800}}
EXPECTED = ("status of 404", "status of 409", "status of 412", "ERR_INTERNET_DISCONNECTED")
"""What Chromium's console says of refusals, which a page shows in its own words."""
QUICK = {"extends": "classic", "overrides": {"draw": {"count": 10}}}
"""The stock lasts for ten turns: all that is different is the length of a hand."""

Json = dict[str, Any]


class Site(NamedTuple):
    """Where a service is: the address of its pages, and of its database."""

    base: str
    database: str


class Person:
    """Somebody with a browser of their own, who has just signed up."""

    def __init__(
        self, site: Site, chromium: Any, name: str, *, phone: bool = False, **options: Any
    ) -> None:
        self.site, self.name = site, name
        self.faults: list[str] = []
        self.expected: tuple[str, ...] = EXPECTED
        self.received: list[str] = []
        """All that reached the browser: bodies of answers, items of streams."""
        self.context = chromium.new_context(**(PHONE if phone else SCREEN), **options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.username = f"{name.lower()}-{uuid4().hex[:8]}"
        self._sign_up()
        self.page = self.tab()
        self.open("/healthz")  # calls need a page of the site, and this one costs nothing

    def _sign_up(self) -> None:
        """Send the form, in the browser's session but without its page."""
        path, send = f"{self.site.base}/sign-up", self.context.request
        send.get(path)
        [token] = [each["value"] for each in self.context.cookies() if each["name"] == "csrftoken"]
        form = {"display_name": self.name, "username": self.username, "password": PASSWORD}
        answer = send.post(path, form={**form, "csrfmiddlewaretoken": token}, max_redirects=0)
        assert answer.status == 302, answer.text()

    def tab(self) -> Any:
        """A further tab; whatever goes wrong in it is noted."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._console)
        page.on("response", self._response)
        devtools = self.context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.on(
            "Network.eventSourceMessageReceived", lambda item: self.received.append(item["data"])
        )
        return page

    @property
    def player(self) -> str:
        return str(self.call("GET", "/players/me")["id"])

    def join_staff(self) -> None:
        """Become a member of the site's staff: the operator says who is."""
        with psycopg.connect(self.site.database) as database:
            staff = "UPDATE accounts_person SET is_staff = true WHERE username = %s"
            assert database.execute(staff, [self.username]).rowcount == 1

    def close(self) -> None:
        self.context.close()

    def open(self, path: str) -> None:
        self.page.goto(f"{self.site.base}{path}")

    def call(self, method: str, path: str, body: Json | list[Json] | None = None) -> Json:
        """A call of the API from the page, as its own scripts make them."""
        answer: Json = self.page.evaluate(
            "async ([method, path, body]) => (await import('/static/site/api.js'))"
            ".call(method, path, body ?? undefined)",
            [method, path, body],
        )
        return answer

    def drawn(self, round_: str) -> None:
        """Wait until a worker has drawn the round."""
        self.until(
            f"the draw of round {round_}",
            lambda: self.call("GET", f"/rounds/{round_}")["state"] == "draft",
        )

    def until(self, what: str, happens: Callable[[], Any]) -> None:
        """Wait until something happens; if it does not in time, say what it was."""
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while not happens():
            assert time.monotonic() < deadline, f"still waiting for {what}"
            self.page.wait_for_timeout(POLLING_MS)

    def _console(self, message: Any) -> None:
        said = message.text
        if message.type == "error" and not any(each in said for each in self.expected):
            self.faults.append(f"{said} {message.location['url']}")

    def _response(self, response: Any) -> None:
        kind = response.headers.get("content-type", "")
        if "json" in kind and response.request.method != "OPTIONS":
            try:
                self.received.append(response.text())
            except Exception:  # the page has gone on meanwhile; Chromium drops the body
                return


def make_table(creator: Person, **terms: Any) -> str:
    """A game of `creator`'s, in the lobby."""
    return str(creator.call("POST", "/games", terms)["id"])


def turn_of(player: Person, game: str) -> tuple[Json, list[Json]]:
    """Wait for a turn of the player or the end of a hand; returns the game and their options."""
    now = player.call("GET", f"/games/{game}")
    if now["hand"] is not None and now["you"]["seat"] not in now["hand"]["to_act"]:
        player.call("GET", f"/games/{game}/events?wait=20&wait_for=my_turn&after={now['seq']}")
        now = player.call("GET", f"/games/{game}")
    return now, player.call("GET", f"/games/{game}/legal-actions")["options"]


class Look(NamedTuple):
    """A page of a game at one moment."""

    version: int
    options: int
    """The version of which the page knows what may be done."""
    status: str
    scored: bool
    """True if a score sheet is on it."""
    elsewhere: list[str]
    """Cards that are neither in the own hand nor on the table: drawn, or stored."""


LOOK = """() => ({
    version: Number(document.getElementById("table").dataset.version),
    options: Number(document.getElementById("table").dataset.options),
    status: document.getElementById("status").innerText,
    scored: document.querySelector("#score table") !== null,
    elsewhere: [...document.querySelectorAll(".card:not(.back):not(.none)")]
        .filter((card) => !card.closest("#hand, #middle, #melds")).map((card) => card.textContent),
    stored: JSON.stringify([{...localStorage}, {...sessionStorage}]),
})"""


class Table:
    """A person at the page of a game, playing by what is on it.

    For a whole hand (`quick`), cards are pressed by a script: a mouse takes two frames for each, in
    which Playwright sees that it keeps its place, and without them it sometimes misses.
    """

    def __init__(self, person: Person, game: str, *, quick: bool = False) -> None:
        self.person, self.page, self.game, self.quick = person, person.page, game, quick
        person.open(f"/games/{game}")
        self.page.wait_for_selector("#table[data-version]")

    def sit(self, seat: int) -> None:
        self.page.click(f"[data-key=sit-{seat}]")
        self.page.wait_for_selector("#link")

    def deal(self) -> None:
        self.page.click("[data-key=start]")
        self.page.wait_for_selector("#hand [role=option]")

    @property
    def version(self) -> int:
        return self.look().version

    def options(self, version: int) -> list[Json]:
        """What may be done at a version, from what has reached the page."""
        for text in reversed(self.person.received[-30:]):
            for found in structures(text):
                legal = found.get("legal_actions", found) if isinstance(found, dict) else {}
                if legal.get("version") == version and "options" in legal:
                    return list(legal["options"])
        return list(self.person.call("GET", f"/games/{self.game}/legal-actions")["options"])

    def is_legal(self, action: Json) -> bool:
        """Ask the service, as the page does for what is staged."""
        answer = self.person.call("POST", f"/games/{self.game}/moves/check", {"action": action})
        return bool(answer["legal"])

    def look(self) -> "Look":
        """What the page shows now, seen at once."""
        found: Json = self.page.evaluate(LOOK)
        stored = re.findall(r"\b(?:[2-9TJQKA][CDHS]|JK)\b", found.pop("stored"))
        return Look(**{**found, "elsewhere": found["elsewhere"] + stored})

    def select(self, cards: list[str]) -> None:
        for card in cards:
            unselected = f'#hand [data-key^="{card}."][aria-selected=false]'
            first = self.page.locator(unselected).first
            first.evaluate("card => card.click()") if self.quick else first.click()

    def play(self, action: Json, before: int | None = None) -> None:
        """Do by touch what `action` says at version `before`, and wait until it is done."""
        before = self.version if before is None else before
        self.touch(action)
        self.page.wait_for_function(
            "before => Number(document.getElementById('table').dataset.version) > before",
            arg=before,
            polling=POLLING_MS,
        )

    def touch(self, action: Json) -> None:
        kind = action["type"]
        buttons = {
            "draw": "draw", "pass": "pass", "ask_out": "ask", "discard": "discard",
            "lay_red_three": "red-three",
            "answer_out": f"answer-{json.dumps(action.get('answer'))}",
            "lay_off": f"add-{action.get('onto')}", "take_top": f"top-{action.get('onto')}",
            "merge": f"merge-{action.get('into')}-{action.get('from')}",
            "take_pile": f"pile-{json.dumps(action.get('onto'))}",
        }  # fmt: skip
        self.select([action["card"]] if kind == "discard" else action.get("cards", []))
        if kind == "take_pile":
            self.select(action["with"])
        if kind in buttons:
            self.page.click(f'#actions [data-key="{buttons[kind]}"]')
        for meld in action.get("melds", []):
            self.select(meld["cards"])
            self.page.locator("#actions [data-play=meld]").first.click()
        if kind in ("meld", "take_pile"):
            self.page.click("[data-key=lay-down]:not([disabled])")


def structures(text: str) -> list[Any]:
    """What is in `text`, if it is JSON."""
    try:
        return [json.loads(text)]
    except ValueError:
        return []


def cards_of_others(found: Any, own: int) -> list[Json]:
    """Every hand and every draw in an answer that shows cards of another seat."""
    if isinstance(found, list):
        return [each for item in found for each in cards_of_others(item, own)]
    if not isinstance(found, dict):
        return []
    shown = [each for item in found.values() for each in cards_of_others(item, own)]
    is_hand = "count" in found and "seat" in found and "cards" in found
    if is_hand and found["seat"] != own and found.get("cards"):
        return [found, *shown]
    return shown
