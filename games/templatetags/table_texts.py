"""What the scripts of a table's pages read from the page."""

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.web.scores import LINES
from games.web.sentences import ACTORS, TEMPLATES, VARIANTS

register = template.Library()


@register.simple_tag
def table_texts() -> SafeString:
    """The sentences of events and the items of a score in the reader's language, as data."""
    found = {
        "templates": {kind: gettext(text) for kind, text in TEMPLATES.items()},
        "variants": VARIANTS,
        "actors": ACTORS,
        "lines": {code: gettext(text) for code, text in LINES.items()},
    }
    return json_script(found, "table-texts")
