"""Rulesets: data in TOML, read into one frozen `Ruleset`."""

from games.engine.rulesets.document import (
    InvalidRuleset,
    Origin,
    RulesetFault,
    from_document,
    load,
    origins,
    resolve,
    sha256,
    slugs,
    to_document,
)
from games.engine.rulesets.ruleset import Permission, RedThreeDeclaring, Ruleset

__all__ = [
    "InvalidRuleset",
    "Origin",
    "Permission",
    "RedThreeDeclaring",
    "Ruleset",
    "RulesetFault",
    "from_document",
    "load",
    "origins",
    "resolve",
    "sha256",
    "slugs",
    "to_document",
]
