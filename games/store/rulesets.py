"""The frozen rulesets of games and tournaments, read once in each process."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

import orjson

from games.engine.rulesets import Rules, logged
from games.models import Game
from samba_service.kit.recent import Recent

_BY_SHA256: Recent[str, Rules] = Recent(500)


def ruleset_get(sha256: str, game_id: UUID) -> Rules:
    """The ruleset with this digest, out of the row of a game that is played by it."""

    def read() -> Any:
        return orjson.loads(Game.objects.values_list("ruleset", flat=True).get(pk=game_id))

    return ruleset_kept(sha256, read)


def ruleset_kept(sha256: str, read: Callable[[], Mapping[str, Any]]) -> Rules:
    """The ruleset with this digest; `read` returns its document if this process has not read it."""
    rules = _BY_SHA256.get(sha256)
    if rules is None:
        rules = logged(read())
        _BY_SHA256.keep(sha256, rules)
    return rules
