"""A ruleset is data: no line of the product asks which one it is."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine.rulesets import slugs

ROOT = Path(__file__).parents[1]
PRODUCT = sorted(
    path
    for folder in ("games", "samba_service")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts
)
COMPARING = (ast.Compare, ast.Match, ast.Subscript, ast.Dict, ast.Set)
"""Where a value decides what is done: comparisons, cases, tables."""


def decisions_by_slug(source: str) -> list[int]:
    """Lines in which a text that is a ruleset's slug decides anything."""
    names = set(slugs())

    def texts(node: ast.AST) -> Iterator[ast.Constant]:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Constant) and inner.value in names:
                yield inner

    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, COMPARING)]
    found: set[int] = set()
    for node in nodes:
        parts: list[ast.AST] = [node]
        if isinstance(node, ast.Dict):
            parts = [key for key in node.keys if key is not None]
        found |= {text.lineno for part in parts for text in texts(part)}
    return sorted(found)


@pytest.mark.parametrize("path", PRODUCT, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_decides_by_a_slug(path: Path) -> None:
    assert decisions_by_slug(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        'if rules.slug == "classic": pass',
        'if rules.slug in ("classic", "other"): pass',
        'match rules.slug:\n    case "classic": pass',
        'DRAWS = {"classic": 2}',
        'count = DRAWS["classic"]',
        'if rules.slug == "handfoot": pass',
    ],
)
def test_a_decision_by_a_slug_is_noticed(source: str) -> None:
    assert decisions_by_slug(source)


@pytest.mark.parametrize(
    "source", ['rules = load("classic")', 'body = {"ruleset": "classic"}', "slug = rules.slug"]
)
def test_naming_a_ruleset_decides_nothing(source: str) -> None:
    assert decisions_by_slug(source) == []
