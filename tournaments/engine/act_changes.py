"""An act of the log, its facts, the names in them, and the sentences for acts that change things.

What was changed is in the facts, so that no text with words to fill in can say it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.engine.reason_texts import against, figure, listed, named

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
        return named(entries, self.known.numbered)

    def sides(self, sides: Sequence[Sequence[int]]) -> str:
        return against(sides, self.known.numbered)


_STATES = {"cancelled": "called off", "open": "open for entries", "draft": "a draft again"}
_VENUES = {"online": "to be played online", "table": "to be played with cards in hand"}


def settings_changed(facts: Facts) -> str:
    if facts.get("start_undone"):
        return f"{facts.subject}: the start was taken back"
    values: Mapping[str, Sequence[Any]] = facts.get("values") or {}
    moved = [name for name in facts["changed"] if name in values and len(set(values[name])) > 1]
    parts = [_STATES[values["state"][1]]] if "state" in moved else []
    parts += [
        f"{_words(name)} from {_value(values[name][0])} to {_value(values[name][1])}"
        for name in moved
        if name != "state"
    ]
    parts += ["phrase of the lots set"] if "phrase" in facts["changed"] else []
    others = [_words(name) for name in facts["changed"] if name not in {*values, "phrase"}]
    parts += [f"{listed(others)} changed"] if others else []
    return f"{facts.subject}: {'; '.join(parts) or 'settings sent again as they were'}"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _value(value: object) -> str:
    match value:
        case True | False:
            return "on" if value else "off"
        case None | "":
            return "none"
        case _:
            return str(value)


_CHANGES: dict[tuple[str, object], str] = {
    ("checked_in", True): "checked in",
    ("checked_in", False): "checked out",
    ("withdrawn", True): "withdrawn",
    ("withdrawn", False): "came back",
    ("late", True): "marked as late",
    ("late", False): "no longer late",
    ("seed", None): "no longer seeded",
    ("guest", True): "now a guest",
    ("guest", False): "no longer a guest",
    ("names", "full"): "named in full to others",
    ("names", "short"): "named by first name and initial to others",
    ("names", "none"): "named not at all to others",
}

_OTHERWISE = {"seed": "seeded {}", "role": "now {}"}


def changes(facts: Facts, *names: str) -> list[str]:
    """Those of the facts `names` that are there, in words."""
    return [
        _CHANGES.get((name, facts[name])) or _OTHERWISE[name].format(facts[name])
        for name in names
        if name in facts.facts
    ]


def entry_changes(facts: Facts) -> str:
    return listed(changes(facts, "checked_in", "withdrawn", "late", "seed"))


def reseated(facts: Facts, tables: Sequence[Mapping[str, Any]]) -> list[str]:
    """Who sat at these tables, and who sits there now."""
    return [
        f"table {each['number']}: {facts.sides(each['before'])} became {facts.sides(each['after'])}"
        for each in tables
    ]


def table_changed(facts: Facts) -> str:
    """A table of a draft; the facts do not show who sits there before the round is published."""
    seats = facts.get("tables")
    parts = ["seated differently in the draft"] if "sides" in facts["changed"] else []
    if seats is not None:
        parts = reseated(facts, [each for each in seats if each["before"] != each["after"]])
        parts = parts or [f"table {facts['table']}: {facts.sides(seats[0]['after'])} kept"]
    others = [_VENUES[facts["venue"]]] if facts.get("venue") else []
    if "locked" in facts.facts:
        others.append("locked" if facts["locked"] else "released")
    if seats is None:
        return f"{facts.at()}: {listed([*parts, *others])}"
    parts += [f"table {facts['table']}: {listed(others)}"] if others else []
    return f"round {int(facts['round'])}, {'; '.join(parts)}"


def byes(facts: Facts) -> str:
    """The facts do not show whose byes they are before the round is published."""
    parts = [
        f"the bye of {facts.side(facts[f'byes_{done}'])} {done}"
        for done in ("locked", "released")
        if facts.get(f"byes_{done}")
    ]
    return listed(parts or ["byes locked or released"])


def member_changes(facts: Facts) -> str:
    renamed = ["renamed"] if facts.get("renamed") else []
    return listed(renamed + changes(facts, "role", "guest", "names"))
