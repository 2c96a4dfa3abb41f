"""Why a table or a bye was drawn, in plain English: the one place where reasons become text.

A reason is a code and its facts, in which entries are numbers (`Reason`). The text names them, by
the names that the reader may see.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tournaments.engine.draws import Reason

MINUS = "\N{MINUS SIGN}"


Names = Mapping[int, str]
"""Names by entry number; an entry without one is called "entry 5"."""


def reason_text(why: Reason, names: Names) -> str:
    """The text of a reason; if its code is unknown here, the text that it came with."""
    tell = _TEXTS.get(why.code)
    return why.text if tell is None else tell(_Facts(why.facts, names))


def known(code: str) -> bool:
    """True if reasons of this code have a text here."""
    return code in CODES


def readable(why: Reason) -> bool:
    """True if the facts are those that the code needs."""
    try:
        return bool(reason_text(why, {})) or not why.code
    except (AttributeError, LookupError, OverflowError, TypeError, ValueError):
        return False


class _Facts:
    """The facts of a reason, and the names for them."""

    def __init__(self, facts: Mapping[str, Any], names: Names) -> None:
        self.facts = facts
        self.names = names

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def number(self, fact: str) -> int:
        return int(self.facts[fact])

    def numbers(self, fact: str) -> list[str]:
        return [str(int(each)) for each in self.facts[fact]]

    def often(self, fact: str) -> str:
        return times(self.number(fact))

    def name(self, entry: int) -> str:
        return self.names.get(entry) or f"entry {int(entry)}"

    def who(self, fact: str = "entry") -> str:
        """The name of the entry that is a fact."""
        return self.name(self.facts[fact])

    def all(self, entries: Sequence[int]) -> str:
        return listed([self.name(entry) for entry in entries])

    def sides(self) -> list[str]:
        return [self.all(side) for side in self.facts["sides"]]

    def table(self) -> str:
        """As in "Ana & Ben against Cleo & Dan"."""
        return " against ".join(self.sides())


def listed(words: Sequence[str]) -> str:
    """As in "Ana, Ben and Cleo"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def figure(value: int, *, hundredths: bool = False) -> str:
    """As in "1,000", or "12.00" for hundredths; with a true minus sign."""
    text = f"{value / 100:,.2f}" if hundredths else f"{value:,}"
    return text.replace("-", MINUS)


