"""The refusals of services and selectors. `code` is the API's."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar


class ServiceError(Exception):
    """A call that is refused; `facts` are numbers and words that the caller may see."""

    code: ClassVar[str]
    title: ClassVar[str]
    template: ClassVar[str] = ""
    """The title with the names of facts in braces; empty if the title has none."""
    advice: ClassVar[str] = ""
    """The rest of its page: what to do, and what the facts are."""

    errors: Sequence[Mapping[str, str]] = ()
    """Everything that is wrong in a refused document: `{path, detail}`."""

    def __init__(self, **facts: Any) -> None:
        self.facts = facts
        self.detail = self.template.format(**self.words()) or self.title
        super().__init__(self.detail)

    def words(self) -> dict[str, Any]:
        """The facts as the template has them."""
        return {
            name: ", ".join(map(str, fact)) if isinstance(fact, list) else fact
            for name, fact in self.facts.items()
        }


class NotThere(ServiceError):
    """There is no such thing, or the caller may not see it: the answer does not show which."""

    code, title = "not_found", "there is nothing here that you may see"


class BadFields(Exception):
    """Values that no serializer can check: for each the path and what is wrong."""

    def __init__(self, *faults: tuple[str, str]) -> None:
        super().__init__("; ".join(f"{path}: {detail}" for path, detail in faults))
        self.errors = [{"path": path, "detail": detail} for path, detail in faults]
