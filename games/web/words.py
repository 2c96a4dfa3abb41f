"""Cards and melds in words, for those who read or hear a table."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

RANK_NAMES = {
    "A": gettext_noop("ace"), "K": gettext_noop("king"), "Q": gettext_noop("queen"),
    "J": gettext_noop("jack"), "T": gettext_noop("ten"), "9": gettext_noop("nine"),
    "8": gettext_noop("eight"), "7": gettext_noop("seven"), "6": gettext_noop("six"),
    "5": gettext_noop("five"), "4": gettext_noop("four"), "3": gettext_noop("three"),
    "2": gettext_noop("two"),
}  # fmt: skip
PLURALS = {
    "A": gettext_noop("aces"), "K": gettext_noop("kings"), "Q": gettext_noop("queens"),
    "J": gettext_noop("jacks"), "T": gettext_noop("tens"), "9": gettext_noop("nines"),
    "8": gettext_noop("eights"), "7": gettext_noop("sevens"), "6": gettext_noop("sixes"),
    "5": gettext_noop("fives"), "4": gettext_noop("fours"), "3": gettext_noop("threes"),
    "2": gettext_noop("twos"),
}  # fmt: skip
SUIT_NAMES = {
    "S": gettext_noop("spades"), "H": gettext_noop("hearts"),
    "D": gettext_noop("diamonds"), "C": gettext_noop("clubs"),
}  # fmt: skip
CANASTA_NAMES = {
    "natural": gettext_noop("natural canasta"), "mixed": gettext_noop("mixed canasta"),
    "samba": gettext_noop("samba"), "black_samba": gettext_noop("black samba"),
    "wild": gettext_noop("wild canasta"), "sevens": gettext_noop("canasta of sevens"),
    "threes": gettext_noop("canasta of threes"),
}  # fmt: skip
_CARD = re.compile(r"\b(?:[2-9TJQKA][SHDC]|JK)\b")
SEQUENCE_ORDER = "456789TJQKA"
SEQUENCE = gettext_noop("%(suit)s from %(low)s to %(high)s")


def card_name(card: str) -> str:
    """`nine of spades` for `9S`."""
    if card == "JK":
        return _("joker")
    return _("%(rank)s of %(suit)s") % {
        "rank": _(RANK_NAMES[card[0]]),
        "suit": _(SUIT_NAMES[card[1]]),
    }


def with_names(text: str) -> str:
    """A text of the rules with the names of its cards: `three of spades blocks the pile`."""
    return _CARD.sub(lambda card: card_name(card[0]), text)


def cards_named(cards: Sequence[str]) -> str:
    """`king of hearts, two of clubs`."""
    return ", ".join(map(card_name, cards))


def is_wild(card: str) -> bool:
    return card == "JK" or card[0] == "2"


def meld_name(meld: Mapping[str, Any]) -> str:
    """`kings`, or `hearts from four to eight`: what distinguishes a meld from others."""
    if meld["kind"] == "wild":
        return _("wild cards")
    natural = next(card for card in meld["cards"] if not is_wild(card))
    if meld["kind"] != "sequence":
        return _(PLURALS[natural[0]])
    ends = [
        meld["wild_as"] if is_wild(card) else card[0]
        for card in (meld["cards"][0], meld["cards"][-1])
    ]
    return _(SEQUENCE) % {
        "suit": _(SUIT_NAMES[natural[1]]),
        "low": _(RANK_NAMES[ends[0]]),
        "high": _(RANK_NAMES[ends[1]]),
    }


def melds_by_name(
    events: Iterable[Mapping[str, Any]], hand: Mapping[str, Any] | None = None
) -> Callable[[Mapping[str, Any]], str]:
    """Returns the function that names the meld to which one of `events` adds, as it was before it.

    Of a meld that none of them began, the name that it has in the running `hand`, or `a meld`.
    """
    names: dict[int, str] = {}
    melds: dict[tuple[Any, Any], Mapping[str, Any]] = {}
    for event in events:
        key = event["hand"], event.get("onto")
        if event["type"] == "melded":
            melds[event["hand"], event["id"]] = {"wild_as": None, **event}
        elif event["type"] == "merged":
            into, other = ((event["hand"], event[end]) for end in ("into", "from"))
            if into in melds and other in melds:
                melds[into] = _longer(melds[into], melds[other])
        elif key in melds:
            names[event["seq"]] = meld_name(melds[key])
            melds[key] = _longer(melds[key], event)
    shown = {meld["id"]: meld_name(meld) for meld in hand["melds"]} if hand else {}

    def name_of(event: Mapping[str, Any]) -> str:
        running = hand is not None and event["hand"] == hand["number"]
        return (
            names.get(event["seq"]) or (shown if running else {}).get(event["onto"]) or _("a meld")
        )

    return name_of


def _longer(meld: Mapping[str, Any], event: Mapping[str, Any]) -> Mapping[str, Any]:
    """A meld with the cards that an event adds, a sequence in its order."""
    wild_as = event.get("wild_as") or meld["wild_as"]
    cards = [*meld["cards"], *(event.get("cards") or [event["card"]])]
    if meld["kind"] == "sequence":
        cards.sort(key=lambda card: SEQUENCE_ORDER.index(wild_as if is_wild(card) else card[0]))
    return {**meld, "cards": cards, "wild_as": wild_as}


def meld_described(meld: dict[str, Any]) -> str:
    """A meld in one line: its name, number of cards, wilds, and what it has become."""
    count, wilds = len(meld["cards"]), sum(map(is_wild, meld["cards"]))
    parts = [
        meld_name(meld),
        ngettext("%(count)s card", "%(count)s cards", count) % {"count": count},
        wilds and _("%(count)s wild") % {"count": wilds},
        meld["canasta"] and _(CANASTA_NAMES[meld["canasta"]]),
        meld["closed"] and _("closed"),
    ]
    return ", ".join(part for part in parts if part)
