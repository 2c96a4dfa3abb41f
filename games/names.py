"""Names of people: when two are the same, and which are nobody's to take."""

import re
import unicodedata

from games.bots import registry


def name_key(name: str) -> str:
    """What equal names have in common: letters, whatever their case, their form or the spaces."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(folded.split())


def is_reserved(name: str) -> bool:
    """True for names of our bots: a level, the bot of a level, or a numbered one."""
    levels = {*registry.levels(), *(level.name for level in registry.LEVELS.values())}
    known = "|".join(re.escape(name_key(level)) for level in levels)
    return re.fullmatch(rf"({known})(bot)?\d*", name_key(name)) is not None
