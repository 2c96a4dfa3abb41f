"""The engine and the bots are pure Python: no framework, no input or output, no global chance."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games

FOLDER = Path(games.__path__[0])
FORBIDDEN = ("django", "rest_framework", "celery", "redis", "psycopg", "samba_service")
PROGRAM = """
import pkgutil, sys, importlib
import games.engine, games.bots
for package in (games.engine, games.bots):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """Top-level packages in a fresh process that has imported the whole engine and all bots."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=FOLDER.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("package", FORBIDDEN)
def test_the_engine_loads_no_framework(package: str, loaded: set[str]) -> None:
    assert "games" in loaded
    assert package not in loaded


def modules() -> Iterator[Path]:
    for package in ("engine", "bots"):
        yield from (FOLDER / package).rglob("*.py")


def calls_of_global_random(tree: ast.AST) -> list[int]:
    """Lines that use the shared generator: `random.x` for any x but Random, or an import of one."""
    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            lines += [node.lineno for name in node.names if name.name != "Random"]
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and (node.value.id, node.attr == "Random") == ("random", False)
        ):
            lines.append(node.lineno)
    return lines


@pytest.mark.parametrize("path", [*modules()], ids=lambda path: str(path.relative_to(FOLDER)))
def test_chance_is_always_an_argument(path: Path) -> None:
    assert calls_of_global_random(ast.parse(path.read_text("utf-8"))) == []


def test_the_global_generator_would_be_found() -> None:
    assert calls_of_global_random(ast.parse("import random\nrandom.shuffle([])")) == [2]
    assert calls_of_global_random(ast.parse("from random import choice, Random")) == [1]
    assert calls_of_global_random(ast.parse("def f(rng): return rng.random()")) == []
