"""Phrases that the chapters share."""

from collections.abc import Iterable

from games.engine.rulesets.choices import CardClass
from games.engine.rulesets.derived import Rules

ONE_OF = {
    CardClass.WILD: "a wild card",
    CardClass.JOKER: "a joker",
    CardClass.SEVEN: "a seven",
    CardClass.RED_THREE: "a red three",
    CardClass.BLACK_THREE: "a black three",
}
ALL_OF = {
    CardClass.WILD: "wild cards",
    CardClass.JOKER: "jokers",
    CardClass.SEVEN: "sevens",
    CardClass.RED_THREE: "red threes",
    CardClass.BLACK_THREE: "black threes",
}


def count(number: int, noun: str) -> str:
    """``"1 card"``, ``"2 cards"``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def cards(number: int) -> str:
    """A number of cards."""
    return count(number, "card")


def has_sequences(rules: Rules) -> bool:
    """True if sequences are melded, so that there are sambas."""
    return rules.sequence is not None


def has_second_hands(rules: Rules) -> bool:
    """True if players have a second hand at some table."""
    return any(rules.seating.foot_size.values())


def canastas(rules: Rules, number: int) -> str:
    """A number of canastas, sambas among them where there are any."""
    sambas = " or samba" if number == 1 else " or sambas"
    return count(number, "canasta") + (sambas if has_sequences(rules) else "")


def wilds(most: int) -> str:
    """How many wild cards a meld may hold."""
    return f"at most {count(most, 'wild card')}" if most else "no wild card"


def listed(words: Iterable[str], last: str = "and") -> str:
    """``"a"``, ``"a and b"``, ``"a, b and c"``."""
    *most, final = words
    return f"{', '.join(most)} {last} {final}" if most else final


def sentences(*texts: str) -> str:
    """The sentences, one after the other, capitalised and ended; empty ones are left out."""
    return " ".join(f"{each[0].upper()}{each[1:]}." for each in texts if each)


def until(size: int | None) -> str:
    """The size to which a meld grows that closes at `size` cards; None if it stays open."""
    return "may grow without limit" if size is None else f"closes at {cards(size)}"


def or_more(rules: Rules, noun: str, closes_at: int | None) -> str:
    """The cards of a canasta, or more if such a meld does not close with it."""
    size = rules.canasta.size
    return count(size, noun) + (" or more" if closes_at is None or closes_at > size else "")
