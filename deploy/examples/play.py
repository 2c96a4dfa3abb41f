"""An example client: plays one hand against bots. It needs only the standard library.

python3 play.py [http://127.0.0.1:8000/api/v1]
"""

import json
import secrets
import sys
import time
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

Json = dict[str, Any]
ATTEMPTS = 6
WAIT_S = 30
"""How long a call waits for the own turn: the longest time that the service allows."""


class Problem(Exception):
    """A refusal. Programs look at `code`; people read `detail`."""

    def __init__(self, body: Json) -> None:
        super().__init__(f"{body.get('code')}: {body.get('detail') or body.get('title')}")
        self.code = body.get("code")


class Api:
    """The service, as one account sees it."""

    def __init__(self, base: str) -> None:
        self.base, self.token = base, ""

    def get(self, path: str) -> Any:
        """The answer."""
        return self._send("GET", path, None, {})

    def events(self, path: str, after: int, wait_s: int) -> list[Json]:
        """The events after `after`; the service waits at most this long for the own turn."""
        began = time.monotonic()
        results: list[Json] = self.get(
            f"{path}/events?after={after}&wait={wait_s}&wait_for=my_turn"
        )["results"]
        if wait_s and not results and time.monotonic() - began < 1:
            time.sleep(1)  # a process of the service that cannot wait
        return results

    def post(self, path: str, body: Json | None = None, *, version: int | None = None) -> Any:
        """The answer; with `version` it is refused (`stale_version`) if the game has moved on."""
        headers = {"Content-Type": "application/json"}
        headers["Idempotency-Key"] = secrets.token_hex(16)  # a retry has no second effect
        headers |= {} if version is None else {"If-Match": str(version)}
        return self._send("POST", path, json.dumps(body or {}).encode(), headers)

    def _send(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Any:
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = Request(self.base + path, body, headers, method=method)
        for attempt in range(1, ATTEMPTS + 1):
            wait = 0.25 * 2**attempt
            try:
                with urlopen(request, timeout=2 * WAIT_S) as answer:
                    return json.loads(answer.read())
            except HTTPError as error:
                later = error.headers["Retry-After"]  # with 429, 503 and `key_in_flight`
                if later is None or attempt == ATTEMPTS:
                    raise Problem(json.loads(error.read())) from None
                wait = float(later)
            except (URLError, ConnectionError, TimeoutError):  # perhaps it arrived: send it again
                if attempt == ATTEMPTS:
                    raise
            time.sleep(wait)


def sign_up(api: Api) -> None:
    """Make an account and a token for it. A real client keeps its token."""
    login = {"username": f"player-{secrets.token_hex(4)}", "password": secrets.token_urlsafe(16)}
    api.post("/auth/register", {**login, "display_name": "Example"})
    scopes = ["games:read", "games:play"]
    api.token = api.post("/auth/tokens", {**login, "name": "play.py", "scopes": scopes})["token"]


def choose(options: list[Json]) -> Json:
    """An action that is legal: lay what can be laid, else take the first option."""
    laying = [option for option in options if option["type"] in ("meld", "lay_off")]
    action: Json = (laying or options)[0]["example"]
    return action


def show(events: list[Json], seen: int) -> int:
    """Print the events, also of types that are new; the last `seq` that was seen."""
    for event in events:
        seen = event["seq"]
        print(seen, event["type"], event.get("seat", ""))
    return seen


def play_hand(api: Api, game: Json) -> Json:
    """Play until the first hand has its score; the game after it."""
    path, own, seen = f"/games/{game['id']}", game["you"]["seat"], 0
    options: list[Json] = []
    while game["last_hand"] is None and game["result"] is None:
        if own in game["hand"]["to_act"]:
            options = options or api.get(f"{path}/legal-actions")["options"]
            move, include = {"action": choose(options)}, "?include=legal_actions"
            try:
                answer = api.post(f"{path}/moves{include}", move, version=game["version"])
                game, options = answer["game"], answer["legal_actions"]["options"]
            except Problem as problem:
                if problem.code != "stale_version":
                    raise
                game, options = api.get(path), []
        else:
            seen = show(api.events(path, seen, WAIT_S), seen)  # the own moves too
            game = api.get(path)
    show(api.events(path, seen, 0), seen)  # the game may be further than the last events
    return game


def main() -> None:
    """Sign up, sit down with three bots, play, and show the score."""
    api = Api(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000/api/v1")
    sign_up(api)
    bots = dict.fromkeys("123", "novice")
    lobby = api.post("/games", {"ruleset": "classic", "bots": bots})
    game = play_hand(api, api.post(f"/games/{lobby['id']}/start"))
    for side in game["last_hand"]["score"]:
        print(f"side {side['side']}: {side['total']}", *(line["code"] for line in side["lines"]))


if __name__ == "__main__":
    main()
