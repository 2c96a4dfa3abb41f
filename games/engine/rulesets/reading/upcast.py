"""Documents of earlier schemas, read as what they meant: a logged ruleset never goes out of date.

Schema 1, which named no number, knew the variants of `classic` alone; what schema 2 asks for
besides has here the value that it took for granted. Neither of them speaks of tournaments. Schema 4
has three choices for the melds of wild cards of a side, where schema 3 had two.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from games.engine.untyped import as_object

SCHEMA: Final = 4
"""Of the documents written now."""

_BOOK = ("natural", "mixed", "samba", "black_samba", "wild", "sevens", "threes", "red", "black")
_ADDED_IN_2: Final[dict[str, dict[str, Any]]] = {
    "deal": {"upcard_rejects": []},
    "draw": {"last_red_three_ends": False, "must_take": False},
    "pile": {
        "blocked_by": ["wild", "red_three", "black_three"],
        "frozen_by": [],
        "top_onto_group": False,
        "top_onto_sequence": "card",
        "new_sequence": "no",
        "onto_at_most": 0,
        "takes": 0,
        "needs": 1,
        "aside": False,
    },
    "discard": {"forbidden": []},
    "group": {
        "naturals_beyond": 0,
        "wild_sevens": True,
        "wild_on_natural_canasta": True,
        "per_rank": "several",
        "merge": True,
    },
    "sequence": {"max_wilds": 0, "min_naturals": 3, "one_per_suit": False},
    "wild_meld": {"min_size": 0, "max_size": 0, "several": False},
    "threes": {
        "melding": "going_out",
        "max_wilds": 2,
        "max_size": 0,
        "last_discard": True,
        "black_in_hand": 0,
    },
    "canasta": dict.fromkeys(("black_samba", "wild", "sevens", "threes", "many", "many_bonus"), 0),
    "initial_minimum": {"basis": "score"},
    "red_threes": {"replaced": False, "qualified_by_book": False, "in_hand_per": "player"},
    "going_out": {
        "book": dict.fromkeys(_BOOK, 0),
        "unqualified_may_ask": False,
        "promise": 0,
        "last_discard": "optional",
        "passing": "last_card",
    },
    "turn": {"take_back": False},
    "game": {"debt": False},
}


def newest(document: Mapping[str, Any], *, margin_sd: int) -> dict[str, Any]:
    """`document` in the schema of now; what cannot be read is left as it is, for the reader.

    `margin_sd` is for those that say none.
    """
    newer = dict(document) if "schema" in document else _second(document)
    if newer["schema"] == 2:
        newer = {**newer, "schema": 3, "tournament": {"margin_sd": margin_sd}}
    if newer["schema"] == 3:
        newer = {**renamed(newer), "schema": 4}
    return newer


def earlier(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A document of the schema of now as earlier schemas wrote it; nothing if they could not."""
    melds = dict(document["wild_meld"])
    per_side = melds.pop("per_side")
    if per_side == "one_open":
        return
    third = {
        **document,
        "schema": 3,
        "wild_meld": {**melds, "several": per_side == "several"},
    }
    yield third
    yield {name: each for name, each in third.items() if name != "tournament"} | {"schema": 2}


def renamed(sections: Mapping[str, Any]) -> dict[str, Any]:
    """`sections` of a document, or overrides, with the keys of now in place of earlier ones.

    What cannot be read is left as it is, for the reader.
    """
    melds = as_object(sections.get("wild_meld"))
    several = None if melds is None else melds.get("several")
    if melds is None or not isinstance(several, bool) or "per_side" in melds:
        return dict(sections)
    others = {name: value for name, value in melds.items() if name != "several"}
    return {**sections, "wild_meld": {**others, "per_side": "several" if several else "one"}}


def _second(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document of the first schema in the second."""
    sections = {
        name: {**added, **section}
        for name, added in _ADDED_IN_2.items()
        if (section := as_object(document.get(name, {}))) is not None
    }
    newer: dict[str, Any] = {**document, **sections, "schema": 2}
    for derive in (_tables, _qualified, _threes):
        try:
            derive(newer, document)
        except (KeyError, TypeError, ValueError):
            continue
    return newer


def _tables(newer: dict[str, Any], document: Mapping[str, Any]) -> None:
    """One pack served every table, and every table that had sides was allowed."""
    pack, seating = document["pack"], document["seating"]
    players = sorted(int(seats) for seats in seating["sides"])
    newer["pack"] = {
        name: {str(seats): pack[name] for seats in players} for name in ("decks", "jokers")
    }
    feet = {str(seats): 0 for seats in players}
    newer["seating"] = {"players": players, **seating, "foot_size": feet}


def _qualified(newer: dict[str, Any], document: Mapping[str, Any]) -> None:
    """Red threes counted for the sides that could have gone out."""
    newer["red_threes"]["qualified_canastas"] = document["going_out"]["canastas"]


def _threes(newer: dict[str, Any], document: Mapping[str, Any]) -> None:
    """Black threes were groups like others."""
    group = document["group"]
    newer["threes"] |= {"max_wilds": group["max_wilds"], "max_size": group["max_size"]}
