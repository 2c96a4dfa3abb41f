"""Who holds a code instead of an account: of a score sheet's strip, or of a link to the wall.

`Authorization: SheetCode <code>` or `Authorization: WallLink <token>`, and nothing else.
"""

import re
from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar
from uuid import UUID

from rest_framework.request import Request

from samba_service.kit import throttles
from samba_service.kit.access import Access, Credentials
from samba_service.kit.problems import Problem, problem_kind
from tournaments.api.base import READ
from tournaments.errors import CodeRevoked, WallLinkRevoked
from tournaments.selectors.codes import code_find, digest_of, wall_link_find

if TYPE_CHECKING:
    from tournaments.models import SheetCode, WallLink

BY_CODE = Access(by_code="sheetCode")
"""For who holds the code; an account helps nobody there."""

BY_READER_OR_LINK = replace(READ, by_code="wallLink")
"""For who may read the night, and for who holds the token of a link to its wall."""

WRONG_CODE = problem_kind(
    "wrong_code",
    401,
    "This is no code of this table",
    "Send `Authorization: SheetCode <code>` with what follows `#` in the address on the strip.",
)

WRONG_LINK = problem_kind(
    "wrong_wall_link",
    401,
    "This link does not open this wall",
    "Send `Authorization: WallLink <token>` with what follows `#` in the address of the link. A "
    "director of the night makes links.",
)

Row = TypeVar("Row", "SheetCode", "WallLink")


@dataclass(frozen=True, slots=True)
class CodeHolder(Generic[Row]):
    """The value of `request.user` where codes are taken."""

    code: Row
    is_authenticated: ClassVar[bool] = False

    @property
    def pk(self) -> UUID:
        """Whose idempotency keys the calls have."""
        return self.code.pk


def wrong_code() -> Problem:
    """The 401 for a code that is missing, unknown or of another table."""
    return Problem(WRONG_CODE, headers={"WWW-Authenticate": CodeAuthentication.challenge})


def wrong_link() -> Problem:
    """The 401 for a token that is missing, unknown or of another night."""
    return Problem(WRONG_LINK, headers={"WWW-Authenticate": WallAuthentication.challenge})


class _HeldCode(Credentials, Generic[Row]):
    """Finds the code. Calls that take no codes do not read it.

    A code that has not worked before costs its address one of `rate`, right or wrong.
    """

    scheme: ClassVar[str]
    challenge: ClassVar[str]
    form: ClassVar[re.Pattern[str]]

    def authenticate(self, request: Request) -> tuple[CodeHolder[Row], None] | None:
        sent = self._sent(request)
        if sent is None:
            self.nothing_sent()
            return None
        digest = digest_of(sent)
        worked = throttles.token_has_worked(digest)
        if not worked:
            throttles.take(request._request, self.rate(), None)
        code = self.find(sent) if self.form.fullmatch(sent) else None
        if code is None:
            raise self.wrong()
        if code.revoked_at is not None:
            throttles.token_failed(digest)
            raise self.revoked()
        if not worked:
            throttles.token_worked(digest)
        return CodeHolder(code), None

    def authenticate_header(self, request: Request) -> str:
        return self.challenge

    def has_worked_anywhere(self, request: Request) -> bool:
        sent = self._sent(request)
        return sent is not None and throttles.token_has_worked(digest_of(sent))

    def _sent(self, request: Request) -> str | None:
        scheme, _, code = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        return self.plain(code.strip()) if scheme.lower() == self.scheme else None

    def plain(self, code: str) -> str:
        """As it is stored."""
        return code

    @abstractmethod
    def rate(self) -> throttles.Rate:
        """What first uses and guesses of an address are counted against."""

    @abstractmethod
    def find(self, code: str) -> Row | None:
        """The row of a code, also of a revoked one."""

    def nothing_sent(self) -> None:
        """Raise the 401; or return, for a call that takes other credentials too."""
        raise self.wrong()

    @abstractmethod
    def wrong(self) -> Problem:
        """What is raised for a code that opens nothing here."""

    @abstractmethod
    def revoked(self) -> Exception:
        """What is raised for a code that opened something once."""


class CodeAuthentication(_HeldCode["SheetCode"]):
    """The code on a strip, which people may type."""

    scheme = "sheetcode"
    challenge = 'SheetCode realm="samba"'
    form = re.compile(r"[A-Z2-7]{16}")

    def plain(self, code: str) -> str:
        return code.upper()

    def rate(self) -> throttles.Rate:
        return throttles.SHEET_CODES

    def find(self, code: str) -> "SheetCode | None":
        return code_find(code)

    def wrong(self) -> Problem:
        return wrong_code()

    def revoked(self) -> Exception:
        return CodeRevoked()


class WallAuthentication(_HeldCode["WallLink"]):
    """The token of a link to the wall."""

    scheme = "walllink"
    challenge = 'WallLink realm="samba"'
    form = re.compile(r"[A-Za-z0-9_-]{22}")

    def nothing_sent(self) -> None:
        """The wall is also for who may read the night."""

    def rate(self) -> throttles.Rate:
        return throttles.WALL_LINKS

    def find(self, code: str) -> "WallLink | None":
        return wall_link_find(code)

    def wrong(self) -> Problem:
        return wrong_link()

    def revoked(self) -> Exception:
        return WallLinkRevoked()
