"""Who holds the strip of a score sheet: `Authorization: SheetCode <code>`, and nothing else."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar
from uuid import UUID

from rest_framework.request import Request

from samba_service.kit import throttles
from samba_service.kit.access import Access, Credentials
from samba_service.kit.problems import Problem, problem_kind
from tournaments.errors import CodeRevoked
from tournaments.services.sheet_codes import code_find, digest_of

if TYPE_CHECKING:
    from tournaments.models import SheetCode

BY_CODE = Access(by_code=True)
"""For who holds the code; an account helps nobody there."""

CHALLENGE = 'SheetCode realm="samba"'

_CODE = re.compile(r"[A-Z2-7]{16}")

WRONG_CODE = problem_kind(
    "wrong_code",
    401,
    "This is no code of this table",
    "Send `Authorization: SheetCode <code>` with what follows `#` in the address on the strip.",
)


@dataclass(frozen=True, slots=True)
class CodeHolder:
    """The value of `request.user` where codes are taken."""

    code: "SheetCode"
    is_authenticated: ClassVar[bool] = False

    @property
    def pk(self) -> UUID:
        """Whose idempotency keys the calls have."""
        return self.code.pk


def wrong_code() -> Problem:
    """The 401 for a code that is missing, unknown or of another table."""
    return Problem(WRONG_CODE, headers={"WWW-Authenticate": CHALLENGE})


class CodeAuthentication(Credentials):
    """Finds the code. No other credentials are read, and none of the other calls reads codes.

    A code that has not worked before costs its address one of `SHEET_CODES`, right or wrong.
    """

    def authenticate(self, request: Request) -> tuple[CodeHolder, None]:
        sent = _sent(request)
        if sent is None:
            raise wrong_code()
        digest = digest_of(sent)
        worked = throttles.token_has_worked(digest)
        if not worked:
            throttles.take(request._request, throttles.SHEET_CODES, None)
        code = code_find(sent) if _CODE.fullmatch(sent) else None
        if code is None:
            raise wrong_code()
        if code.revoked_at is not None:
            throttles.token_failed(digest)
            raise CodeRevoked
        if not worked:
            throttles.token_worked(digest)
        return CodeHolder(code), None

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE

    def has_worked_anywhere(self, request: Request) -> bool:
        sent = _sent(request)
        return sent is not None and throttles.token_has_worked(digest_of(sent))


def _sent(request: Request) -> str | None:
    scheme, _, code = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    return code.strip().upper() if scheme.lower() == "sheetcode" else None
