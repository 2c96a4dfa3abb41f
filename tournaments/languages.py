"""The language that texts of the engine are read in."""

from django.utils.formats import get_format
from django.utils.translation import gettext

from tournaments.engine.language import Language


def current_language() -> Language:
    """That of the page that is being made, or of the block `in_callers_language` of the API."""
    thousands, point = get_format("THOUSAND_SEPARATOR"), get_format("DECIMAL_SEPARATOR")
    return Language(gettext, thousands=thousands, point=point)
