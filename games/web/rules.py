"""The rules to read: each ruleset in words, its values with their sources, and each paragraph."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from math import ceil
from typing import Any, NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.api.house_rulesets import HOUSE_RULES_PER_CALL
from games.engine.examples import examples
from games.engine.paragraphs import Paragraph, paragraphs, sources
from games.engine.rulesets import (
    InvalidRuleset,
    Rules,
    differences,
    load,
    origins,
    sha256,
    slugs,
    to_document,
)
from games.engine.rulesets.effect import without_effect
from games.engine.rulesets.reading.schema import json_schema
from games.engine.rulesets.words import compared_in_words, in_words
from games.selectors.rulesets import (
    house_name,
    house_ruleset_editable,
    house_ruleset_get,
    house_rulesets_listed,
    house_version_get,
    house_version_rules,
    ruleset_find,
    ruleset_is_shipped,
)
from games.web.examples import drawn
from games.web.readers import game_of_page, viewer_of
from samba_service.kit import throttles

BASE = "classic"
"""Samba itself."""
HOUSE_RULES_SHOWN = 50
TOPICS = {
    "TURN": gettext_noop("The turn"),
    "PILE": gettext_noop("The discard pile"),
    "MELD": gettext_noop("Melds"),
    "THREE": gettext_noop("Threes"),
    "HAND": gettext_noop("The hand"),
    "OUT": gettext_noop("Going out"),
    "SCORE": gettext_noop("The score"),
}
"""What the codes of paragraphs begin with."""
NOTHING = "\N{EN DASH}"
_PARAGRAPH = re.compile(r"\b([A-Z]+-\d\d)\b")
_CODE = re.compile(r"`([^`]+)`")


class Value(NamedTuple):
    """A value of a ruleset: its path, what it means, and where it comes from."""

    path: str
    meaning: str
    value: Any
    source: str
    provenance: str


@require_safe
@throttles.limited(throttles.READS)
def rulesets(request: HttpRequest) -> HttpResponse:
    """All rulesets that the reader may choose, and the list of paragraphs."""
    house = house_rulesets_listed(viewer_of(request))[:HOUSE_RULES_SHOWN]
    throttles.take_for_page(request, throttles.READS, ceil(len(house) / HOUSE_RULES_PER_CALL))
    context = {
        "shipped": _shipped_named(),
        "house": [
            _named(f"{each.ruleset.owner}/{each.ruleset.slug}", house_version_rules(each))
            for each in house
        ],
        "topics": _by_topic(),
        "sources": sources().items(),
    }
    return render(request, "games/rulesets.html", context)


def _by_topic() -> list[tuple[str, list[Paragraph]]]:
    """The paragraphs under the topic that their codes begin with."""
    found: dict[str, list[Paragraph]] = {topic: [] for topic in TOPICS}
    for each in paragraphs().values():
        found[each.code.partition("-")[0]].append(each)
    return [(_(TOPICS[topic]), each) for topic, each in found.items()]


@require_safe
@throttles.limited(throttles.READS)
def ruleset(request: HttpRequest, slug: str) -> HttpResponse:
    """A ruleset that ships, as a chapter for each topic."""
    if not ruleset_is_shipped(slug):
        raise Http404
    return _shown(request, load(slug))


@require_safe
@throttles.limited(throttles.READS)
def house_ruleset(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    """House rules, for everybody who knows their name; hidden ones for their owner."""
    name = house_name(f"{owner}/{slug}")
    found = None if name is None else house_ruleset_get(name)
    if found is None or (found.hidden_at and not house_ruleset_editable(found, viewer_of(request))):
        raise Http404
    return _shown(request, house_version_rules(house_version_get(found)))


@require_safe
@throttles.limited(throttles.READS)
def table_rules(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The ruleset that a game froze, for those who may see the game."""
    return _shown(request, game_of_page(request, game_id).match.rules, table=game_id)


@require_safe
@throttles.limited(throttles.READS)
def paragraph(request: HttpRequest, code: str) -> HttpResponse:
    """A paragraph with its worked examples."""
    found = paragraphs().get(code)
    if found is None:
        raise Http404
    context = {
        "paragraph": found,
        "text": in_html(found.text),
        "examples": _examples_drawn(code, get_language()),
    }
    return render(request, "games/paragraph.html", context)


