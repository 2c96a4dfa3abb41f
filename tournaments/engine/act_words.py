"""What replaces the words of the texts of acts."""

from collections.abc import Callable

from tournaments.engine.act_changes import (
    Facts,
    byes,
    changes,
    entry_changes,
    member_changes,
    reseated,
)
from tournaments.engine.language import marked as _


def filled(facts: Facts, text: str) -> str:
    """A marked text with its words, in the language of its reader."""
    return facts.known.language.translated(text).format_map(_Words(facts))


class _Words:
    """What replaces the words of a text."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def __getitem__(self, word: str) -> str:
        made = _WORDS.get(word)
        return str(int(self.facts[word])) if made is None else made(self.facts)


def either(fact: str, text: str, otherwise: str) -> Callable[[Facts], str]:
    """`text` if the fact is there and true."""
    return lambda facts: filled(facts, text if facts.get(fact) else otherwise)


def _when(facts: Facts) -> str:
    """ "from round 2 to round 4", "in round 2, from hand 3 on"."""
    first, last, hand = facts["from_round"], facts.get("to_round"), facts.get("from_hand")
    if first == last:
        text = _("in round {round}, from hand {hand} on") if hand else _("in round {round}")
    elif last:
        text = (
            _("from round {round}, hand {hand} to round {last}")
            if hand
            else _("from round {round} to round {last}")
        )
    else:
        text = _("from round {round}, hand {hand} on") if hand else _("from round {round} on")
    return facts.say(text, round=first, last=last, hand=hand)


def _substitute(facts: Facts) -> str:
    """Who came for whom, and when."""
    invited = _("somebody was invited to sit for {out} {when}")
    return filled(facts, _("{in} for {out} {when}") if "in" in facts.facts else invited)


def _late(facts: Facts) -> str:
    late = [facts.side([number]) for number in facts.get("late") or ()]
    if not late:
        return ""
    if facts.get("last"):
        text = _("{names} came too late for it")
    elif len(late) == 1:
        text = _("{names} plays from the next one on")
    else:
        text = _("{names} play from the next one on")
    return f"; {facts.say(text, names=facts.listed(late))}"


def _player(facts: Facts) -> str:
    if facts.get("bot"):
        return facts.say(_("the bot {level}"), level=facts["bot"])
    return facts.member() if facts.get("member") else facts.say(_("a player"))


def _minutes(facts: Facts) -> str:
    """ "5 minutes more", "1 minute less"."""
    minutes = int(facts["minutes"])
    if abs(minutes) == 1:
        text = _("1 minute more") if minutes > 0 else _("1 minute less")
    else:
        text = _("{number} minutes more") if minutes > 0 else _("{number} minutes less")
    return facts.say(text, number=abs(minutes))


def _members(facts: Facts) -> str:
    number = len(facts["members"])
    return facts.say(_("1 member") if number == 1 else _("{number} members"), number=number)


def _claim(facts: Facts) -> str:
    if facts["claim"] == "bot":
        text = _("a bot plays for seat {seat}, whose player stays away")
    else:
        text = _("the game was given up for the player of seat {seat}, who stays away")
    return facts.say(text, seat=facts["seat"])


def _seat(facts: Facts) -> str:
    seat = facts.get("seat")
    return facts.say(_("a seat") if seat is None else _("seat {seat}"), seat=seat)


def _became(facts: Facts) -> str:
    known = facts.known
    text = _("{before} became {after}") if known.before else _("{after} recorded")
    return facts.say(text, before=known.before, after=known.after)


_WORDS: dict[str, Callable[[Facts], str]] = {
    "a_seat": _seat,
    "after": lambda facts: facts.known.after,
    "at": Facts.at,
    "became": _became,
    "before": lambda facts: facts.known.before or facts.say(_("the result")),
    "byes": byes,
    "claim": _claim,
    "chooser": lambda facts: facts.member() if facts.get("member") else facts.subject,
    "entry": Facts.entry,
    "entry_changes": entry_changes,
    "in": lambda facts: facts.member("in"),
    "into": lambda facts: facts.member("into"),
    "late": _late,
    "member": Facts.member,
    "member_changes": member_changes,
    "members": _members,
    "minutes": _minutes,
    "names": lambda facts: facts.listed(changes(facts, "names")),
    "out": lambda facts: facts.member("out"),
    "player": _player,
    "reseated": lambda facts: "; ".join(reseated(facts, facts["tables"])),
    "ruleset": Facts.ruleset,
    "score": lambda facts: facts.known.after or facts.known.language.figures([int(facts["score"])]),
    "season": Facts.season,
    "source": lambda facts: facts.member("source"),
    "subject": lambda facts: facts.subject,
    "substitute": _substitute,
    "when": _when,
}
