"""Encrypting seeds: a stolen backup shows nothing of a future deal.

For the running hand, the log and the snapshot hold the cards in clear.
"""

from base64 import urlsafe_b64encode
from functools import cache
from hashlib import sha256

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings

from games.engine.shuffle import Secret


@cache
def _fernet(keys: tuple[str, ...]) -> MultiFernet:
    digests = [sha256(b"samba-service deal" + key.encode()).digest() for key in keys]
    return MultiFernet([Fernet(urlsafe_b64encode(digest)) for digest in digests])


def _vault() -> MultiFernet:
    """Seals with the current key, opens with former ones too."""
    return _fernet((settings.SAMBA_DEAL_KEY, *settings.SAMBA_DEAL_KEY_FALLBACKS))


def seal(secret: bytes) -> bytes:
    """`secret`, encrypted."""
    return _vault().encrypt(secret)


def unseal(sealed: bytes) -> Secret:
    """What was sealed, in a form that no repr shows. Raises cryptography.fernet.InvalidToken."""
    return Secret(_vault().decrypt(sealed))
