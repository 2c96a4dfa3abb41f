"""The JSON Schema of ruleset documents, made from the sections and their docstrings.

It describes shapes; `faults` finds contradictions.
"""

import ast
import inspect
from dataclasses import is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_origin

from games.engine.cards import RANKS
from games.engine.rulesets import choices, ruleset, sections
from games.engine.rulesets.ranges import Range
from games.engine.rulesets.reading.titles import title_of
from games.engine.rulesets.reading.upcast import SCHEMA
from games.engine.rulesets.reading.values import (
    MAX_ENTRIES,
    MAX_INT,
    SEATS,
    Declared,
    declarations,
)
from games.engine.rulesets.ruleset import Ruleset

Schema = dict[str, Any]
_SIMPLE: dict[Any, Schema] = {
    bool: {"type": "boolean"},
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
    """One section, or the whole: it needs every value, and allows no other."""
    described, values = _descriptions()[cls.__name__], declarations(cls)
    return {
        "type": "object",
        "description": described[""],
        "properties": {
            name: {"title": title_of(cls.__name__, name), **_described(each, described.get(name))}
            for name, each in values.items()
        },
        "required": list(values),
        "additionalProperties": False,
    }


def _described(value: Declared, described: str | None) -> Schema:
    """A value with its description, and that of its type."""
    shape = _not_null(value.kind, value.range)
    if value.nullable:
        shape["type"] = [shape["type"], "null"]
    descriptions = [text for text in (shape.get("description"), described) if text]
    return {**shape, "description": " ".join(descriptions)} if descriptions else shape


def _not_null(kind: Any, limits: Range | None) -> Schema:
    if is_dataclass(kind):
        return _object(kind)
    if get_origin(kind) is dict:
        if get_args(kind)[0] is int:
            return _numbers([str(seats) for seats in SEATS], limits)
        ranks = [*RANKS, "JK"]
        return _numbers(ranks, limits) | {"required": ranks}
    if get_origin(kind) is tuple:
        return _list(get_args(kind)[0])
    if kind is int:
        return _integer(limits)
    return dict(_SIMPLE[kind]) if kind in _SIMPLE else _choice(kind)


def _integer(limits: Range | None) -> Schema:
    """A number in its range."""
    if limits is None:
        return {"type": "integer", "minimum": -MAX_INT, "maximum": MAX_INT}
    shape: Schema = {"type": "integer", "minimum": limits.low, "maximum": limits.high}
    return shape if limits.step == 1 else {**shape, "multipleOf": limits.step}


def _choice(kind: type[StrEnum]) -> Schema:
    """One of the options, with the descriptions of those that have one."""
    described = _descriptions()[kind.__name__]
    meanings = [
        f"`{option.value}`: {described[option.name]}" for option in kind if option.name in described
    ]
    return {
        "enum": [option.value for option in kind],
        "description": " ".join([described[""], *meanings]),
    }


def _numbers(keys: list[str], limits: Range | None) -> Schema:
    """A map of numbers, by number of seats or by rank."""
    return {
        "type": "object",
        "propertyNames": {"enum": keys},
        "additionalProperties": _integer(limits),
        "minProperties": 1,
    }


def _list(inner: Any) -> Schema:
    if get_origin(inner) is tuple:
        pair = {"type": "array", "items": _integer(None), "minItems": 2, "maxItems": 2}
        return {"type": "array", "items": pair, "maxItems": MAX_ENTRIES}
    return {
        "type": "array",
        "items": _not_null(inner, None),
        "uniqueItems": True,
        "maxItems": MAX_ENTRIES,
    }


@cache
def _descriptions() -> dict[str, dict[str, str]]:
    """The docstrings of each class: its own under ``""``, those of its values under their names."""
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