def times(number: int) -> str:
    """As in "twice"."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


def _met(facts: _Facts) -> str:
    if not facts.facts.get("met"):
        return ""
    return f" They have met {facts.often('met')} before."


def _floated(facts: _Facts) -> str:
    """Who plays below their score group, and why."""
    if "down" not in facts.facts:
        return ""
    gap = facts.number("gap")
    groups = "one score group" if gap == 1 else f"{gap} score groups"
    text = f" {facts.who('down')} had to play {groups} down because {_CAUSES[facts['cause']]}."
    if facts["again"]:
        text += " It is not the first time in two rounds, but every other draw is worse."
    return text


_CAUSES = {
    "alone": "nobody else has the same score",
    "met_all": "everybody in the group was met before or is kept apart",
    "odd": "the group is odd",
    "others": "otherwise others in the group would meet again or move further",
}


def _before(facts: _Facts) -> str:
    """For individuals, who was whose partner or opponent before."""
    text = ""
    for name in ("partners", "opponents"):
        old = [f"{facts.all(two)} {times(int(often))}" for *two, often in facts[name]]
        text += f" {name.capitalize()} before: {', '.join(old)}." if old else f" No {name} repeat."
    return text


def _again(facts: _Facts) -> str:
    """The meetings before at a table that no draw chose."""
    return _before(facts) if "partners" in facts.facts else _met(facts)


Tell = Callable[[_Facts], str]


def _table(text: str, *more: Tell) -> Tell:
    """Who meets, `text` after it, and more."""
    return lambda facts: "".join([facts.table(), text, *(tell(facts) for tell in more)])


def _bye(text: str) -> Tell:
    """The reason for a bye of a Swiss."""

    def tell(facts: _Facts) -> str:
        who = facts.who()
        often = f" {who} had no table {facts.often('byes')} before." if facts["byes"] else ""
        return text.format(who=who) + often

    return tell


def _byes_drawn() -> dict[str, Tell]:
    """The reasons for a bye that the draw gave, among all entries or those without a lock."""
    found: dict[str, Tell] = {}
    for code, (among_all, among_rest) in _CHOSEN.items():
        found[code] = _bye("The number of entries is odd: the bye goes to {who}" + among_all)
        found[f"{code}_of_rest"] = _bye(
            "The director leaves an odd number of entries to the draw: the bye goes to {who}"
            + among_rest
        )
    return found


_CHOSEN = {
    "bye_by_lot": (" by lot.", " by lot."),
    "bye_last_seed": (", the last seed.", ", the last seed of them."),
    "bye_by_seed": (
        ", as close to the last seed as the entries kept apart allow.",
        ", as close to the last seed of them as the entries kept apart allow.",
    ),
    "bye_lowest": (", the lowest in the standings.", ", the lowest of them in the standings."),
    "bye_fewest": (
        ", the lowest in the standings of those with the fewest byes.",
        ", the lowest in the standings of those of them with the fewest byes.",
    ),
    "bye_for_better_tables": (
        ". If somebody lower in the standings or with fewer byes had it, the draw would be worse.",
        ". If one of them who is lower in the standings or had fewer byes had it, the draw would "
        "be worse.",
    ),
}
"""The texts of a bye chosen among all entries, and among those whom the director left."""


def _sat_out(facts: _Facts) -> str:
    left = facts.number("left")
    text = f"{left} of {facts.number('free')} {_have(left)} no place at a table. "
    return text + _least(facts, "nobody who plays sat out less often")


def _sat_out_of_rest(facts: _Facts) -> str:
    """For a night on which the director seated some by hand, or let them sit out."""
    free, left = facts.number("free"), facts.number("left")
    text = f"The director leaves {free} {'player' if free == 1 else 'players'} to the draw"
    if left == free:
        return f"{text}, too few for a table: {facts.who()} sits out."
    text += f", of whom {left} {_have(left)} no place at a table. "
    return text + _least(facts, "none of those who play sat out less often")


def _have(number: int) -> str:
    return "has" if number == 1 else "have"


def _least(facts: _Facts, others: str) -> str:
    """How often a player who sits out has sat out before, and that `others` did so no less."""
    often = facts.often("had")
    before = "never sat out" if often == "never" else f"sat out {often}"
    text = f"{facts.who()} {before} so far; {others}."
    return text + (" Among equals, a late entry sits out first." if facts["late"] else "")


def _by_standing(facts: _Facts) -> str:
    ranks = listed(facts.numbers("ranks"))
    hundredths = bool(facts.facts.get("hundredths"))
    sums = listed([figure(int(each), hundredths=hundredths) for each in facts["sums"]])
    text = f"{facts.table()}: places {ranks} of the standings."
    text += f" Their scores per table add up to {sums}."
    return text + _before(facts)


def _from_design(facts: _Facts) -> str:
    return (
        f"{facts.table()}: from the whist design for {facts.number('players')} players, in which "
        "everybody is everybody's partner once and opponent twice." + _before(facts)
    )


def _from_plan(facts: _Facts) -> str:
    return (
        f"{facts.table()}: from the plan for rounds {facts.number('from')} to "
        f"{facts.number('to')} with the fewest repeated partners found, then the most evenly "
        "spread opponents." + _before(facts)
    )


def _due(text: str) -> Tell:
    """The reason for a bye of a circle, whose plan has an opponent."""
    return lambda facts: (
        f"In this round of the circle {facts.who()} should meet {facts.who('opponent')}, {text}."
    )


def _seed_bye(facts: _Facts) -> str:
    entries, seed = facts.number("entries"), facts.number("seed")
    return f"{entries} entries do not fill the bracket: a bye for seed {seed}, {facts.who()}."


def _walkover(facts: _Facts) -> str:
    text = f"A walkover for {facts.who()}: "
    if facts["absent"] is None:
        return text + "no opponent is left in this part of the bracket."
    return text + f"{facts.who('absent')} left."


_REASONS: dict[str, Tell] = {
    "set_by_director": _table(", set by the director.", _again),
    "displaced": _table(", because the director moved others.", _again),
    "drawn_by_lot": _table(": drawn by lot.", _met),
    "drawn_by_seed": _table(": drawn by seed, the best against the last."),
    "met_before": _table(": no draw has fewer repeats.", _met, _floated),
    "closest": _table(": the closest in the standings who have not met.", _floated),
    "not_closest": _table(
        ": not met so far. Opponents closer in the standings are needed at other tables.", _floated
    ),
    "bye_by_director": _bye("The director gave the bye to {who}."),
    "bye_displaced": _bye("The bye goes to {who} because the director moved others."),
    "bye_left_over": _bye("The director has placed all the others: the bye goes to {who}."),
    **_byes_drawn(),
    "from_design": _from_design,
    "from_plan": _from_plan,
    "by_standing": _by_standing,
    "sat_out": _sat_out,
    "sat_out_of_rest": _sat_out_of_rest,
    "sit_out_by_director": lambda facts: f"The director lets {facts.who()} sit out.",
    "circle": lambda facts: f"{facts.table()}: round {facts.number('round')} of the circle.",
    "circle_turn": lambda facts: (
        f"The number of entries is odd: {facts.who()} has no table this time."
    ),
    "circle_forbidden": _due("and the two are kept apart"),
    "circle_absent": _due("who left or has not come"),
    "seeds_meet": lambda facts: f"{facts.table()}: seeds {listed(facts.numbers('seeds'))}.",
    "seed_bye": _seed_bye,
    "winners_meet": _table(": both won their way here in the bracket."),
    "walkover": _walkover,
    "third_place": _table(", the losing semi-finalists, for third place."),
    "third_place_walkover": lambda facts: (
        f"Third place for {facts.who()} without a match: {facts.who('absent')} left."
    ),
}


_WARNINGS: dict[str, Tell] = {
    "stationary_moved": lambda facts: (
        f"{facts.who()} should stay at table {facts.number('table')}, and you moved them away."
    ),
    "kept_apart": lambda facts: f"{facts.all(facts['entries'])} are to be kept apart.",
}

_TEXTS = {**_REASONS, **_WARNINGS}


CODES = tuple(_REASONS)
"""The codes of all reasons; more may be added."""

WARNING_CODES = tuple(_WARNINGS)
"""The codes of warnings to a director; more may be added."""
