"""Words in the schema: its guide, and what members, parameters and values mean."""

import re
import tomllib
from pathlib import Path

from samba_service.contract.parts import Node

DOCS = Path(__file__).resolve().parents[2] / "docs"
WORDS: Node = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
"""What parameters, members and values mean where their declaration does not say it."""


def guide() -> str:
    """`docs/clients.md` for readers of the schema: without commands, and without our files."""
    packed = Path(__file__).with_name("clients.md")  # where a package has it
    page = packed if packed.is_file() else DOCS / packed.name
    text = page.read_text("utf-8").partition("\n\n")[2]
    text = re.sub(r"^```.*?^```\n+", "", text, flags=re.MULTILINE | re.DOTALL)
    text = "\n\n".join(each for each in text.split("\n\n") if "](../deploy/" not in each)
    text = re.sub(r"\[([^]]+)\]\((?!https?:)[^)]*\)", r"\1", text)
    return re.sub(r"(?<![\n|])\n(?![\n|#]|- |\d\. )", " ", text).strip()


def describe(schemas: Node) -> None:
    """Every member has words: those of its declaration, or those that its name has here.

    A member that is only a reference is described by its shape.
    """
    for name, schema in schemas.items():
        if name in WORDS["values"]:
            schema["description"] = in_words(WORDS["values"][name])
        text = WORDS["shapes"].get(name)
        if text:
            schema.setdefault("description", text)
        describe_members(name, schema)


def describe_members(name: str, schema: Node) -> None:
    """Describe the members of the shape `name`, and of the shapes within it."""
    words = WORDS["members"]
    for member, shape in schema.get("properties", {}).items():
        if "$ref" not in shape:
            text = words.get(f"{name}.{member}") or words.get(member)
            if text:
                shape.setdefault("description", text)
    for inner in [*schema.get("properties", {}).values(), *schema.get("oneOf", ())]:
        if "$ref" not in inner:
            describe_members(name, inner)


def enumerated(shape: Node) -> str:
    """The name of the enumeration with the values that a parameter takes, or nothing."""
    values = {*shape.get("enum", ())}
    return next((name for name, each in WORDS["values"].items() if {*each} == values), "")


def in_words(meanings: dict[str, str]) -> str:
    """What each value of an enumeration means."""
    return "; ".join(f"`{value}`: {meaning}" for value, meaning in meanings.items()) + "."
