"""Sentences of the log about what was changed: settings, entries, seats, members."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.engine.acts.facts import Facts
from tournaments.engine.reason_texts import listed

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


_FLAGS = {
    ("checked_in", True): "checked in",
    ("checked_in", False): "checked out",
    ("withdrawn", True): "withdrawn",
    ("withdrawn", False): "came back",
    ("late", True): "marked as late",
    ("late", False): "no longer late",
    ("seed", None): "no longer seeded",
}


def entry_changed(facts: Facts) -> str:
    changes = [
        _FLAGS[name, facts[name]] if (name, facts[name]) in _FLAGS else f"seeded {facts[name]}"
        for name in ("checked_in", "withdrawn", "late", "seed")
        if name in facts.facts
    ]
    return f"{facts.entry()}: {listed(changes)}"


def seats_changed(facts: Facts) -> str:
    return f"round {int(facts['round'])}, {'; '.join(_seats(facts, facts['tables']))}"


def _seats(facts: Facts, tables: Sequence[Mapping[str, Any]]) -> list[str]:
    return [
        f"table {each['number']}: {facts.sides(each['before'])} became {facts.sides(each['after'])}"
        for each in tables
    ]


def table_changed(facts: Facts) -> str:
    """A table of a draft; the facts do not show who sits there before the round is published."""
    seats = facts.get("tables")
    parts = ["seated differently in the draft"] if "sides" in facts["changed"] else []
    if seats is not None:
        parts = _seats(facts, [each for each in seats if each["before"] != each["after"]])
        parts = parts or [f"table {facts['table']}: {facts.sides(seats[0]['after'])} kept"]
    others = [_VENUES[facts["venue"]]] if facts.get("venue") else []
    if "locked" in facts.facts:
        others.append("locked" if facts["locked"] else "released")
    if seats is None:
        return f"{facts.at()}: {listed([*parts, *others])}"
    parts += [f"table {facts['table']}: {listed(others)}"] if others else []
    return f"round {int(facts['round'])}, {'; '.join(parts)}"


def byes_changed(facts: Facts) -> str:
    """The facts do not show whose byes they are before the round is published."""
    parts = [
        f"the bye of {facts.side(facts[f'byes_{done}'])} {done}"
        for done in ("locked", "released")
        if facts.get(f"byes_{done}")
    ]
    return f"round {int(facts['round'])}: {listed(parts or ['byes locked or released'])}"


def member_changed(facts: Facts) -> str:
    changes = ["renamed"] if facts.get("renamed") else []
    if "role" in facts.facts:
        changes.append(f"now {facts['role']}")
    if "guest" in facts.facts:
        changes.append("now a guest" if facts["guest"] else "no longer a guest")
    if "names" in facts.facts:
        changes.append(f"named {_NAMES[facts['names']]} to others")
    return f"{facts.member()}: {listed(changes)}"


_NAMES = {"full": "in full", "short": "by first name and initial", "none": "not at all"}


def names_chosen(facts: Facts) -> str:
    who = facts.member() if facts.get("member") else facts.subject
    renamed = "renamed, " if facts.get("renamed") else ""
    return f"{who}: {renamed}named {_NAMES[facts['names']]} to others"
