"""Shows the types of answers (`kit.answers`) in the schema, each as a component with its name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, EnumMeta
from functools import cache
from inspect import cleandoc
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)
from uuid import UUID

from drf_spectacular.extensions import (
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.plumbing import append_meta, build_array_type, build_object_type, safe_ref
from rest_framework import serializers

from samba_service.kit import strict
from samba_service.kit.answers import Url

Json = dict[str, Any]

BASIC: dict[Any, Json] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number", "format": "double"},
    bool: {"type": "boolean"},
    UUID: {"type": "string", "format": "uuid"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
    Any: {},
    object: {},
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A type of answers, as drf-spectacular takes it."""

    type: Any
    name: str


@cache
def shown(hint: Any) -> Shown:
    """`hint`, a TypedDict or a named union, for `extend_schema` and `extend_schema_field`."""
    return Shown(hint, _name(hint) or hint.__name__.removesuffix("Answer"))


def _name(hint: Any) -> str | None:
    """The name of a named union."""
    notes = hint.__metadata__ if get_origin(hint) is Annotated else ()
    names = [note[1] for note in notes if isinstance(note, tuple) and note[0] == "name"]
    return names[0] if names else None


def is_answer(hint: Any) -> bool:
    """True for a TypedDict and for a named union."""
    return is_typeddict(hint) or _name(hint) is not None


def members(hint: Any) -> Mapping[str, Any]:
    """The members of a TypedDict, each with its type."""
    return get_type_hints(hint, include_extras=True)


@cache
def page_of(entry: Any) -> Any:
    """The type of a paged list of `entry`."""
    name = f"{shown(entry).name}Page"
    new: Any = TypedDict  # mypy takes only names that are written out
    return new(name, {"results": list[entry], "next": Url | None, "previous": Url | None})


class ShownExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # registers
    """Shows a TypedDict or a named union as a component."""

    target_class = Shown

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        name: str = self.target.name
        return name

    def map_serializer(self, auto_schema: Any, direction: Any) -> Json:
        hint = self.target.type
        if is_typeddict(hint):
            return _object(auto_schema, hint)
        kinds = {_kind(each): _schema(auto_schema, each) for each in get_args(get_args(hint)[0])}
        mapping = {kind: schema["$ref"] for kind, schema in kinds.items()}
        discriminator = {"propertyName": "type", "mapping": mapping}
        return {"oneOf": list(kinds.values()), "discriminator": discriminator}


class StrictExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # registers
    """Shows that a body has no members but those that are declared."""

    target_class = strict.Serializer
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Json:
        schema: Json = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        if schema.get("description") == strict.Serializer.__doc__:
            del schema["description"]
        return schema | ({"additionalProperties": False} if "properties" in schema else {})


class AnswerField(serializers.JSONField):
    """A member of a serializer that has the shape of an answer."""

    def __init__(self, hint: Any, **options: Any) -> None:
        super().__init__(**options)
        self.hint = hint


class AnswerFieldExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]  # registers
    """Shows an AnswerField as the component of its type."""

    target_class = AnswerField

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> Json:
        return _schema(auto_schema, self.target.hint)


def _kind(hint: Any) -> str:
    """The `type` of a union's member."""
    [kind] = get_args(members(hint)["type"])
    return str(kind)


def _object(auto_schema: Any, hint: Any) -> Json:
    return build_object_type(
        properties={name: _schema(auto_schema, each) for name, each in members(hint).items()},
        required=list(hint.__required_keys__),
        description=cleandoc(hint.__dict__.get("__doc__") or ""),
    )


def _schema(auto_schema: Any, hint: Any) -> Json:
    origin, args = get_origin(hint), get_args(hint)
    if is_answer(hint):
        reference: Json = auto_schema.resolve_serializer(shown(hint), "response").ref
        return reference
    if origin is NotRequired:
        return _schema(auto_schema, args[0])
    if origin is Annotated:
        return _annotated(auto_schema, _schema(auto_schema, args[0]), hint.__metadata__)
    if origin in (Union, UnionType):
        return _union(auto_schema, args)
    if origin is Literal:
        return {"type": "string", "const": args[0]} if len(args) == 1 else _enum(args)
    if origin in (list, tuple, Sequence):
        return build_array_type(_schema(auto_schema, args[0]))
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": _schema(auto_schema, args[1])}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum([each.value for each in hint])
    return dict(BASIC[hint])


def _enum(values: Sequence[Any]) -> Json:
    return {"enum": list(values), "type": "string"}


def _annotated(auto_schema: Any, schema: Json, notes: tuple[Any, ...]) -> Json:
    """`schema` with what the notes say of it; a serializer among them is its shape."""
    for note in notes:
        if isinstance(note, str):
            schema = append_meta(schema, {"description": note})
        elif isinstance(note, tuple):
            schema = schema | {note[0]: list(note[1]) if note[0] == "enum" else note[1]}
        elif isinstance(note, type) and issubclass(note, strict.Serializer):
            schema = auto_schema.resolve_serializer(note, "request").ref
        elif isinstance(note, EnumMeta):
            schema = schema | _enum([word.value for word in list[Any](note)])
    return safe_ref(schema)


def _union(auto_schema: Any, args: tuple[Any, ...]) -> Json:
    """The schema of one of several types; null is valid if it is one of them."""
    shapes = [_schema(auto_schema, each) for each in args if each is not NoneType]
    schema = shapes[0] if len(shapes) == 1 else {"anyOf": shapes}
    if NoneType not in args or not schema:
        return schema
    if "enum" in schema:
        schema = schema | {"enum": [*schema["enum"], None]}
    return append_meta(schema, {"nullable": True})
