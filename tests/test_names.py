"""A name means one thing in its module."""

import ast
from collections import Counter

import pytest

from samba_service.devstack.folder import REPOSITORY

PRODUCT = sorted(
    file
    for folder in ("games", "samba_service", "tournaments")
    for file in (REPOSITORY / folder).rglob("*.py")
    if "migrations" not in file.parts
)


def assigned_again(tree: ast.Module) -> list[str]:
    """The names that the module itself gives a second value."""
    names = Counter(
        target.id
        for each in tree.body
        if isinstance(each, ast.Assign)
        for target in each.targets
        if isinstance(target, ast.Name)
    )
    return [name for name, times in names.items() if times > 1]


def test_no_module_gives_a_name_a_second_value() -> None:
    """The second `GameFull = Conflict.of(...)` would be raised instead of the first."""
    found = {str(file): assigned_again(ast.parse(file.read_text())) for file in PRODUCT}
    assert {file: names for file, names in found.items() if names} == {}


@pytest.mark.parametrize(("text", "found"), [("A = 1\nA = 2", ["A"]), ("A = 1\nB = 2", [])])
def test_a_second_value_is_found(text: str, found: list[str]) -> None:
    assert assigned_again(ast.parse(text)) == found
