"""A ruleset in sentences, made from its values: house rules read as well as shipped ones."""

from collections.abc import Callable
from typing import Final, NamedTuple

from games.engine.rulesets.derived import Rules
from games.engine.rulesets.words import ending, melds, table, turn
from games.engine.rulesets.words.phrases import has_sequences


class Chapter(NamedTuple):
    """What the ruleset says about one topic."""

    topic: str
    text: str


_CHAPTERS: Final[dict[str, Callable[[Rules], str]]] = {
    "The pack": table.pack,
    "The players": table.players,
    "Card points": table.points,
    "The deal": table.deal,
    "Drawing": turn.drawing,
    "The discard pile": turn.pile,
    "Discarding": turn.discarding,
    "Groups": melds.groups,
    "Sequences": melds.sequences,
    "Wild cards": melds.wild_melds,
    "Canastas and sambas": melds.canastas,
    "The initial minimum": melds.minimum,
    "Red threes": ending.red_threes,
    "Threes in melds": melds.threes_melded,
    "Going out": ending.going_out,
    "The end of the game": ending.end,
    "Tournaments": ending.tournaments,
}


def in_words(rules: Rules) -> tuple[Chapter, ...]:
    """The rules of `rules`, chapter by chapter; every value that has an effect is described."""
    return tuple(Chapter(_topic(topic, rules), write(rules)) for topic, write in _CHAPTERS.items())


class ComparedChapter(NamedTuple):
    """A topic about which two rulesets say something else."""

    topic: str
    text: str
    against: str


def compared_in_words(rules: Rules, against: Rules) -> tuple[ComparedChapter, ...]:
    """The chapters of `rules` that say something else than those of `against`."""
    pairs = zip(in_words(rules), in_words(against), strict=True)
    return tuple(
        ComparedChapter(one.topic, one.text, other.text)
        for one, other in pairs
        if one.text != other.text
    )


def _topic(topic: str, rules: Rules) -> str:
    """Without sequences there are no sambas to name in a chapter's title."""
    return topic if has_sequences(rules) else topic.removesuffix(" and sambas")
