"""Names of people: when two are the same, and which are reserved."""

import re
import unicodedata
from collections.abc import Iterable

_BLANK = re.compile(
    r"[\s\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Spaces, and the letters and marks of Unicode that are invisible: fillers, variation selectors."""


def name_key(name: str) -> str:
    """A key that equal names share, whatever their case, their form or the spaces."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return _BLANK.sub("", folded)


def is_visible(name: str) -> bool:
    """True for a name of visible characters."""
    return name.isprintable() and name_key(name) != ""


def is_of_erased(name: str) -> bool:
    """True for names like those of erased accounts."""
    return name_key(name).startswith("formerplayer")


class InvalidName(ValueError):
    """A name that nobody may have; its text says why."""


def display_name_cleaned(name: str) -> str:
    """`name` composed (NFC), so that names that look equal have equal bytes. Raises InvalidName."""
    composed = unicodedata.normalize("NFC", name)
    if not is_visible(composed):
        raise InvalidName("Only visible characters.")
    if is_of_erased(composed):
        raise InvalidName("Such names are kept for erased accounts.")
    if is_reserved(composed):
        raise InvalidName("Such names are kept for the service's own bots.")
    return composed


_reserved: set[str] = set()


def reserve(names: Iterable[str]) -> None:
    """Keep `names`, and numbered ones, for the service's own bots."""
    _reserved.update(map(name_key, names))


def is_reserved(name: str) -> bool:
    """True for names of our bots: a level, the bot of a level, or a numbered one."""
    known = "|".join(map(re.escape, sorted(_reserved)))
    return re.fullmatch(rf"({known})(bot)?\d*", name_key(name)) is not None
