"""Every rule has its paragraph in RULES.md, is used by the engine, and is asserted by a test."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import games.engine
from games.engine.errors import Rule
from games.engine.scoring.sheet import RULE_OF
from tests.engine.reach import rulesets_of
from tests.engine.sheets import PRESETS

ENGINE = Path(games.engine.__path__[0])
TESTS = Path(__file__).parent
TEXT = (ENGINE / "RULES.md").read_text("utf-8")
PARAGRAPHS = dict(re.findall(r"^## (\S+) [A-Z][^\n]+\n\n(.+?)(?=\n\n## |\Z)", TEXT, re.M | re.S))
TABLE = {
    rule: (code, rulesets, source, test)
    for rule, code, rulesets, source, test in re.findall(
        r"^\| ([A-Z]+-\d\d) \| `(\w+)` \| ([^|]+) \| ([^|]+) \| `(\w+\.py)` \|$", TEXT, re.M
    )
}


def sources(folder: Path, pattern: str) -> Iterator[ast.AST]:
    """Every node of the Python files of `folder` that match."""
    for path in folder.rglob(pattern):
        yield from ast.walk(ast.parse(path.read_text("utf-8")))


def rules_named(nodes: Iterator[ast.AST]) -> set[str]:
    """The members `Rule.NAME` in the code."""
    return {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Rule"
    }


@cache
def rules_raised() -> set[str]:
    """The rules of the refusals that the engine builds."""
    calls = (node for node in sources(ENGINE, "*.py") if isinstance(node, ast.Call))
    return rules_named(argument for call in calls for argument in call.args)


def score_codes() -> dict[str, str]:
    """By paragraph the code of every score line that the engine writes."""
    return {rule: code for code, rule in RULE_OF.items()}


def test_every_paragraph_has_a_rule_or_a_score_line() -> None:
    assert set(PARAGRAPHS) == {rule.value for rule in Rule} | set(score_codes())


def test_the_table_names_every_paragraph_in_order() -> None:
    headings = re.findall(r"^## (\S+) ", TEXT, re.M)
    assert list(TABLE) == headings
    assert len(headings) == len(set(headings))


@pytest.mark.parametrize("rule", sorted(PARAGRAPHS))
def test_the_table_names_the_rulesets_by_whose_values_a_rule_can_come_up(rule: str) -> None:
    assert TABLE[rule][1] == rulesets_of(rule, PRESETS)


@pytest.mark.parametrize("rule", Rule)
def test_a_rule_is_documented_raised_and_tested(rule: Rule) -> None:
    code, _, _, test = TABLE[rule.value]
    assert code == rule.code
    assert rule.name in rules_raised()
    assert rule.name in rules_named(sources(TESTS, test)), f"{test} does not assert {rule.name}"


@pytest.mark.parametrize("rule", sorted(score_codes()))
def test_a_score_line_is_documented_and_tested(rule: str) -> None:
    code, _, _, test = TABLE[rule]
    assert code == score_codes()[rule]
    assert f'"{code}"' in (TESTS / test).read_text("utf-8")


@pytest.mark.parametrize("rule", sorted(PARAGRAPHS))
def test_a_paragraph_ends_with_the_source_that_the_table_names(rule: str) -> None:
    words, _, source = PARAGRAPHS[rule].rpartition("\n\nSource: ")
    assert source.strip() == f"{TABLE[rule][2]}."
    assert len(words.split()) >= 8
