"""Fast creation of named tuples, for play-outs.

The generated constructor passes every field on, one by one; this makes the tuple of its fields.
"""

from typing import Any, Protocol, TypeVar, cast

T = TypeVar("T")


class _Maker(Protocol):
    def __call__(self, cls: type[T], fields: tuple[object, ...], /) -> T: ...


_NEW: Any = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
new_tuple = cast("_Maker", _NEW)
"""``new_tuple(Meld, fields)``: all fields in order, those with defaults too."""