@cache
def _examples_drawn(code: str, _language: str) -> list[dict[str, Any]]:
    """Drawn once in each language: there are as many as paragraphs."""
    return [drawn(each) for each in examples().get(code, ())]


@cache
def _shipped_named() -> list[dict[str, Any]]:
    """The rulesets that ship, Samba first, each with the chapters that are different from Samba."""
    base = load(BASE)
    found = [
        {
            **_named(slug, load(slug)),
            "differs": [chapter.topic for chapter in compared_in_words(load(slug), base)],
        }
        for slug in slugs()
    ]
    return sorted(found, key=lambda each: (each["slug"] != BASE, each["name"]))


def _named(slug: str, rules: Rules) -> dict[str, Any]:
    words = {chapter.topic: chapter.text for chapter in in_words(rules)}
    return {"slug": slug, "name": rules.name, "players": words["The players"]}


def _shown(request: HttpRequest, rules: Rules, table: UUID | None = None) -> HttpResponse:
    """The page of a ruleset; that of a table leads back to it."""
    against = request.GET.get("compare", "")
    problem, compared = "", None
    own = rules.slug if _is_shipped(rules) else None
    if against:
        try:
            compared = _compared(rules, ruleset_find(against))
        except InvalidRuleset:
            problem = against
    context = {
        "table": table,
        "name": rules.name,
        "chapters": in_words(rules),
        "values": list(_values(rules)),
        "others": [(each, load(each).name) for each in slugs() if each != own],
        "against": against,
        "compared": compared,
        "unknown": problem,
    }
    return render(request, "games/ruleset.html", context, status=404 if problem else 200)


def _is_shipped(rules: Rules) -> bool:
    """False for house rules; without a name they have the slug of the ruleset that they extend."""
    return ruleset_is_shipped(rules.slug) and sha256(rules) == sha256(load(rules.slug))


def _compared(rules: Rules, against: Rules) -> dict[str, Any]:
    """Chapters that say something else, and the values that differ."""
    return {
        "name": against.name,
        "chapters": compared_in_words(rules, against),
        "values": [
            {"path": each.path, "meaning": meaning(each.path), "value": _said(each.value),
             "against": _said(each.against)}
            for each in differences(rules, against)
        ],
    }  # fmt: skip


def _values(rules: Rules) -> Iterator[Value]:
    """The values that have an effect; house rules have no sources of their own."""
    document, silent = to_document(rules), without_effect(rules)
    sources = origins(rules.slug) if _is_shipped(rules) else {}
    for path, value in leaves(document):
        if path not in silent and "." in path:
            origin = sources.get(path)
            source, provenance = (origin.source, origin.provenance) if origin else ("", "")
            yield Value(path, meaning(path), _said(value), source, provenance)


def leaves(section: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """The values of a document by their path, such as `draw.count`."""
    for name, value in section.items():
        here = f"{path}.{name}" if path else name
        if isinstance(value, Mapping):
            yield from leaves(value, here)
        else:
            yield here, value


def meaning(path: str) -> str:
    """What the schema says of the value at `path`."""
    found: Any = json_schema()
    said = ""
    for name in path.split("."):
        found = found.get("properties", {}).get(name) or found.get("additionalProperties") or {}
        if not isinstance(found, dict):
            break
        said = found.get("description", said)
    return re.sub(r"\b([Nn])ull\b", r"\1one", said.replace("`", ""))


def _said(value: Any) -> str:
    match value:
        case None:
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ", ".join(map(_said, value)) or NOTHING
    return str(value).replace("_", " ")


def in_html(text: str) -> SafeString:
    """The Markdown of a paragraph: code in backticks, and links to other paragraphs."""
    parts = [" ".join(part.split()) for part in text.split("\n\n")]
    return mark_safe("".join(f"<p>{_line(part)}</p>" for part in parts))  # escaped


def _line(text: str) -> str:
    coded = _CODE.sub(r"<code>\1</code>", escape(text))
    return _PARAGRAPH.sub(
        lambda found: (
            f'<a href="/rules/{found[1]}">{found[1]}</a>' if found[1] in paragraphs() else found[1]
        ),
        coded,
    )
