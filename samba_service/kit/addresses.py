"""The address from which a call comes."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The caller's address: what the outermost of our own NUM_PROXIES proxies saw."""
    proxies: int = settings.REST_FRAMEWORK["NUM_PROXIES"]  # at least 0
    seen = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
    if proxies and len(seen) >= proxies and seen[-proxies]:
        return seen[-proxies]
    return str(request.META.get("REMOTE_ADDR", ""))


def caller_network(request: HttpRequest) -> str:
    """Whom limits by address hold together: an address, or the 64 bits of IPv6 that one line has.

    Anyone who has such a network may call from any of its addresses.
    """
    text = client_address(request)
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv4Address):
        return text
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, 64), strict=False))


def is_loopback(request: HttpRequest) -> bool:
    """True if the call comes from this machine and no proxy passed it on."""
    if not settings.REST_FRAMEWORK["NUM_PROXIES"] and "X-Forwarded-For" in request.headers:
        return False  # a proxy that is not in our settings
    try:
        return ip_address(client_address(request)).is_loopback
    except ValueError:
        return False


def is_trusted(request: HttpRequest) -> bool:
    """True if the call comes from an address that the setting SAMBA_CLUB_ADDRESSES names."""
    return _is_within(request, settings.SAMBA_CLUB_ADDRESSES)


def is_from(request: HttpRequest, networks: Sequence[IPv4Network | IPv6Network]) -> bool:
    """True if the call comes from one of these networks, by no unknown proxy."""
    if not settings.REST_FRAMEWORK["NUM_PROXIES"] and "X-Forwarded-For" in request.headers:
        return False
    return _is_within(request, networks)


def _is_within(request: HttpRequest, networks: Sequence[IPv4Network | IPv6Network]) -> bool:
    if not networks:
        return False
    try:
        address = ip_address(client_address(request))
    except ValueError:
        return False
    return any(address in network for network in networks)
