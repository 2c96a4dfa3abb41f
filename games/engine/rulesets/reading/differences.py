"""The differences between two rulesets, value by value."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.engine.rulesets.derived import Rules
from games.engine.rulesets.reading.document import HEADING, Document, to_document
from games.engine.untyped import as_object


class Difference(NamedTuple):
    """A value and that of the other ruleset, as in documents; None where one has none."""

    path: str
    value: Any
    against: Any


def differences(rules: Rules, against: Rules) -> tuple[Difference, ...]:
    """Where `rules` and `against` differ, in the order of the document, except for their names."""
    values, others = leaves(to_document(rules)), leaves(to_document(against))
    return tuple(
        Difference(path, values.get(path), others.get(path))
        for path in {**values, **others}
        if path not in HEADING and values.get(path) != others.get(path)
    )


def leaves(document: Document) -> dict[str, Any]:
    """Every value of a document by its path; a list is one value."""

    def below(inner: Any, path: str) -> Iterator[tuple[str, Any]]:
        if (members := as_object(inner)) is None:
            yield path, inner
        else:
            for name, member in members.items():
                yield from below(member, f"{path}.{name}" if path else name)

    return dict(below(document, ""))
