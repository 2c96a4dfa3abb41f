"""`manage.py makemessages`: collects the texts of refusals too, which are data."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

from games.engine.errors import Refusal
from samba_service.kit.errors import NotThere, ServiceError
from samba_service.kit.field_texts import FORMS
from samba_service.kit.languages import COUNTED, MORE
from samba_service.kit.problems import known_kinds, sentence

_API_WORD = re.compile(r"\{(state|because|detail)\}")
"""What a text names by a word of the API: it stays in English as a whole."""

_REFUSALS = tuple(each.__name__ for each in Refusal.__subclasses__())

_WHAT = re.compile(r'\bwhat="([^"]+)"')


class Command(makemessages.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Collect from a file with all of them, which is removed again."""
        collected = settings.BASE_DIR / "samba_service" / "refusal_texts.py"
        lines = [f"gettext({text!r})\n" for text in dict.fromkeys(_texts())]
        lines += [f"pgettext({COUNTED!r}, {what!r})\n" for what in sorted(set(_counted()))]
        collected.write_text("".join(lines))
        try:
            super().handle(*args, **options)
        finally:
            collected.unlink()


def _texts() -> Iterator[str]:
    """Titles, details with the names of facts in braces, faults of fields."""
    import_module(settings.ROOT_URLCONF)  # defines what is raised anywhere
    yield from (kind.title for kind in known_kinds())
    for refusal in _refusals(ServiceError):
        because = getattr(refusal, "BECAUSE", {}).values()
        title = getattr(refusal, "title", "") if refusal.status == NotThere.status else ""
        texts = filter(None, (title, refusal.template, *because))
        yield from (sentence(text) for text in texts if not _API_WORD.search(text))
    yield from map(sentence, _of_the_engine())
    yield from (*FORMS, MORE)


def _of_the_engine() -> Iterator[str]:
    """The templates of its refusals, which are where they are raised."""
    for module in sorted((settings.BASE_DIR / "games" / "engine").rglob("*.py")):
        for call in ast.walk(ast.parse(module.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in _REFUSALS:
                texts = (part for part in ast.walk(call.args[1]) if isinstance(part, ast.Constant))
                yield from (text.value for text in texts if isinstance(text.value, str))


def _counted() -> Iterator[str]:
    """What there may be too many of."""
    for app in ("games", "samba_service", "tournaments"):
        for module in (settings.BASE_DIR / app).rglob("*.py"):
            yield from _WHAT.findall(module.read_text())


def _refusals(of: type[ServiceError]) -> Iterator[type[ServiceError]]:
    for each in of.__subclasses__():
        yield each
        yield from _refusals(each)
