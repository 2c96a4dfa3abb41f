"""Every rule has its paragraph in RULES.md, is used by the engine, and is asserted by a test."""

import ast
import re
import tomllib
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
    named, _, reason = source.removesuffix(".").partition(": ")
    assert named == TABLE[rule][2]
    assert len(words.split()) >= 8
    is_ours = named.endswith(("decided", "assumed"))
    assert bool(re.search(r"\w.+,\sbecause\s\w", reason, re.S)) is is_ours, "what, and why"


def test_every_source_is_described() -> None:
    rows = re.findall(r"^\| ([A-Z0-9, ]+) \| ", TEXT, re.M)
    cited = {source for _, _, named, _ in TABLE.values() for source in re.split("[,;] ", named)}
    for path in ENGINE.glob("rulesets/*.toml"):
        ruleset = tomllib.loads(path.read_text("utf-8"))
        for told in ("stated", "decided", "assumed"):
            for source in ruleset.get(told, {}).values():
                cited |= set(re.findall(r"\b(?:S\d{3}|[A-Z]{3,4})\b", re.sub('".*?"', "", source)))
    assert cited - {"decided", "assumed"} == {name for row in rows for name in row.split(", ")}


ROOT = ENGINE.parents[1]
MARK = re.compile(r"\b([A-Z]{3,})-(\d\d)\b(?!-)((?:\.\.\d\d|, \d\d\b(?!-))*)")
NO_MARKS = {"UTF-16", "SCORE-99"}
"""An encoding, and a paragraph that records which were tampered with cite."""


def marks_in(text: str) -> Iterator[str]:
    """The paragraphs that a text cites: ``MELD-01..03, 07`` are four."""
    for area, first, more in MARK.findall(text):
        yield f"{area}-{first}"
        last = int(first)
        for sign, number in re.findall(r"(\.\.|, )(\d\d)", more):
            for each in range(last + 1 if sign == ".." else int(number), int(number) + 1):
                yield f"{area}-{each:02}"
            last = int(number)


@pytest.mark.parametrize(
    "folder", ["games", "samba_service", "tournaments", "docs", "tests/engine"]
)
def test_every_mark_leads_to_a_paragraph(folder: str) -> None:
    paths = [
        path
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".toml", ".md", ".json")
    ]
    cited = {(mark, path.name) for path in paths for mark in marks_in(path.read_text("utf-8"))}
    assert {(mark, name) for mark, name in cited if mark not in {*PARAGRAPHS, *NO_MARKS}} == set()
