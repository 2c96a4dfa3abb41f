"""The rules in worked examples, by the paragraph of RULES.md that they show.

A position is a line of `games.engine.notation` without its ruleset; an example that names several
rulesets holds in each of them. The player on turn acts, unless `by` names a seat. All actions but
the last are accepted; the result is the rule that refuses the last one, or else every clause of the
line that the actions changed.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from games.engine.actions import Action
from games.engine.codec import action_in
from games.engine.errors import Rule


class Example(NamedTuple):
    """A position, some actions, and the result of the last of them."""

    says: str
    rulesets: tuple[str, ...]
    position: str
    does: tuple[Action, ...]
    by: int | None = None
    refused: Rule | None = None
    changes: str = ""

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> "Example":
        """An example as the files have it."""
        return cls(
            data["says"],
            tuple(data["rulesets"]),
            data["position"],
            tuple(map(action_in, data["does"])),
            data.get("by"),
            Rule(data["refused"]) if "refused" in data else None,
            data.get("changes", ""),
        )


@cache
def examples() -> dict[str, tuple[Example, ...]]:
    """The examples of each paragraph that has some."""
    found: dict[str, tuple[Example, ...]] = {}
    for entry in files(__name__).iterdir():
        if entry.name.endswith(".toml"):
            data = tomllib.loads(entry.read_text("utf-8"))
            found |= {code: tuple(map(Example.parse, each)) for code, each in data.items()}
    return found
