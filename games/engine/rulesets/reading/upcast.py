"""Documents of earlier schemas, read with their meaning: a logged ruleset never expires.

Schema 1, which had no number, knew only the variants of `classic`; what schema 2 adds has here the
value that schema 1 took for granted. Neither of them has values for tournaments. Schema 4 has three
choices for a side's melds of wild cards, where schema 3 had two. Schema 5 has null, or no section,
for what does not exist, where schema 4 had 0; clearer keys; and no keys that allow only one value.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from games.engine.untyped import as_object

SCHEMA: Final = 5
"""The schema of documents written now."""

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


_NEW_KEYS: Final[dict[str, dict[str, str]]] = {
    "pile": {
        "onto_at_most": "max_meld_size",
        "takes": "max_cards_taken",
        "needs": "min_pile_size",
        "aside": "rest_face_down",
    },
    "group": {"naturals_beyond": "extra_naturals"},
    "going_out": {"promise": "broken_promise_penalty"},
}
_NULL_FOR_0: Final[dict[str, tuple[str, ...]]] = {
    "pile": ("max_meld_size", "max_cards_taken"),
    "group": ("max_size",),
    "wild_meld": ("max_size",),
    "threes": ("max_size", "black_in_hand"),
    "canasta": ("sevens",),
    "red_threes": ("all", "unqualified_all"),
    "game": ("target", "hand_limit"),
}
_NO_SUCH_MELDS: Final[dict[str, dict[str, Any]]] = {
    "sequence": {
        "min_size": 3,
        "max_size": 0,
        "max_wilds": 0,
        "min_naturals": 3,
        "one_per_suit": False,
    },
    "wild_meld": {"min_size": 0, "max_size": 0, "per_side": "one"},
}
"""What schema 4 had instead of a section that is null now."""
_0_FOR_NO_MELDS: Final = {"sequence": "max_size", "wild_meld": "min_size"}
"""The size that was 0 then."""
_ONLY_IN_4: Final = {"sequence": {"min_size", "max_size"}, "wild_meld": {"min_size"}}
"""Keys that these sections no longer have."""
_SIZE_OF_MELDS: Final = {"group": "min_size", "sequence": "min_size", "wild_meld": "min_size"}
"""It was always 3; for wild cards also 0, if they could not be melded."""


def newest(document: Mapping[str, Any], *, margin_sd: int) -> dict[str, Any]:
    """`document` in the current schema; what cannot be read is left unchanged, for the reader.

    `margin_sd` is used for documents that have none.
    """
    newer = dict(document) if "schema" in document else _second(document)
    if newer["schema"] == 2:
        newer = {**newer, "schema": 3, "tournament": {"margin_sd": margin_sd}}
    if newer["schema"] == 3:
        newer = {**_with_choice_of_wild_melds(newer), "schema": 4}
    if newer["schema"] == 4:
        size = (as_object(newer.get("canasta")) or {}).get("size")
        newer = {**_with_null(newer, size), "schema": 5}
    return newer


def earlier(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A document of the current schema as earlier schemas wrote it; empty if they could not."""
    fourth = _fourth(document)
    yield fourth
    melds = dict(fourth["wild_meld"])
    per_side = melds.pop("per_side")
    if per_side == "one_open":
        return
    third = {**fourth, "schema": 3, "wild_meld": {**melds, "several": per_side == "several"}}
    yield third
    yield {name: each for name, each in third.items() if name != "tournament"} | {"schema": 2}


def renamed(
    overrides: Mapping[str, Any], *, of: Mapping[str, Any], schema: int = SCHEMA
) -> dict[str, Any]:
    """`overrides` of the document `of` with the current keys instead of earlier ones.

    `schema` is the schema in which they were written, if it is known. What cannot be read is left
    unchanged, for the reader.
    """
    size = (as_object(overrides.get("canasta")) or {}).get("size", of["canasta"]["size"])
    sections = _with_choice_of_wild_melds(overrides)
    newer = _with_null(sections, size, strictly=True)
    for name, no_melds in _NO_SUCH_MELDS.items():
        members = as_object(sections.get(name))
        if of[name] is not None or members is None:
            continue
        if schema < SCHEMA or _is_earlier(name, members):
            changed = _section_with_null(name, {**no_melds, **members}, size, strictly=True)
            if changed is None or "min_size" not in changed:
                newer[name] = changed
    return newer


