"""Why a table or a bye was drawn, in plain English: the one place where reasons become text.

A reason is a code and its facts, in which entries are numbers (`Reason`). The text names them, by
the names that the reader may see. A `{word}` of a text is in `_WORDS`, or is a fact that is a
number.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tournaments.engine.draws import Reason

MINUS = "\N{MINUS SIGN}"


EntryNames = Mapping[int, str]
"""By entry number; an entry without one is called "entry 5"."""


def reason_text(why: Reason, names: EntryNames) -> str:
    """The text of a reason; if its code is unknown here, the text that it came with."""
    text = _TEXTS.get(why.code)
    return why.text if text is None else text.format_map(_Facts(why.facts, names))


def known(code: str) -> bool:
    """True if reasons of this code have a text here."""
    return code in CODES


def readable(why: Reason) -> bool:
    """True if the facts are those that the code needs."""
    try:
        return bool(reason_text(why, {})) or not why.code
    except (AttributeError, LookupError, OverflowError, TypeError, ValueError):
        return False


def listed(words: Sequence[str]) -> str:
    """As in "Ana, Ben and Cleo"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def named(entries: Sequence[int], names: EntryNames) -> str:
    return listed([names.get(entry) or f"entry {int(entry)}" for entry in entries])


def against(sides: Sequence[Sequence[int]], names: EntryNames) -> str:
    """As in "Ana & Ben against Cleo & Dan"."""
    return " against ".join(named(side, names) for side in sides)


def figure(value: int, *, hundredths: bool = False) -> str:
    """As in "1,000", or "12.00" for hundredths; with a true minus sign."""
    text = f"{value / 100:,.2f}" if hundredths else f"{value:,}"
    return text.replace("-", MINUS)


