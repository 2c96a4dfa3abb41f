"""The numbered paragraphs of RULES.md, which refusals and score lines cite, and its sources."""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_HEADING = re.compile(r"^#{2,4} +([A-Z]+-\d{2})\b[ .:\u2013-]*(.*?) *#*$")
_OTHER_HEADING = re.compile(r"^#{1,4} ")


class Paragraph(NamedTuple):
    """One rule: its code, ``"MELD-07"``, its title and its text in Markdown."""

    code: str
    title: str
    text: str


def parse(markdown: str) -> tuple[Paragraph, ...]:
    """The paragraphs under headings like ``## MELD-07 The initial minimum``, in their order."""
    found: dict[str, tuple[str, list[str]]] = {}
    lines: list[str] | None = None
    for line in markdown.splitlines():
        if heading := _HEADING.match(line):
            code, title = heading.groups()
            lines = []
            found[code] = (title, lines)
        elif _OTHER_HEADING.match(line):
            lines = None
        elif lines is not None:
            lines.append(line)
    return tuple(
        Paragraph(code, title, "\n".join(text).strip()) for code, (title, text) in found.items()
    )


@cache
def sources() -> dict[str, str]:
    """The published descriptions that the rules are taken from, by the code that cites them."""
    _, _, table = _text().partition("| source | description |\n")
    rows = table.partition("\n\n")[0].splitlines()[1:]
    cells = (row.strip("| ").partition(" | ") for row in rows)
    return {code: description for code, _, description in cells}


@cache
def paragraphs() -> dict[str, Paragraph]:
    """Every paragraph of the rules, by code."""
    return {paragraph.code: paragraph for paragraph in parse(_text())}


def _text() -> str:
    return files("games.engine").joinpath("RULES.md").read_text("utf-8")
