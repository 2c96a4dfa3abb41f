"""Where a program may be answered: redirect addresses, as RFC 8252 has them."""

import re

HTTPS = re.compile(r"https://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:[/?].*)?", re.I)

LOOPBACK = re.compile(r"http://(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?:[/?].*)?")

OWN_SCHEME = re.compile(r"[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:/[^\[\]]*")
"""Of a native app: a domain name in reverse, so that no two apps have the same by accident."""

_ANY_PORT = re.compile(r"(http://(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)")

_CHARACTERS = re.compile(r"[A-Za-z0-9._~:/?\[\]@!$&'()*+,;=%-]+")

REDIRECT_LENGTH = 250

PORT_LENGTH = 6
"""What a port adds to an address of the loopback interface."""

REDIRECTS_PER_PROGRAM = 10

REFUSAL = (
    "https://…, http:// only of 127.0.0.1, [::1] or localhost, or a scheme of an app such as"
    " com.example.app:/…; without a user and without a fragment (#)."
)


class InvalidRedirect(Exception):
    """No address to which a program may be answered; the text says which are."""


def redirect_checked(uri: str) -> str:
    """The address as given. Raises InvalidRedirect."""
    shapes = (HTTPS, LOOPBACK, OWN_SCHEME)
    if len(uri) > REDIRECT_LENGTH:
        raise InvalidRedirect(f"At most {REDIRECT_LENGTH} characters.")
    if not _CHARACTERS.fullmatch(uri) or not any(shape.fullmatch(uri) for shape in shapes):
        raise InvalidRedirect(REFUSAL)
    return uri


def redirect_matches(registered: str, given: str) -> bool:
    """True if the addresses are equal; of an IP address of the loopback interface without the port.

    A native app takes the port that is free when it asks (RFC 8252, 7.3).
    """
    ours, theirs = _ANY_PORT.fullmatch(registered), _ANY_PORT.fullmatch(given)
    return registered == given or bool(ours and theirs and ours.groups() == theirs.groups())


def redirect_source(uri: str) -> str:
    """The address as a source of a Content-Security-Policy, which knows no IPv6 addresses."""
    scheme, _, rest = uri.partition(":")
    if OWN_SCHEME.fullmatch(uri) or rest.startswith("//["):
        return f"{scheme}:"
    host = re.split(r"[/?]", rest.removeprefix("//"), maxsplit=1)[0]
    return f"{scheme}://{host}"
