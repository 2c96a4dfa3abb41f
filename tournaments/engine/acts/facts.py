"""An act of the log, its facts, and the names for the ids and numbers in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.engine.reason_texts import figure, listed

DASH = "\N{EN DASH}"


class Act(NamedTuple):
    """A row of the log."""

    code: str
    """In the past tense: `round_published`."""
    facts: Mapping[str, Any]
    subject: str
    """The name of the tournament, or of the club."""
    actor: str = ""
    """Empty: the service itself, or a person whom the reader may not see."""
    reason: str = ""
    """Empty: none, or none that the reader may see."""


@dataclass(frozen=True)
class Known:
    """The names for ids and numbers in facts, as far as the reader may see them."""

    members: Mapping[str, str] = field(default_factory=dict[str, str])
    """Names by id."""
    entries: Mapping[str, str] = field(default_factory=dict[str, str])
    """Names by id, "entry 5" for those whose name is not shown."""
    numbered: Mapping[int, str] = field(default_factory=dict[int, str])
    """Names by number, of the tournament."""
    seasons: Mapping[str, str] = field(default_factory=dict[str, str])
    nights: Mapping[str, str] = field(default_factory=dict[str, str])
    rulesets: Mapping[str, str] = field(default_factory=dict[str, str])
    """The slugs of the club's house rules by id."""
    table: tuple[int, int] | None = None
    """The numbers of the round and of the table, where the facts have its id."""
    before: str = ""
    """The result before the act, in figures."""
    after: str = ""
    """The result after the act; empty if the reader may not see it."""


def figures(values: Sequence[int], *, hundredths: bool = False) -> str:
    """By side: "1,000-400", or "12.00-8.00" of what is counted in hundredths."""
    return DASH.join(figure(value, hundredths=hundredths) for value in values)


class Facts:
    """The facts of an act, and the names in them."""

    def __init__(self, act: Act, known: Known) -> None:
        self.subject, self.facts, self.known = act.subject, act.facts, known

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def get(self, name: str) -> Any:
        return self.facts.get(name)

    def member(self, fact: str = "member") -> str:
        return self.known.members.get(str(self.get(fact)), "a member")

    def entry(self) -> str:
        number = self.get("number")
        unknown = "an entry" if number is None else f"entry {number}"
        return self.known.entries.get(str(self["entry"]), unknown)

    def season(self) -> str:
        return self.known.seasons.get(str(self.get("season")), "a season")

    def ruleset(self) -> str:
        slug = self.known.rulesets.get(str(self.get("ruleset")))
        return "house rules" if slug is None else f"the house rules {slug}"

    def at(self) -> str:
        """As in "round 2, table 3"."""
        if self.known.table is not None:
            return "round {}, table {}".format(*self.known.table)
        round_, table = self.get("round"), self.get("table")
        number = table if isinstance(table, int) else self.get("number")
        return "a table" if None in (round_, number) else f"round {round_}, table {number}"

    def side(self, entries: Sequence[int]) -> str:
        return listed([self.known.numbered.get(each, f"entry {each}") for each in entries])

    def sides(self, sides: Sequence[Sequence[int]]) -> str:
        """ "Ana & Ben against Cleo & Dan"."""
        return " against ".join(self.side(side) for side in sides)
