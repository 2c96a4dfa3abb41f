"""What is said in the language of its reader; a call that asks for none is answered in English."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import (
    get_language,
    get_supported_language_variant,
    gettext,
    override,
    pgettext,
)
from django.utils.translation.trans_real import parse_accept_lang_header

from samba_service.kit.field_texts import FORMS

_MOST_LISTED = 3

MORE = "and {count} more"

_FORMS = [
    (re.compile(re.escape(form).replace(r"\{\}", "(.+)")), form) for form in FORMS if "{}" in form
]

Errors = Sequence[Mapping[str, str]]
"""Faulty fields: `path` and `detail` of each."""


def language_of(request: HttpRequest) -> str:
    """The best one in `Accept-Language`. The cookie of the pages is not for the API."""
    for asked, _ in parse_accept_lang_header(request.META.get("HTTP_ACCEPT_LANGUAGE", "").lower()):
        with suppress(LookupError):
            return get_supported_language_variant(asked)
    return settings.LANGUAGE_CODE


_asked: ContextVar[str] = ContextVar("language", default=settings.LANGUAGE_CODE)


@contextmanager
def answering(request: HttpRequest) -> Iterator[None]:
    """Answer a call of the API: in English, except what is said `in_callers_language`."""
    token = _asked.set(language_of(request))
    try:
        with override(settings.LANGUAGE_CODE):  # not that of the last page in this thread
            yield
    finally:
        _asked.reset(token)


def in_callers_language() -> AbstractContextManager[None]:
    """For texts in the language that the caller of the API prefers."""
    return override(_asked.get())


class Said(NamedTuple):
    """What a refusal says to its reader."""

    title: str
    detail: str
    errors: Errors | None
    languages: Sequence[str]


class Wording(NamedTuple):
    """What a refusal says in English, and of what that is made."""

    title: str
    detail: str = ""
    """Empty: a summary of the faulty fields, or else the title."""
    errors: Errors | None = None
    template: str = ""
    """The detail with the names of its words in braces, if it has any."""
    words: Mapping[str, object] = {}

    def in_english(self) -> Said:
        """As it is written."""
        detail = self.detail or (_in_short(self.errors, MORE) if self.errors else f"{self.title}.")
        return Said(self.title, detail, self.errors, [settings.LANGUAGE_CODE])

    def said_on_page(self) -> Said:
        """Its texts in the language of the page that is being made."""
        return self.said_in(get_language() or settings.LANGUAGE_CODE)

    def said_in(self, language: str) -> Said:
        """Its texts in a language; a text that has no translation is in English as a whole."""
        english = self.in_english()
        if language == settings.LANGUAGE_CODE:
            return english
        with override(language):
            title = _translated(self.title)
            errors = self.errors and [
                {**each, "detail": _field_text(each["detail"]) or each["detail"]}
                for each in self.errors
            ]
            detail = self._detail(title, errors)
        texts = (title, detail)
        languages = [language] if all(texts) else [language, settings.LANGUAGE_CODE]
        return Said(title or english.title, detail or english.detail, errors, languages)

    def _detail(self, title: str | None, errors: Errors | None) -> str | None:
        """In the current language; None if not all of it is translated."""
        if self.detail == f"{self.title}.":
            return title and f"{title}."
        if self.detail:
            return _filled(self.template or self.detail, self.words)
        if not errors:
            return title and f"{title}."
        known = (_field_text(each["detail"]) for each in self.errors or ())
        return _in_short(errors, gettext(MORE)) if all(known) else None


def _in_short(errors: Errors, more: str) -> str:
    """A summary of the first few faulty fields."""
    listed = [": ".join(filter(None, (e["path"], e["detail"]))) for e in errors[:_MOST_LISTED]]
    if len(errors) > len(listed):
        listed.append(more.format(count=len(errors) - len(listed)))
    return "; ".join(text.removesuffix(".") for text in listed) + "."


COUNTED = "counted"
"""The context of what there are too many of: "clubs" are a suit too."""


def _translated(text: str, context: str = "") -> str | None:
    """The text in the current language; None if there is no translation of it."""
    found = pgettext(context, text) if context else gettext(text)
    return None if found == text else found


def _filled(template: str, words: Mapping[str, object]) -> str | None:
    """The template in the current language, with its words; None unless all of it is translated.

    Names and numbers are the same in every language. `what` is a text of its own.
    """
    found, known = _translated(template), dict(words)
    if isinstance(what := known.get("what"), str):
        known["what"] = _translated(what, COUNTED)
    if found is None or None in known.values():
        return None
    text = found.format(**known) if known else found
    return f"{text[:1].upper()}{text[1:]}"


def _field_text(text: str) -> str | None:
    """What is wrong with a field, in the current language; None if there is no translation."""
    for pattern, form in _FORMS:
        match = pattern.fullmatch(text)
        if match is not None:
            found = _translated(form)
            return found and found.replace("{}", match[1])
    return _translated(text)
