"""The refusals of services and selectors. `code` is the API's."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self, cast


class ServiceError(Exception):
    """A call that is refused; `facts` are numbers and words that the caller may see.

    Refusals derive from one of the kinds below, which gives them their status; `of` makes one that
    is only data. Raises ValueError for a code that another refusal has with another title.
    """

    KNOWN: ClassVar[dict[str, type["ServiceError"]]] = {}
    """Every refusal with a code of its own."""

    status: ClassVar[int]
    """Of the answer over HTTP."""
    code: ClassVar[str]
    title: ClassVar[str]
    template: ClassVar[str] = ""
    """The title with the names of facts in braces; empty if the title has none."""
    advice: ClassVar[str] = ""
    """The rest of its page: what to do, and what the facts are."""

    errors: Sequence[Mapping[str, str]] = ()
    """Everything that is wrong in a refused document: `{path, detail}`."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if {"code", "title"} <= vars(cls).keys() and cls.status != 404:
            known = ServiceError.KNOWN.setdefault(cls.code, cls)
            if (known.title, known.status) != (cls.title, cls.status):
                raise ValueError(f"{cls.code} is the code of two refusals: {known}, {cls}")

    @classmethod
    def of(cls, code: str = "", title: str = "", **texts: str) -> type[Self]:
        """A refusal of this kind, without behaviour of its own; it inherits what is left out."""
        own = {"code": code, "title": title, **texts} if code else texts
        name = (code or cls.code).title().replace("_", "")
        return cast(type[Self], type(name, (cls,), own))

    def __init__(self, **facts: Any) -> None:
        self.facts = facts
        self.detail = self.template.format(**self.words()) or self.title
        super().__init__(self.detail)

    def words(self) -> dict[str, Any]:
        """The facts in the form that the template needs."""
        return {
            name: ", ".join(map(str, fact)) if isinstance(fact, list) else fact
            for name, fact in self.facts.items()
        }


class NotThere(ServiceError):
    """There is no such thing, or the caller may not see it: the answer does not show which."""

    status = 404
    code, title = "not_found", "there is nothing here that you may see"


class Unauthenticated(ServiceError):
    """The credentials in the call are not valid."""

    status = 401


class Forbidden(ServiceError):
    """The caller may see this but not do it."""

    status = 403


class Conflict(ServiceError):
    """Not allowed in the current state: another call or a later moment may change that."""

    status = 409


class Unavailable(ServiceError):
    """What the call needs is away; nothing was changed."""

    status = 503
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "60"}


class Unprocessable(ServiceError):
    """Well-formed, but never allowed."""

    status = 422


class Faulty(Unprocessable):
    """A document with faults: `errors` are `{path, detail}`, in the words of who wrote it."""

    def __init__(self, *faults: tuple[str, str]) -> None:
        super().__init__()
        self.detail = "; ".join(text for _, text in faults)
        self.errors = [{"path": path, "detail": text} for path, text in faults]


class BadFields(Exception):
    """Values that no serializer can check: for each the path and what is wrong."""

    def __init__(self, *faults: tuple[str, str]) -> None:
        super().__init__("; ".join(f"{path}: {detail}" for path, detail in faults))
        self.errors = [{"path": path, "detail": detail} for path, detail in faults]


class Stale(ServiceError):
    """The game has a newer version; `version` is the current one."""

    status = 412
    code, title = "stale_version", "the version in If-Match is not the current one"

    def __init__(self, version: int) -> None:
        super().__init__(version=version)
        self.version = version


class TooMany(Conflict):
    """`what` has a limit, `limit` is its value."""

    code, title = "too_many", "there are as many of these as there may be"
    template = "your account has {limit} {what}, as many as it may have"
    advice = "`facts.what` names what is bounded, `facts.limit` the bound."


class TooSoon(ServiceError):
    """The caller has done this a moment ago; `retry_after_s` are the seconds to wait."""

    status = 429
    code, title = "rate_limited", "too many requests"

    def __init__(self, limit: str, wait_s: int) -> None:
        super().__init__(limit=limit, burst=1, retry_after_s=wait_s)
        self.headers = {"Retry-After": str(wait_s)}


class Because(Conflict):
    """A refusal for one of several reasons; `because` is its name, BECAUSE has the texts."""

    BECAUSE: ClassVar[Mapping[str, str]]

    def __init__(self, because: str) -> None:
        super().__init__(because=because)
        self.detail = self.BECAUSE[because]
