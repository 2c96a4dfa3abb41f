"""Named house rules: stored, changed by another version, hidden and listed again.

A name belongs to a player or to a club. Its meaning is resolved when it is stored, so that a later
change of what it extends changes nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import orjson
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.engine.rulesets import InvalidRuleset, Rules, RulesetFault, sha256, to_document
from games.errors import NotRulesetOwner, RulesetsFull, RulesetTaken
from games.models import HouseRuleset, HouseRulesetVersion
from games.selectors.clubs import club_administered, club_exists
from games.selectors.rulesets import house_ruleset_editable, house_version_get, ruleset_resolve
from games.services.limits import account_lock, account_of
from games.signals import club_ruleset_changed
from samba_service.accounts.models import Player
from samba_service.accounts.selectors import is_account
from samba_service.accounts.services.people import require_no_guest
from samba_service.kit.errors import BadFields, NotThere


@dataclass(frozen=True, kw_only=True)
class HouseRules:
    """What is stored under a name: a ruleset with some of its values replaced."""

    name: str
    extends: str
    overrides: Mapping[str, Any]


@transaction.atomic
def house_ruleset_create(
    *, by: Player, club: UUID | None, slug: str, rules: HouseRules
) -> HouseRulesetVersion:
    """Store a ruleset under a new name of the player, or of a club that they administer.

    A name that its owner has hidden is listed again. Raises BadFields for an unknown club,
    GuestsMayNot, NotRulesetOwner, RulesetTaken, RulesetsFull, InvalidRuleset.
    """
    require_no_guest(by)
    if club is not None:
        _require_admin(club, by)
    account_lock(club or account_of(by))
    owner = club or by.id
    ruleset = _for_update(owner=owner, slug=slug)
    if ruleset is None:
        _allow_one_more(by, club)
        player = by if club is None else None
        ruleset = HouseRuleset.objects.create(owner=owner, player=player, slug=slug, version=0)
    elif ruleset.hidden_at is None:
        raise RulesetTaken(ruleset=ruleset.reference)
    return house_version_get(ruleset, _version_for(ruleset, by, rules))


@transaction.atomic
def house_ruleset_update(*, ruleset_id: UUID, by: Player, rules: HouseRules) -> HouseRulesetVersion:
    """Add a version, unless the latest is the same; a hidden name is listed again.

    Raises NotThere, NotRulesetOwner, RulesetsFull, InvalidRuleset.
    """
    ruleset = _owned_for_update(ruleset_id, by)
    return house_version_get(ruleset, _version_for(ruleset, by, rules))


@transaction.atomic
def house_ruleset_hide(*, ruleset_id: UUID, by: Player) -> None:
    """Take it out of the lists and out of use; games and tournaments keep their copies.

    Hidden rules are not changed. Raises NotThere, NotRulesetOwner.
    """
    ruleset = _owned_for_update(ruleset_id, by)
    if ruleset.hidden_at is not None:
        return
    ruleset.hidden_at = timezone.now()
    ruleset.save(update_fields=["hidden_at"])
    _record_for_club("ruleset_hidden", ruleset, by=by)


def house_rulesets_forget(*, player: Player) -> None:
    """For an erased account: nobody is left to answer for its house rules.

    Games, tournaments and rulesets that extend them have their own copies.
    """
    HouseRuleset.objects.filter(player=player).delete()


def _require_admin(club: UUID, by: Player) -> None:
    if not club_exists(club):
        raise BadFields(("club", "There is no such club."))
    if not club_administered(club, by.id):
        raise NotRulesetOwner


def _owned_for_update(ruleset_id: UUID, by: Player) -> HouseRuleset:
    ruleset = _for_update(pk=ruleset_id)
    if ruleset is None:
        raise NotThere
    if not house_ruleset_editable(ruleset, by.id):
        raise NotRulesetOwner
    return ruleset


def _for_update(**which: Any) -> HouseRuleset | None:
    """The name, locked for this transaction."""
    return HouseRuleset.objects.select_for_update(no_key=True).filter(**which).first()


def _allow_one_more(by: Player, club: UUID | None) -> None:
    """Raise RulesetsFull unless there may be one more name; hidden ones count."""
    limit: int = settings.SAMBA_MAX_RULESETS
    if club is not None:
        taken, what = HouseRuleset.objects.filter(owner=club), "rulesets of this club"
    else:
        own = is_account("player", account_of(by))
        taken, what = HouseRuleset.objects.filter(own), "rulesets of your account"
    if taken.count() >= limit:
        raise RulesetsFull(what=what, limit=limit)


def _version_for(ruleset: HouseRuleset, by: Player, definition: HouseRules) -> int:
    """The number of the version with this definition: the latest if the same, or a new one."""
    resolved = _resolved(ruleset, definition)
    latest = ruleset.versions.filter(version=ruleset.version).first()
    if latest is not None and _is_same(latest, definition, resolved):
        if ruleset.hidden_at is not None:
            _list_again(ruleset, version=ruleset.version)
            _record_for_club("ruleset_restored", ruleset, by=by)
        return latest.version
    limit: int = settings.SAMBA_MAX_RULESET_VERSIONS
    if ruleset.version >= limit:
        raise RulesetsFull(what="versions of this ruleset", limit=limit)
    _list_again(ruleset, version=ruleset.version + 1)
    rules = replace(resolved, version=ruleset.version)
    HouseRulesetVersion.objects.create(
        ruleset=ruleset,
        version=ruleset.version,
        name=definition.name,
        extends=definition.extends,
        overrides=definition.overrides,
        document=orjson.dumps(to_document(rules)).decode(),
        sha256=sha256(rules),
        by=by,
    )
    _record_for_club("ruleset_stored", ruleset, by=by, version=ruleset.version)
    return ruleset.version


def _list_again(ruleset: HouseRuleset, *, version: int) -> None:
    ruleset.version, ruleset.hidden_at = version, None
    ruleset.save(update_fields=["version", "hidden_at"])


def _resolved(ruleset: HouseRuleset, definition: HouseRules) -> Rules:
    """The definition resolved, under its own name; the version is that of the base.

    Raises InvalidRuleset.

    A club's rulesets are shown with its tournaments, where members may be hidden, so they name no
    player's id.
    """
    if "name" in definition.overrides:
        raise InvalidRuleset([RulesetFault("name", "is given next to the overrides")])
    rules = ruleset_resolve(
        {"extends": definition.extends, "overrides": definition.overrides},
        of_players=ruleset.player_id is not None,
    )
    return replace(rules, slug=ruleset.reference, name=definition.name)


def _is_same(version: HouseRulesetVersion, definition: HouseRules, resolved: Rules) -> bool:
    """True if the version has this definition, and it still resolves to the same."""
    same = (version.extends, version.overrides) == (definition.extends, definition.overrides)
    return same and version.sha256 == sha256(replace(resolved, version=version.version))


def _record_for_club(act: str, ruleset: HouseRuleset, *, by: Player, **facts: Any) -> None:
    """Record a change of a club's ruleset for the club; does nothing for a player's own."""
    if ruleset.player_id is None:
        facts["ruleset"] = str(ruleset.pk)
        club_ruleset_changed.send(HouseRuleset, club_id=ruleset.owner, act=act, by=by, facts=facts)
