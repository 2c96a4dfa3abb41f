"""The requests of both variants as the bench makes them."""

from uuid import UUID

from deploy.bench.http import Answer, Client, Project, Step
from deploy.bench.yardstick import sample
from deploy.bench.yardstick.models import Account, Game, Token

TOKEN = "5" * 43
ACTION = {"type": "discard", "card": "KH"}


def lean(client: Client) -> Project:
    path = f"/lean/games/{new_game()}"
    tag = client.expect(200, "GET", path, token=TOKEN).headers["ETag"]
    unchanged = {"If-None-Match": tag}
    steps = {
        "read": lambda: client.expect(200, "GET", path, token=TOKEN),
        "read_304": lambda: client.expect(304, "GET", path, token=TOKEN, headers=unchanged),
        "move": moving(client, f"/lean/games/{new_game()}/moves"),
    }
    return steps, {"callers": callers}


def callers(number: int = 32) -> list[dict[str, object]]:
    """A game of its own for each connection."""
    return [{"path": f"/lean/games/{new_game()}", "tokens": [TOKEN]} for _ in range(number)]


def textbook(client: Client) -> Project:
    path = f"/textbook/games/{new_game()}"
    steps = {
        "read": lambda: client.expect(200, "GET", path, token=TOKEN),
        "move": moving(client, f"{path}/moves"),
    }
    return steps, {}


def new_game() -> UUID:
    account, _ = Account.objects.get_or_create(name="Ana")
    Token.objects.get_or_create(key=TOKEN, user=account)
    return Game.objects.create(snapshot=sample.SNAPSHOT).pk


def moving(client: Client, path: str) -> Step:
    """Move after move in a game, each at the version of the answer before."""
    version = 1

    def step() -> Answer:
        nonlocal version
        body = {"version": version, "action": ACTION}
        answer = client.expect(201, "POST", path, token=TOKEN, body=body)
        version = answer.json["version"]
        return answer

    return step
