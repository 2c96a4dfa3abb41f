"""Making named tuples where play-outs feel it.

Their generated constructor passes every field on, one by one; this makes the tuple of its fields.
"""

from typing import Any, Protocol, TypeVar, cast

T = TypeVar("T")


class _Maker(Protocol):
    def __call__(self, cls: type[T], fields: tuple[object, ...], /) -> T: ...


_NEW: Any = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
made_of = cast("_Maker", _NEW)
"""``made_of(Meld, fields)``: all fields in their order, those with defaults too."""
