"""Rulesets: data in TOML, read into one frozen `Rules`."""

from games.engine.rulesets.choices import (
    Declaring,
    Holding,
    LastDiscard,
    NewSequence,
    Passing,
    Permission,
    TopOntoSequence,
)
from games.engine.rulesets.derived import Rules
from games.engine.rulesets.reading.differences import Difference, differences
from games.engine.rulesets.reading.document import (
    Origin,
    from_document,
    is_digest_of,
    load,
    logged,
    origins,
    resolve,
    sha256,
    slugs,
    to_document,
    upcast,
)
from games.engine.rulesets.reading.values import InvalidRuleset, RulesetFault

__all__ = [
    "Declaring",
    "Difference",
    "Holding",
    "InvalidRuleset",
    "LastDiscard",
    "NewSequence",
    "Origin",
    "Passing",
    "Permission",
    "Rules",
    "RulesetFault",
    "TopOntoSequence",
    "differences",
    "from_document",
    "is_digest_of",
    "load",
    "logged",
    "origins",
    "resolve",
    "sha256",
    "slugs",
    "to_document",
    "upcast",
]