def times(number: int) -> str:
    """As in "twice"."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


class _Facts:
    """The facts of a reason, and the names for them."""

    def __init__(self, facts: Mapping[str, Any], names: EntryNames) -> None:
        self.facts = facts
        self.names = names

    def __getitem__(self, word: str) -> str:
        made = _WORDS.get(word)
        return str(self.number(word)) if made is None else made(self)

    def number(self, fact: str) -> int:
        return int(self.facts[fact])

    def named(self, fact: str) -> str:
        """The name of the entry that is a fact."""
        return self.all([self.facts[fact]])

    def all(self, entries: Sequence[int]) -> str:
        return named(entries, self.names)


def _met(facts: _Facts) -> str:
    met = facts.facts.get("met")
    return f" They have met {times(int(met))} before." if met else ""


def _before(facts: _Facts) -> str:
    """For individuals, who was whose partner or opponent before."""
    text = ""
    for name in ("partners", "opponents"):
        old = [f"{facts.all(two)} {times(int(often))}" for *two, often in facts.facts[name]]
        text += f" {name.capitalize()} before: {', '.join(old)}." if old else f" No {name} repeat."
    return text


def _floated(facts: _Facts) -> str:
    """Who plays below their score group, and why."""
    if "down" not in facts.facts:
        return ""
    gap, cause = facts.number("gap"), _CAUSES[facts.facts["cause"]]
    groups = "one score group" if gap == 1 else f"{gap} score groups"
    text = f" {facts.named('down')} had to play {groups} down because {cause}."
    if facts.facts["again"]:
        text += " It is not the first time in two rounds, but every other draw is worse."
    return text


_CAUSES = {
    "alone": "nobody else has the same score",
    "met_all": "everybody in the group was met before or is kept apart",
    "odd": "the group is odd",
    "others": "otherwise others in the group would meet again or move further",
}


def _unplayed(facts: _Facts) -> str:
    """How often an entry did not play before it got the bye."""
    rounds = facts.number("byes")
    if not rounds:
        return ""
    noun = "round" if rounds == 1 else "rounds"
    return (
        f" {facts.named('entry')} had {rounds} {noun} without play before: byes, rounds missed by "
        "coming late and wins by forfeit count."
    )


def _sat_out(facts: _Facts) -> str:
    often = facts.number("had")
    return f"sat out {times(often)}" if often else "never sat out"


def _sits_out_of_rest(facts: _Facts) -> str:
    """On a night on which the director seated some by hand, or let them sit out."""
    if facts.number("left") == facts.number("free"):
        return ", too few for a table: {entry} sits out.".format_map(facts)
    return (
        ", of whom {left} {have} no place at a table. {entry} {had} so far; none of those who play "
        "sat out less often.{late}"
    ).format_map(facts)


def _sums(facts: _Facts) -> str:
    hundredths = bool(facts.facts.get("hundredths"))
    return listed([figure(int(each), hundredths=hundredths) for each in facts.facts["sums"]])


def _numbers(fact: str) -> Callable[[_Facts], str]:
    return lambda facts: listed([str(int(each)) for each in facts.facts[fact]])


_WORDS: dict[str, Callable[[_Facts], str]] = {
    "absent": lambda facts: facts.named("absent"),
    "again": lambda facts: _before(facts) if "partners" in facts.facts else _met(facts),
    "apart": lambda facts: facts.all(facts.facts["entries"]),
    "before": _before,
    "entry": lambda facts: facts.named("entry"),
    "floated": _floated,
    "gone": lambda facts: (
        "no opponent is left in this part of the bracket"
        if facts.facts["absent"] is None
        else f"{facts.named('absent')} left"
    ),
    "had": _sat_out,
    "late": lambda facts: (
        " Among equals, a late entry sits out first." if facts.facts["late"] else ""
    ),
    "have": lambda facts: "has" if facts.number("left") == 1 else "have",
    "met": _met,
    "odd": "The number of entries is odd: the bye goes to {entry}".format_map,
    "odd_rest": (
        "The director leaves an odd number of entries to the draw: the bye goes to {entry}"
    ).format_map,
    "opponent": lambda facts: facts.named("opponent"),
    "free_players": lambda facts: (
        "1 player" if facts.number("free") == 1 else f"{facts.number('free')} players"
    ),
    "ranks": _numbers("ranks"),
    "seeds": _numbers("seeds"),
    "sides": lambda facts: against(facts.facts["sides"], facts.names),
    "sits_out": _sits_out_of_rest,
    "sums": _sums,
    "unplayed": _unplayed,
}

_REASONS = {
    "set_by_director": "{sides}, set by the director.{again}",
    "displaced": "{sides}, because the director moved others.{again}",
    "drawn_by_lot": "{sides}: drawn by lot.{met}",
    "drawn_by_seed": "{sides}: drawn by seed, the best against the last.",
    "met_before": "{sides}: no draw has fewer repeats.{met}{floated}",
    "closest": "{sides}: the closest in the standings who have not met.{floated}",
    "not_closest": "{sides}: not met so far. Opponents closer in the standings are needed at other "
    "tables.{floated}",
    "bye_by_director": "The director gave the bye to {entry}.{unplayed}",
    "bye_displaced": "The bye goes to {entry} because the director moved others.{unplayed}",
    "bye_left_over": "The director has placed all the others: the bye goes to {entry}.{unplayed}",
    "bye_by_lot": "{odd} by lot.{unplayed}",
    "bye_by_lot_of_rest": "{odd_rest} by lot.{unplayed}",
    "bye_last_seed": "{odd}, the last seed.{unplayed}",
    "bye_last_seed_of_rest": "{odd_rest}, the last seed of them.{unplayed}",
    "bye_by_seed": "{odd}, as close to the last seed as the entries kept apart allow.{unplayed}",
    "bye_by_seed_of_rest": "{odd_rest}, as close to the last seed of them as the entries kept "
    "apart allow.{unplayed}",
    "bye_lowest": "{odd}, the lowest in the standings.{unplayed}",
    "bye_lowest_of_rest": "{odd_rest}, the lowest of them in the standings.{unplayed}",
    "bye_fewest": "{odd}, the lowest in the standings of those with the fewest rounds without "
    "play.{unplayed}",
    "bye_fewest_of_rest": "{odd_rest}, the lowest in the standings of those of them with the "
    "fewest rounds without play.{unplayed}",
    "bye_for_better_tables": "{odd}. If somebody lower in the standings or with fewer rounds "
    "without play had it, the draw would be worse.{unplayed}",
    "bye_for_better_tables_of_rest": "{odd_rest}. If one of them who is lower in the standings or "
    "had fewer rounds without play had it, the draw would be worse.{unplayed}",
    "from_design": "{sides}: from the whist design for {players} players, in which everybody is "
    "everybody's partner once and opponent twice.{before}",
    "from_plan": "{sides}: from the plan for rounds {from} to {to} with the fewest repeated "
    "partners found, then the most evenly spread opponents.{before}",
    "by_standing": "{sides}: places {ranks} of the standings. Their scores per table add up to "
    "{sums}.{before}",
    "sat_out": "{left} of {free} {have} no place at a table. {entry} {had} so far; nobody who "
    "plays sat out less often.{late}",
    "sat_out_of_rest": "The director leaves {free_players} to the draw{sits_out}",
    "sit_out_by_director": "The director lets {entry} sit out.",
    "circle": "{sides}: round {round} of the circle.",
    "circle_turn": "The number of entries is odd: {entry} has no table this time.",
    "circle_forbidden": "In this round of the circle {entry} should meet {opponent}, and the two "
    "are kept apart.",
    "circle_absent": "In this round of the circle {entry} should meet {opponent}, who left or has "
    "not come.",
    "seeds_meet": "{sides}: seeds {seeds}.",
    "seed_bye": "{entries} entries do not fill the bracket: a bye for seed {seed}, {entry}.",
    "winners_meet": "{sides}: both won their way here in the bracket.",
    "walkover": "A walkover for {entry}: {gone}.",
    "third_place": "{sides}, the losing semi-finalists, for third place.",
    "third_place_walkover": "Third place for {entry} without a match: {absent} left.",
}

_WARNINGS = {
    "stationary_moved": "{entry} should stay at table {table}, and you moved them away.",
    "kept_apart": "{apart} are to be kept apart.",
}

_TEXTS = {**_REASONS, **_WARNINGS}

CODES = tuple(_REASONS)
"""The codes of all reasons; more may be added."""

WARNING_CODES = tuple(_WARNINGS)
"""The codes of warnings to a director; more may be added."""
