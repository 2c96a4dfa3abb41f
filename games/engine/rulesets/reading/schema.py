"""The JSON Schema of ruleset documents, made from the sections and what these say of themselves.

It tells shapes; what contradicts itself, `faults` tells.
"""

import ast
import inspect
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from games.engine.cards import RANKS
from games.engine.rulesets import choices, ruleset, sections
from games.engine.rulesets.reading.upcast import SCHEMA
from games.engine.rulesets.reading.values import MAX_ENTRIES, MAX_INT, SEATS
from games.engine.rulesets.ruleset import Ruleset

Schema = dict[str, Any]
_INTEGER: Schema = {"type": "integer", "minimum": -MAX_INT, "maximum": MAX_INT}
_SIMPLE: dict[Any, Schema] = {
    bool: {"type": "boolean"},
    int: _INTEGER,
    str: {"type": "string", "minLength": 1, "maxLength": 100},
}


@cache
def json_schema() -> Schema:
    """The schema of a resolved document, as `to_document` writes it."""
    shape = _object(Ruleset)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Ruleset",
        **shape,
        "properties": {"schema": {"const": SCHEMA}, **shape["properties"]},
        "required": ["schema", *shape["required"]],
    }


def _object(cls: Any) -> Schema:
    """One section, or the whole: every value is told, and no other."""
    hints, told = get_type_hints(cls), _told()[cls.__name__]
    names = [field.name for field in fields(cls) if field.init]
    return {
        "type": "object",
        "description": told[""],
        "properties": {name: _value(hints[name]) | _said(told, name) for name in names},
        "required": names,
        "additionalProperties": False,
    }


def _said(told: dict[str, str], name: str) -> Schema:
    return {"description": told[name]} if name in told else {}


def _value(kind: Any) -> Schema:
    if is_dataclass(kind):
        return _object(kind)
    if get_origin(kind) is dict:
        if get_args(kind)[0] is int:
            return _numbers([str(seats) for seats in SEATS])
        ranks = [*RANKS, "JK"]
        return _numbers(ranks) | {"required": ranks}
    if get_origin(kind) is tuple:
        return _list(get_args(kind)[0])
    return dict(_SIMPLE[kind]) if kind in _SIMPLE else _choice(kind)


def _choice(kind: type[StrEnum]) -> Schema:
    """One of the options; those that say what they mean are told."""
    told = _told()[kind.__name__]
    meanings = [f"`{option.value}`: {told[option.name]}" for option in kind if option.name in told]
    return {
        "enum": [option.value for option in kind],
        "description": " ".join([told[""], *meanings]),
    }


def _numbers(keys: list[str]) -> Schema:
    """A map of numbers, by number of seats or by rank."""
    return {
        "type": "object",
        "propertyNames": {"enum": keys},
        "additionalProperties": dict(_INTEGER),
        "minProperties": 1,
    }


def _list(inner: Any) -> Schema:
    if get_origin(inner) is tuple:
        pair = {"type": "array", "items": dict(_INTEGER), "minItems": 2, "maxItems": 2}
        return {"type": "array", "items": pair, "maxItems": MAX_ENTRIES}
    return {
        "type": "array",
        "items": _value(inner),
        "uniqueItems": True,
        "maxItems": MAX_ENTRIES,
    }


@cache
def _told() -> dict[str, dict[str, str]]:
    """The docstrings of each class, its own under ``""``, those of its values by their names."""
    classes = [
        node
        for module in (choices, sections, ruleset)
        for node in ast.parse(inspect.getsource(module)).body
        if isinstance(node, ast.ClassDef)
    ]
    return {node.name: _docstrings(node) for node in classes}


def _docstrings(cls: ast.ClassDef) -> dict[str, str]:
    found = {"": ast.get_docstring(cls) or ""}
    for node, following in zip(cls.body, cls.body[1:], strict=False):
        match node, following:
            case (
                (ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)])),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = inspect.cleandoc(text)
            case _:
                pass
    return found
