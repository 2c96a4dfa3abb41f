"""A night of a club with one table, which is played online by a person and three bots."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

from samba_service.devstack.addresses import Address
from tests.browser.people import QUICK, Json, Person
from tests.e2e.service import account

TERMS = {
    "name": "Monday", "format": "rotating", "ruleset": QUICK, "rounds": 1, "hands_per_round": 1,
    "venue": "online",
}  # fmt: skip
OTHERS = ("Cleo", "Dan", "Eva")


class Evening(NamedTuple):
    """A night whose first round is published; ids of its club, itself and its one game."""

    admin: Person
    player: Person
    club: str
    night: str
    game: str


def evening_of(admin: Person, player: Person) -> Evening:
    """A night of a club that `admin` founds; its game waits for `player`, against bots.

    Three others have entered, and the admin has put a bot in each of their seats.
    """
    at = urlsplit(admin.site.base)
    address = Address(at.hostname or "", at.port or 0)
    others = [account(address, f"{name}-{uuid4().hex[:8]}") for name in OTHERS]
    club = admin.call("POST", "/clubs", {"name": "Herons"})
    night = admin.call("POST", "/tournaments", {"club": club["id"], **TERMS})["id"]
    calls: dict[str, Callable[[str, Json], Json]] = {player.player: partial(player.call, "POST")}
    calls |= {each.player: each.post for each in others}
    for who, post in calls.items():
        post("/clubs/join", {"code": club["join_code"]})
        entry = post(f"/tournaments/{night}/entries", {"player": who})["id"]
        admin.call("PATCH", f"/entries/{entry}", {"checked_in": True})
    admin.call("POST", f"/tournaments/{night}/start", {})
    draft = admin.call("POST", f"/tournaments/{night}/rounds", {})["id"]
    admin.drawn(draft)
    [table] = admin.call("POST", f"/rounds/{draft}/publish", {})["tables"]
    game = str(table["game"])
    for seat in admin.call("GET", f"/games/{game}")["seats"]:
        if seat["player"]["id"] != player.player:
            admin.call("PUT", f"/games/{game}/seats/{seat['seat']}", {"bot": "novice"})
    legal = f"/games/{game}/legal-actions"
    admin.until("the turn of the player", lambda: player.call("GET", legal)["options"])
    return Evening(admin, player, club["id"], night, game)
