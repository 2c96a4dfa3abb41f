"""Texts for people are plain English: docstrings, comments, messages, Markdown, names of tests.

Text in backticks and in code blocks is code and may have any word.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest

ROOT = Path(__file__).parents[1]
SWEPT = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "deploy",
    "docs",
    "games",
    "samba_service",
    "tests",
    "tournaments",
]
"""The folders and files that have been rewritten: more are added, none is removed."""

INSTEAD = {
    "alone": "only, by itself",
    "anew": "again, or re-: regenerate",
    "besides": "also, in addition to",
    "brings?": "adds, gives, returns",
    "but for": "except",
    "comes? of": "results from",
    "for ever": "forever",
    "go(es)? along": "belongs to, comes with",
    "(he|him|his|himself|she|herself)": "they, or the noun",
    "in place of": "instead of",
    "in vain": "without effect",
    "(is|are|was|were) of": "has, belongs to",
    "knows? of": "has",
    "lest": "so that ... not",
    "lies?": "is",
    "(nobody|nothing|none|no one) but": "only",
    "of which there (is|are)": "that there are",
    "(somebody|anybody|nobody)'s": "the noun: a player's",
    "so (many|much)": "this many, as many as, a number",
    "speaks? of": "mentions",
    "stands?": "is, represents, remains",
    "such that": "so that",
    "takes? up": "uses, fills",
    "(tells?|told|telling)": "returns, shows, lists, includes",
    "who(m)?ever": "anyone who, the player who",
    "^whether": "True if, or the noun",
}
"""What not to write, and what to write instead."""


def _pattern(phrase: str) -> re.Pattern[str]:
    """Matches the phrase as whole words, over line breaks too."""
    return re.compile(r"(?<![\w.*/-])(?:" + phrase.replace(" ", r"\s+") + r")(?![\w/-])", re.I)


_ROWS = [(_pattern(phrase), instead) for phrase, instead in INSTEAD.items()]
_ANY = _pattern("|".join(INSTEAD))
_CODE = re.compile(r"^```.*?^```|``.+?``|`[^`]+`|https?://\S+", re.S | re.M)

Text = tuple[int, str]
"""A line number, and the text that begins there."""


def faults(text: str) -> list[str]:
    """Each forbidden phrase in `text`, with what to write instead."""
    if not _ANY.search(text):
        return []
    plain = _CODE.sub("`code`", text)
    return [
        f"{found[0]!r}: write {instead}" for row, instead in _ROWS if (found := row.search(plain))
    ]


def texts_of(path: Path) -> Iterator[Text]:
    """The texts for people in a Python or Markdown file."""
    source = path.read_text("utf-8")
    if path.suffix == ".md":
        yield from _paragraphs(source)
        return
    tree = ast.parse(source)
    yield from _comments(source)
    yield from _docstrings(tree)
    yield from _test_names(tree) if path.name.startswith("test_") else _messages(tree)


def _paragraphs(source: str) -> Iterator[Text]:
    for found in re.finditer(r"(?:^(?!```).+\n?)+", _CODE.sub(_blank, source), re.M):
        yield source.count("\n", 0, found.start()) + 1, found[0]


def _blank(code: re.Match[str]) -> str:
    """As many lines as the code has."""
    return "`code`" + "\n" * code[0].count("\n")


def _comments(source: str) -> Iterator[Text]:
    """The comments; those on consecutive lines are one text."""
    first, last, text = 0, 0, ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line = token.start[0]
            if line != last + 1:
                yield first, text
                first, text = line, ""
            last, text = line, f"{text} {token.string.lstrip('# ')}"
    yield first, text


def _is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _docstrings(tree: ast.AST) -> Iterator[Text]:
    """Docstrings of modules, classes, functions and fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and _is_text(node.value):
            yield node.lineno, ast.literal_eval(node.value).strip()


def _messages(tree: ast.AST) -> Iterator[Text]:
    """String literals of more than one word: messages, help texts, rules in words."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if _is_text(node) and id(node) not in docstrings:
            text = ast.literal_eval(node)
            if " " in text.strip():
                yield node.lineno, f" {text}"


def _test_names(tree: ast.AST) -> Iterator[Text]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.lineno, node.name.replace("_", " ")


def swept() -> list[Path]:
    """Every Python and Markdown file of the rewritten folders."""
    found: set[Path] = set()
    for name in SWEPT:
        path = ROOT / name
        found |= {path} if path.is_file() else {*path.rglob("*.py"), *path.rglob("*.md")}
    return sorted(path for path in found if "migrations" not in path.parts)


def test_what_has_been_rewritten_stays_in_plain_english() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {fault}"
        for path in swept()
        for line, text in texts_of(path)
        for fault in faults(text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("suffix", "source"),
    [
        (".py", '"""Tells the score."""\n'),
        (".py", 'x = 1\n"""Whether it is one."""\n'),
        (".py", "# One of these,\n# so\n# many of them.\n"),
        (".py", "x = 1  # it stands here\n"),
        (".py", 'raise ValueError("the card lies there")\n'),
        (".py", 'message = f"{name} is taken alone"\n'),
        (".md", "A rule.\n\nIt is shown such\nthat all see it.\n"),
        (".md", "`code` and then anew\n"),
    ],
)
def test_a_planted_phrase_is_found(tmp_path: Path, suffix: str, source: str) -> None:
    path = tmp_path / f"planted{suffix}"
    path.write_text(source, "utf-8")
    assert [fault for _, text in texts_of(path) for fault in faults(text)]


def test_the_name_of_a_test_is_read_as_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "test_planted.py"
    path.write_text("def test_a_card_lies_there(): pass\n", "utf-8")
    assert [fault for _, text in texts_of(path) for fault in faults(text)]


@pytest.mark.parametrize(
    "text",
    [
        "The standings of a standalone server",
        "The code `second_hand_lies` is a code",
        "``games/engine/told.py``",
        "```\nmake anew\n```\n",
        "This is often of use.",
    ],
)
def test_code_and_longer_words_are_left_in_peace(text: str) -> None:
    assert not faults(text)


def test_each_row_says_what_to_write_instead() -> None:
    assert all(INSTEAD.values())
    assert not any(fault for instead in INSTEAD.values() for fault in faults(instead))
