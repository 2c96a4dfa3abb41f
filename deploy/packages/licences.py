"""Under which licence a package is published, as an expression of SPDX."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

TERMS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("licences.toml").read_text("utf-8"))
CLASSIFIERS = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}


def licence(package: str) -> str | None:
    """As stated in licences.toml, else as its own metadata say; None: nothing clear."""
    if package in TERMS["stated"]:
        return str(TERMS["stated"][package])
    try:
        said = metadata(package)
    except PackageNotFoundError:
        return None
    for expression in said.get_all("License-Expression", []):
        return str(expression)
    for named in said.get_all("License", []):
        if named in TERMS["allowed"]:
            return str(named)
    classified = {CLASSIFIERS.get(each, "") for each in said.get_all("Classifier", [])} - {""}
    return classified.pop() if len(classified) == 1 else None


def not_allowed(expression: str) -> set[str]:
    """The licences in it that are none of those allowed."""
    return {*re.findall(r"[\w.+-]+", expression)} - {"AND", "OR", "WITH", *TERMS["allowed"]}
