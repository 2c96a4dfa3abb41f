"""An act of the log, its facts, the names in them, and the sentences for acts that change things.

What was changed is in the facts, so that no text with words to fill in can say it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.engine.language import ENGLISH, Language
from tournaments.engine.language import marked as _
from tournaments.engine.reason_words import against, named


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
    language: Language = ENGLISH


class Facts:
    """The facts of an act, and the names in them."""

    def __init__(self, act: Act, known: Known) -> None:
        self.subject, self.facts, self.known = act.subject, act.facts, known
        self.say, self.listed = known.language.say, known.language.listed

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def get(self, name: str) -> Any:
        return self.facts.get(name)

    def member(self, fact: str = "member") -> str:
        return self.known.members.get(str(self.get(fact))) or self.say(_("a member"))

    def entry(self) -> str:
        number = self.get("number")
        unknown = _("an entry") if number is None else _("entry {number}")
        return self.known.entries.get(str(self["entry"])) or self.say(unknown, number=number)

    def season(self) -> str:
        return self.known.seasons.get(str(self.get("season"))) or self.say(_("a season"))

    def ruleset(self) -> str:
        slug = self.known.rulesets.get(str(self.get("ruleset")))
        text = _("house rules") if slug is None else _("the house rules {slug}")
        return self.say(text, slug=slug)

    def at(self) -> str:
        """As in "round 2, table 3"."""
        round_, table = self.known.table or (self.get("round"), self.get("table"))
        number = table if isinstance(table, int) else self.get("number")
        if None in (round_, number):
            return self.say(_("a table"))
        return self.say(_("round {round}, table {table}"), round=round_, table=number)

    def side(self, entries: Sequence[int]) -> str:
        return named(entries, self.known.numbered, self.known.language)

    def sides(self, sides: Sequence[Sequence[int]]) -> str:
        return against(sides, self.known.numbered, self.known.language)


_STATES = {
    "cancelled": _("called off"),
    "open": _("open for entries"),
    "draft": _("a draft again"),
}
_VENUES = {
    "online": _("to be played online"),
    "table": _("to be played with cards in hand"),
}
SETTINGS = {
    "clock": _("clock"),
    "duplicate": _("duplicate"),
    "forbidden": _("forbidden"),
    "format": _("format"),
    "handicap": _("handicap"),
    "hands_per_round": _("hands per round"),
    "house_bots": _("house bots"),
    "minimum_rounds": _("minimum rounds"),
    "minutes_per_round": _("minutes per round"),
    "name": _("name"),
    "phrase": _("phrase"),
    "phrases": _("phrases"),
    "rounds": _("rounds"),
    "ruleset": _("ruleset"),
    "scoring": _("scoring"),
    "season": _("season"),
    "starts_at": _("starts at"),
    "state": _("state"),
    "stationary": _("stationary"),
    "table_seats": _("table seats"),
    "tiebreaks": _("tiebreaks"),
    "venue": _("venue"),
    "visibility": _("visibility"),
}
"""The settings of a night in words."""
_VALUES = {
    "online": _("online"),
    "table": _("table"),
    "mixed": _("mixed"),
    "club": _("club"),
    "link": _("link"),
    "public": _("public"),
}


def settings_changed(facts: Facts) -> str:
    if facts.get("start_undone"):
        return facts.say(_("{subject}: the start was taken back"), subject=facts.subject)
    values: Mapping[str, Sequence[Any]] = facts.get("values") or {}
    moved = [name for name in facts["changed"] if name in values and len(set(values[name])) > 1]
    parts = [facts.say(_STATES[values["state"][1]])] if "state" in moved else []
    parts += [_moved(facts, name, *values[name]) for name in moved if name != "state"]
    parts += [facts.say(_("phrase of the lots set"))] if "phrase" in facts["changed"] else []
    others = [_setting(facts, name) for name in facts["changed"] if name not in {*values, "phrase"}]
    if others:
        parts.append(facts.say(_("{settings} changed"), settings=facts.listed(others)))
    return (
        f"{facts.subject}: {'; '.join(parts) or facts.say(_('settings sent again as they were'))}"
    )


def _setting(facts: Facts, name: str) -> str:
    text = SETTINGS.get(name)
    return name.replace("_", " ") if text is None else facts.say(text)


def _moved(facts: Facts, name: str, before: object, after: object) -> str:
    return facts.say(
        _("{setting} from {before} to {after}"),
        setting=_setting(facts, name),
        before=_value(facts, before),
        after=_value(facts, after),
    )


def _value(facts: Facts, value: object) -> str:
    match value:
        case True | False:
            return facts.say(_("on") if value else _("off"))
        case None | "":
            return facts.say(_("none"))
        case _ if str(value) in _VALUES:
            return facts.say(_VALUES[str(value)])
        case _:
            return str(value)


_CHANGES: dict[tuple[str, object], str] = {
    ("checked_in", True): _("checked in"),
    ("checked_in", False): _("checked out"),
    ("withdrawn", True): _("withdrawn"),
    ("withdrawn", False): _("came back"),
    ("late", True): _("marked as late"),
    ("late", False): _("no longer late"),
    ("seed", None): _("no longer seeded"),
    ("guest", True): _("now a guest"),
    ("guest", False): _("no longer a guest"),
    ("role", "member"): _("now member"),
    ("role", "director"): _("now director"),
    ("role", "admin"): _("now admin"),
    ("names", "full"): _("named in full to others"),
    ("names", "short"): _("named by first name and initial to others"),
    ("names", "none"): _("named not at all to others"),
}


def changes(facts: Facts, *names: str) -> list[str]:
    """Those of the facts `names` that are there, in words."""
    return [_change(facts, name, facts[name]) for name in names if name in facts.facts]


def _change(facts: Facts, name: str, value: object) -> str:
    known = _CHANGES.get((name, value))
    if known is None and name == "seed":
        return facts.say(_("seeded {number}"), number=value)
    return facts.say(_CHANGES[name, value])


def entry_changes(facts: Facts) -> str:
    return facts.listed(changes(facts, "checked_in", "withdrawn", "late", "seed"))


def reseated(facts: Facts, tables: Sequence[Mapping[str, Any]]) -> list[str]:
    """Who sat at these tables, and who sits there now."""
    text = _("table {table}: {before} became {after}")
    return [
        facts.say(
            text,
            table=each["number"],
            before=facts.sides(each["before"]),
            after=facts.sides(each["after"]),
        )
        for each in tables
    ]


def table_changed(facts: Facts) -> str:
    """A table of a draft; the facts do not show who sits there before the round is published."""
    seats = facts.get("tables")
    others = [facts.say(_VENUES[facts["venue"]])] if facts.get("venue") else []
    if "locked" in facts.facts:
        others.append(facts.say(_("locked") if facts["locked"] else _("released")))
    if seats is None:
        moved = "sides" in facts["changed"]
        parts = [facts.say(_("seated differently in the draft"))] if moved else []
        return f"{facts.at()}: {facts.listed([*parts, *others])}"
    return facts.say(
        _("round {round}, {changes}"),
        round=int(facts["round"]),
        changes="; ".join(_seats_changed(facts, seats, others)),
    )


def _seats_changed(
    facts: Facts, seats: Sequence[Mapping[str, Any]], others: Sequence[str]
) -> list[str]:
    table = facts["table"]
    parts = reseated(facts, [each for each in seats if each["before"] != each["after"]])
    if not parts:
        sides = facts.sides(seats[0]["after"])
        parts = [facts.say(_("table {table}: {sides} kept"), table=table, sides=sides)]
    if others:
        all_ = facts.listed(others)
        parts.append(facts.say(_("table {table}: {changes}"), table=table, changes=all_))
    return parts


_BYES = {
    "byes_locked": _("the bye of {entries} locked"),
    "byes_released": _("the bye of {entries} released"),
}


def byes(facts: Facts) -> str:
    """The facts do not show whose byes they are before the round is published."""
    parts = [
        facts.say(text, entries=facts.side(facts[fact]))
        for fact, text in _BYES.items()
        if facts.get(fact)
    ]
    return facts.listed(parts or [facts.say(_("byes locked or released"))])


def member_changes(facts: Facts) -> str:
    renamed = [facts.say(_("renamed"))] if facts.get("renamed") else []
    return facts.listed(renamed + changes(facts, "role", "guest", "names"))
