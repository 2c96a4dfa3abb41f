"""Rulesets by name: the shipped ones, and the house rules that players and clubs keep."""

import re
from typing import NamedTuple
from uuid import UUID

import orjson
from django.db.models import F, Prefetch, Q, QuerySet

from games.choices import HOUSE_SLUG_PATTERN
from games.engine.rulesets import (
    InvalidRuleset,
    Rules,
    RulesetFault,
    load,
    logged,
    resolve,
    slugs,
)
from games.models import HouseRuleset, HouseRulesetVersion
from games.selectors.clubs import club_administered, clubs_listed
from samba_service.kit.errors import NotThere

_ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_NAMED = re.compile(f"({_ID})/({HOUSE_SLUG_PATTERN.strip('^$')})")


class HouseName(NamedTuple):
    """The name of house rules, `{owner}/{slug}`, in its parts."""

    owner: UUID
    slug: str


def house_name(text: str) -> HouseName | None:
    """The parts of a name; None if it cannot be one."""
    found = _NAMED.fullmatch(text)
    return None if found is None else HouseName(UUID(found[1]), found[2])


def ruleset_is_shipped(slug: str) -> bool:
    """True for a shipped ruleset; only these have lists of ratings."""
    return slug in slugs()


def house_ruleset_get(name: HouseName) -> HouseRuleset | None:
    """The house rules with this name, hidden or not."""
    return HouseRuleset.objects.filter(owner=name.owner, slug=name.slug).first()


def house_ruleset_editable(ruleset: HouseRuleset, player_id: UUID | None) -> bool:
    """True if the player may change it: it is theirs, or that of a club that they administer."""
    if player_id is None:
        return False
    if ruleset.player_id is not None:
        return ruleset.player_id == player_id
    return club_administered(ruleset.owner, player_id)


def house_version_get(ruleset: HouseRuleset, version: int | None = None) -> HouseRulesetVersion:
    """This version; None: the latest. Raises NotThere."""
    number = ruleset.version if version is None else version
    found = _with_history().filter(ruleset=ruleset, version=number).first()
    if found is None:
        raise NotThere
    return found


def house_version_rules(version: HouseRulesetVersion) -> Rules:
    """The rules of the version."""
    return logged(orjson.loads(version.document))


def house_rulesets_listed(reader: UUID | None) -> QuerySet[HouseRulesetVersion]:
    """The latest versions that are listed for `reader`, the oldest name first.

    These are their own, and those of clubs that they belong to or that list them for everybody.
    """
    owners = Q(ruleset__owner__in=clubs_listed(reader))
    if reader is not None:
        owners |= Q(ruleset__player=reader)
    return _listed(_with_history()).filter(owners).order_by("ruleset__created_at", "ruleset_id")


def _with_history() -> QuerySet[HouseRulesetVersion]:
    """Versions, with the ruleset of each and the list of its versions."""
    history = HouseRulesetVersion.objects.defer("document", "overrides").order_by("version")
    return HouseRulesetVersion.objects.select_related("ruleset").prefetch_related(
        Prefetch("ruleset__versions", history)
    )


def _listed(versions: QuerySet[HouseRulesetVersion]) -> QuerySet[HouseRulesetVersion]:
    """The latest of each name that is not hidden."""
    return versions.filter(ruleset__hidden_at=None, version=F("ruleset__version"))


def ruleset_find(slug: str, *, of_players: bool = True) -> Rules:
    """The ruleset of this name; raises InvalidRuleset for none, and for a hidden one.

    Without `of_players` also for a player's own: for names shown to readers from whom a club may
    hide its members.
    """
    name = house_name(slug)
    if name is None:
        return load(slug)
    versions = HouseRulesetVersion.objects.filter(
        ruleset__owner=name.owner, ruleset__slug=name.slug
    )
    found = _listed(versions).select_related("ruleset").first()
    if found is None:
        raise _fault(f"there is no ruleset {slug!r}")
    if found.ruleset.player_id is not None and not of_players:
        raise _fault("a player's own: use a shipped one, or a club's")
    return house_version_rules(found)


def ruleset_of_club(slug: str, version: int) -> Rules | None:
    """A version of a club's house rules, hidden or not; None where there is none."""
    name = house_name(slug)
    if name is None:
        return None
    clubs = HouseRulesetVersion.objects.filter(ruleset__player=None, version=version)
    found = clubs.filter(ruleset__owner=name.owner, ruleset__slug=name.slug).first()
    return None if found is None else house_version_rules(found)


def ruleset_resolve(reference: object, *, of_players: bool = True) -> Rules:
    """The ruleset that a name, or `{extends, overrides}`, names; raises InvalidRuleset."""
    return resolve(reference, lambda slug: ruleset_find(slug, of_players=of_players))


def _fault(message: str) -> InvalidRuleset:
    return InvalidRuleset([RulesetFault("extends", message)])