def _is_earlier(name: str, members: Mapping[str, Any]) -> bool:
    """True if a section that the base lacks is an earlier one: an old key, a 0, or incomplete."""
    incomplete = not set(members) >= set(_NO_SUCH_MELDS[name]) - _ONLY_IN_4[name]
    has_old_key = not _ONLY_IN_4[name].isdisjoint(members)
    return incomplete or has_old_key or _is(members.get("max_size"), 0)


def _with_choice_of_wild_melds(sections: Mapping[str, Any]) -> dict[str, Any]:
    """Schema 4: `per_side` with three choices instead of `several`, which was true or false."""
    melds = as_object(sections.get("wild_meld"))
    several = None if melds is None else melds.get("several")
    if melds is None or not isinstance(several, bool) or "per_side" in melds:
        return dict(sections)
    others = {name: value for name, value in melds.items() if name != "several"}
    return {**sections, "wild_meld": {**others, "per_side": "several" if several else "one"}}


def _with_null(
    sections: Mapping[str, Any], canasta: object, *, strictly: bool = False
) -> dict[str, Any]:
    """Schema 5: null for what does not exist, and clearer keys.

    `canasta` is the size of a canasta, up to which sequences grow. With `strictly`, a section
    becomes null only if its other values are the usual ones.
    """
    newer = dict(sections)
    for name in {**_NEW_KEYS, **_NULL_FOR_0, **_SIZE_OF_MELDS}:
        if (members := as_object(newer.get(name))) is not None:
            newer[name] = _section_with_null(name, members, canasta, strictly=strictly)
    return newer


def _section_with_null(
    name: str, members: Mapping[str, Any], canasta: object, *, strictly: bool
) -> dict[str, Any] | None:
    new_keys, nullable = _NEW_KEYS.get(name, {}), _NULL_FOR_0.get(name, ())
    newer = {
        key if (to := new_keys.get(key, key)) in members else to: value
        for key, value in members.items()
    }
    newer |= {key: None for key in nullable if _is(newer.get(key), 0)}
    if _is(newer.get(_0_FOR_NO_MELDS.get(name, "")), 0):
        no_melds = _NO_SUCH_MELDS[name]
        says_nothing_else = {**no_melds, **members} == no_melds
        return None if says_nothing_else or not strictly else dict(members)
    if _is(newer.get(_SIZE_OF_MELDS.get(name, "")), 3):
        del newer[_SIZE_OF_MELDS[name]]
    if name == "sequence" and "max_size" in newer and newer["max_size"] == canasta:
        del newer["max_size"]
    return _many_canastas(newer) if name == "canasta" else newer


def _many_canastas(members: dict[str, Any]) -> dict[str, Any]:
    """A section of its own instead of `many` and `many_bonus`."""
    old_keys = {"count": "many", "bonus": "many_bonus"}
    many = {key: members[old] for key, old in old_keys.items() if old in members}
    if not many or any(type(number) is not int for number in many.values()):
        return members
    others = {key: value for key, value in members.items() if key not in old_keys.values()}
    none = _is(many.get("count"), 0) and not many.get("bonus")
    return {**others, "many": None if none else many}


def _is(value: object, number: int) -> bool:
    return type(value) is int and value == number


def _fourth(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document of the current schema as schema 4 wrote it."""
    older: dict[str, Any] = {**document, "schema": 4}
    no_melds = _NO_SUCH_MELDS
    sequence, melds, size = document["sequence"], document["wild_meld"], document["canasta"]["size"]
    older["sequence"] = (
        {"min_size": 3, "max_size": size, **sequence} if sequence else no_melds["sequence"]
    )
    older["wild_meld"] = {"min_size": 3, **melds} if melds else no_melds["wild_meld"]
    older["group"] = {"min_size": 3, **document["group"]}
    many = document["canasta"]["many"] or {"count": 0, "bonus": 0}
    older["canasta"] = {
        **document["canasta"],
        "many": many["count"],
        "many_bonus": many["bonus"],
    }
    for name, keys in _NULL_FOR_0.items():
        zeros = {key: 0 for key in keys if older[name][key] is None}
        older[name] = {**older[name], **zeros}
    for name, new_keys in _NEW_KEYS.items():
        old_keys = {new: old for old, new in new_keys.items()}
        older[name] = {old_keys.get(key, key): value for key, value in older[name].items()}
    return older


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
    """One pack served every table size, and every table size that had sides was allowed."""
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
