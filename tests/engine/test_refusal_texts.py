"""The texts of refusals: what they name in braces is among the facts that are passed with them."""

import ast
from string import Formatter

from games.engine.errors import IllegalAction, Rule, WrongMoment
from samba_service.devstack.folder import REPOSITORY

RAISED = (IllegalAction.__name__, WrongMoment.__name__)


def calls() -> list[ast.Call]:
    """Where the engine makes refusals."""
    modules = sorted((REPOSITORY / "games" / "engine").rglob("*.py"))
    nodes = [node for module in modules for node in ast.walk(ast.parse(module.read_text()))]
    made = [node for node in nodes if isinstance(node, ast.Call)]
    return [call for call in made if getattr(call.func, "id", "") in RAISED]


def texts(call: ast.Call) -> list[str]:
    constants = [part for part in ast.walk(call.args[1]) if isinstance(part, ast.Constant)]
    return [part.value for part in constants if isinstance(part.value, str)]


def test_a_refusal_names_only_its_own_facts() -> None:
    found = calls()
    assert len(found) > 50
    for call in found:
        facts = {keyword.arg for keyword in call.keywords}
        assert texts(call), f"{ast.unparse(call)}: nobody can translate a text that is put together"
        for text in texts(call):
            named = {name for _, name, _, _ in Formatter().parse(text) if name}
            assert named <= facts, text


def test_a_list_of_facts_is_written_out() -> None:
    refusal = IllegalAction(Rule.WILD_RANK, "say which of {ranks}", ranks=["5", "9"])
    assert (refusal.detail, str(refusal)) == ("say which of 5, 9", "say which of 5, 9")
