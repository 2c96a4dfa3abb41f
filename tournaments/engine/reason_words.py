"""What replaces the words of the texts of reasons, in the language of the reader."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tournaments.engine.language import ENGLISH, Language
from tournaments.engine.language import marked as _

EntryNames = Mapping[int, str]
"""By entry number; an entry without one is called "entry 5"."""


def named(entries: Sequence[int], names: EntryNames, language: Language = ENGLISH) -> str:
    """As in "Ana, Ben and entry 5"."""
    number = _("entry {number}")
    return language.listed(
        [names.get(entry) or language.say(number, number=int(entry)) for entry in entries]
    )


def against(sides: Sequence[Sequence[int]], names: EntryNames, language: Language = ENGLISH) -> str:
    """As in "Ana & Ben against Cleo & Dan"."""
    first, *others = [named(side, names, language) for side in sides]
    for other in others:
        first = language.say(_("{side} against {other}"), side=first, other=other)
    return first


class ReasonFacts:
    """The facts of a reason, the names for them, and the language; the words of its text."""

    def __init__(self, facts: Mapping[str, Any], names: EntryNames, language: Language) -> None:
        self.facts = facts
        self.names = names
        self.language = language

    def filled(self, text: str) -> str:
        """A marked text with its words."""
        return self.language.translated(text).format_map(self)

    def __getitem__(self, word: str) -> str:
        made = _WORDS.get(word)
        return str(self.number(word)) if made is None else made(self)

    def number(self, fact: str) -> int:
        return int(self.facts[fact])

    def named(self, fact: str) -> str:
        """The name of the entry that is a fact."""
        return self.all([self.facts[fact]])

    def all(self, entries: Sequence[int]) -> str:
        return named(entries, self.names, self.language)

    def times(self, number: int) -> str:
        """As in "twice"."""
        text = {1: _("once"), 2: _("twice")}.get(number, _("{number} times"))
        return self.language.say(text, number=number)

    def numbers(self, fact: str) -> str:
        return self.language.listed([str(int(each)) for each in self.facts[fact]])


def _either(fact: str, text: str, otherwise: str) -> Callable[[ReasonFacts], str]:
    """`text` if the number that is a fact is 1."""
    return lambda facts: facts.filled(text if facts.number(fact) == 1 else otherwise)


def _met(facts: ReasonFacts) -> str:
    met = facts.facts.get("met")
    text = _("They have met {times} before.")
    return f" {facts.language.say(text, times=facts.times(int(met)))}" if met else ""


def _before(facts: ReasonFacts) -> str:
    """For individuals, who was whose partner or opponent before."""
    partners = _("Partners before: {pairs}."), _("No partners repeat.")
    opponents = _("Opponents before: {pairs}."), _("No opponents repeat.")
    return _repeated(facts, "partners", *partners) + _repeated(facts, "opponents", *opponents)


def _repeated(facts: ReasonFacts, fact: str, text: str, without: str) -> str:
    old = [f"{facts.all(two)} {facts.times(int(often))}" for *two, often in facts.facts[fact]]
    return f" {facts.language.say(text if old else without, pairs=', '.join(old))}"


def _floated(facts: ReasonFacts) -> str:
    """Who plays below their score group, and why."""
    if "down" not in facts.facts:
        return ""
    one = _("{down} had to play one score group down because {cause}.")
    more = _("{down} had to play {gap} score groups down because {cause}.")
    text = facts.filled(one if facts.number("gap") == 1 else more)
    if facts.facts["again"]:
        again = _("It is not the first time in two rounds, but every other draw is worse.")
        text += f" {facts.language.say(again)}"
    return f" {text}"


_CAUSES = {
    "alone": _("nobody else has the same score"),
    "met_all": _("everybody in the group was met before or is kept apart"),
    "odd": _("the group is odd"),
    "others": _("otherwise others in the group would meet again or move further"),
}


def _unplayed(facts: ReasonFacts) -> str:
    """How often an entry did not play before it got the bye."""
    if not facts.number("byes"):
        return ""
    one = _(
        "{entry} had 1 round without play before: byes, rounds missed by coming late and wins by "
        "forfeit count."
    )
    more = _(
        "{entry} had {byes} rounds without play before: byes, rounds missed by coming late and "
        "wins by forfeit count."
    )
    return f" {facts.filled(one if facts.number('byes') == 1 else more)}"


def _sat_out(facts: ReasonFacts) -> str:
    often = facts.number("had")
    if not often:
        return facts.filled(_("{entry} never sat out so far"))
    text = _("{entry} sat out {times} so far")
    return facts.language.say(text, entry=facts.named("entry"), times=facts.times(often))


def _sits_out_of_rest(facts: ReasonFacts) -> str:
    """On a night on which the director seated some by hand, or let them sit out."""
    if facts.number("left") == facts.number("free"):
        return facts.filled(_(", too few for a table: {entry} sits out."))
    return facts.filled(
        _(
            "; there is no place at a table for {left} of them. {had}; none of those who play sat "
            "out less often.{late}"
        )
    )


def _late(facts: ReasonFacts) -> str:
    text = _("Among equals, a late entry sits out first.")
    return f" {facts.language.say(text)}" if facts.facts["late"] else ""


def _gone(facts: ReasonFacts) -> str:
    if facts.facts["absent"] is None:
        return facts.filled(_("no opponent is left in this part of the bracket"))
    return facts.filled(_("{absent} left"))


def _sums(facts: ReasonFacts) -> str:
    hundredths, language = bool(facts.facts.get("hundredths")), facts.language
    return language.listed(
        [language.figure(int(each), hundredths=hundredths) for each in facts.facts["sums"]]
    )


def _filled(text: str) -> Callable[[ReasonFacts], str]:
    return lambda facts: facts.filled(text)


_WORDS: dict[str, Callable[[ReasonFacts], str]] = {
    "absent": lambda facts: facts.named("absent"),
    "again": lambda facts: _before(facts) if "partners" in facts.facts else _met(facts),
    "apart": lambda facts: facts.all(facts.facts["entries"]),
    "before": _before,
    "cause": lambda facts: facts.language.say(_CAUSES[facts.facts["cause"]]),
    "down": lambda facts: facts.named("down"),
    "entry": lambda facts: facts.named("entry"),
    "floated": _floated,
    "free_players": _either("free", _("1 player"), _("{free} players")),
    "gone": _gone,
    "had": _sat_out,
    "late": _late,
    "met": _met,
    "odd": _filled(_("The number of entries is odd: the bye goes to {entry}")),
    "odd_rest": _filled(
        _("The director leaves an odd number of entries to the draw: the bye goes to {entry}")
    ),
    "opponent": lambda facts: facts.named("opponent"),
    "ranks": lambda facts: facts.numbers("ranks"),
    "seeds": lambda facts: facts.numbers("seeds"),
    "sides": lambda facts: against(facts.facts["sides"], facts.names, facts.language),
    "sits_out": _sits_out_of_rest,
    "sums": _sums,
    "unplayed": _unplayed,
}
