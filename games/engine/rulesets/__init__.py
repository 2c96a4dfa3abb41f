"""Rulesets: data in TOML, read into one frozen `Ruleset`."""

from games.engine.rulesets.document import (
    Origin,
    from_document,
    load,
    origins,
    resolve,
    sha256,
    slugs,
    to_document,
)
from games.engine.rulesets.ruleset import Ruleset
from games.engine.rulesets.sections import Declaring, Holding, Permission
from games.engine.rulesets.upcast import upcast
from games.engine.rulesets.values import InvalidRuleset, RulesetFault

__all__ = [
    "Declaring",
    "Holding",
    "InvalidRuleset",
    "Origin",
    "Permission",
    "Ruleset",
    "RulesetFault",
    "from_document",
    "load",
    "origins",
    "resolve",
    "sha256",
    "slugs",
    "to_document",
    "upcast",
]
