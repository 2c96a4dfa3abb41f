"""CPU time of one accepted move through the WSGI application, beside the yardsticks' moves."""

import json
from typing import Any
from uuid import UUID

from django.core.wsgi import get_wsgi_application
from django.db import connection

from deploy.bench import product
from deploy.bench.inproc import Answer, Client, Step, measure
from deploy.bench.yardstick import sample
from deploy.bench.yardstick.models import Account, Game, Token

TOKEN = "5" * 43
ACTION = {"type": "discard", "card": "KH"}


def yardsticks(client: Client) -> dict[str, Step]:
    account = Account.objects.create(name="Ana")
    Token.objects.create(key=TOKEN, user=account)
    lean, textbook = (Game.objects.create(snapshot=sample.SNAPSHOT).pk for _ in range(2))
    return {
        "drf_lean": moving(client, "lean", lean),
        "drf_textbook": moving(client, "textbook", textbook),
        "drf_get": lambda: client.expect(200, "GET", f"/yardstick/lean/{lean}", token=TOKEN),
    }


def moving(client: Client, style: str, game: UUID) -> Step:
    """Move after move in `game`, each at the version that the one before was answered with."""
    version = 1

    def step() -> Answer:
        nonlocal version
        body = {"version": version, "action": ACTION}
        path = f"/yardstick/{style}/{game}/moves"
        answer = client.expect(201, "POST", path, token=TOKEN, body=body)
        version = answer.json["version"]
        return answer

    return step


def statements(step: Step) -> int:
    """SQL statements of a step's second request (tokens cached), BEGIN and COMMIT not counted."""
    seen = 0
    step()

    def count(execute, sql, params, many, context):
        nonlocal seen
        seen += 1
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        step()
    return seen


def run(blocks: int) -> dict[str, Any]:
    """Every figure of this part; what is not there yet stands under `missing`."""
    client = Client(get_wsgi_application())
    steps = yardsticks(client)
    counted = {name: statements(step) for name, step in steps.items()}
    result: dict[str, Any] = {
        "missing": [],
        "yardstick_snapshot_bytes": len(json.dumps(sample.SNAPSHOT, separators=(",", ":"))),
    }
    games = None
    try:
        games = product.Games(client)
        steps |= games.steps()
    except product.NotThere as missing:
        result["missing"].append(str(missing))
    result["endpoints"] = measure(steps, blocks)
    for name, number in counted.items():
        result["endpoints"][name]["statements"] = number
    try:
        result["snapshot_bytes"] = games and games.snapshot_bytes()
    except product.NotThere as missing:
        result["missing"].append(str(missing))
    with connection.cursor() as cursor:
        for setting in ("server_version", "fsync"):
            cursor.execute(f"SHOW {setting}")
            result[setting] = cursor.fetchone()[0]
    return result
