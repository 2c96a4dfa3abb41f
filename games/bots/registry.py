"""The levels of play that a game's creator may choose from."""

from types import MappingProxyType
from typing import Final, NamedTuple

from games.bots.novice import novice
from games.bots.policy import Policy
from games.bots.random_bot import random_action


class Lead(NamedTuple):
    """Strength: how many more points a hand than another level it scores, at least.

    `tests/bots` measures it again, over duplicate deals of the classic game of four.
    """

    over: str
    points: int

    def __str__(self) -> str:
        return f"at least {self.points} points a hand ahead of {self.over}, over duplicate deals"


class Level(NamedTuple):
    """A policy, and how it is described to its opponents."""

    level: str
    name: str
    description: str
    lead: Lead | None
    """None for the level that the others are compared with."""
    policy: Policy

    @property
    def strength(self) -> str:
        """The lead as a sentence."""
        return "the yardstick" if self.lead is None else str(self.lead)


LEVELS: Final = MappingProxyType(
    {
        level.level: level
        for level in (
            Level(
                "random",
                "Random",
                "Any legal action, chosen at random.",
                None,
                random_action,
            ),
            Level(
                "novice",
                "Novice",
                "Melds all it can at once, takes every pile, discards the least useful card, and "
                "goes out when it may. Remembers nothing.",
                Lead("random", 500),
                novice,
            ),
        )
    }
)


def levels() -> tuple[str, ...]:
    """The levels that there are, weakest first."""
    return tuple(LEVELS)


def policy(level: str) -> Policy:
    """The bot of that level; raises KeyError for an unknown one."""
    return LEVELS[level].policy
