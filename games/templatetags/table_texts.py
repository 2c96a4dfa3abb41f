"""What the scripts of pages read from the page."""

from collections.abc import Mapping

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.engine.rulesets import load, slugs
from games.web.scores import LINES
from games.web.sentences import ACTORS, PHRASES, TEMPLATES, VARIANTS
from games.web.words import CANASTA_NAMES, PLURALS, RANK_NAMES, SEQUENCE, SUIT_NAMES

register = template.Library()


def _translated(texts: Mapping[str, str]) -> dict[str, str]:
    return {code: gettext(text) for code, text in texts.items()}


@register.simple_tag
def ruleset_names() -> SafeString:
    """The names of the rulesets that ship."""
    return json_script({slug: load(slug).name for slug in slugs()}, "ruleset-names")


@register.simple_tag
def table_texts() -> SafeString:
    """Sentences of events, items of a score, phrases, cards and melds in the reader's language."""
    found = {
        "templates": _translated(TEMPLATES),
        "variants": VARIANTS,
        "actors": ACTORS,
        "lines": _translated(LINES),
        "phrases": _translated(PHRASES),
        "ranks": _translated(RANK_NAMES),
        "plurals": _translated(PLURALS),
        "suits": _translated(SUIT_NAMES),
        "canastas": _translated(CANASTA_NAMES),
        "sequence": gettext(SEQUENCE),
    }
    return json_script(found, "table-texts")


@register.simple_tag
def score_texts() -> SafeString:
    """Of these only the items of a score, for pages that take score sheets."""
    return json_script({"lines": _translated(LINES)}, "table-texts")
