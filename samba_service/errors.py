"""What services and selectors refuse, whatever app they are of. `code` is the API's."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar


class ServiceError(Exception):
    """A call that cannot be done; `facts` are numbers and words that the caller may know."""

    code: ClassVar[str]
    title: ClassVar[str]
    told: ClassVar[str] = ""
    """The title with its facts, whose names stand in braces; empty where it has none to tell."""
    advice: ClassVar[str] = ""
    """What its page tells besides: what to do, what the facts are."""

    errors: Sequence[Mapping[str, str]] = ()
    """Of a whole document that is refused: everything that is wrong, `{path, detail}`."""

    def __init__(self, **facts: Any) -> None:
        words = {
            name: ", ".join(map(str, fact)) if isinstance(fact, list) else fact
            for name, fact in facts.items()
        }
        self.detail = self.told.format(**words) or self.title
        self.facts = facts
        super().__init__(self.detail)


class NotThere(ServiceError):
    """There is no such thing, or the caller may not know of it: nobody can tell which."""

    code, title = "not_found", "there is nothing here that you may see"


class BadFields(Exception):
    """Values that a serializer could not judge, each a path and what is wrong there."""

    def __init__(self, *faults: tuple[str, str]) -> None:
        super().__init__("; ".join(f"{path}: {detail}" for path, detail in faults))
        self.errors = [{"path": path, "detail": detail} for path, detail in faults]
