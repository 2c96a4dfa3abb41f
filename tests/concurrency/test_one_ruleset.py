"""House rules that are stored at once: a name is taken once, and no version is lost."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from games.models import HouseRuleset, HouseRulesetVersion
from games.services import rulesets
from games.services.rulesets import HouseRules, house_ruleset_create, house_ruleset_update
from samba_service.accounts.models import Player
from tests.concurrency.together import at_once, meet, without_locks
from tests.factories import player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

CALLERS = 4


def rules(target: int) -> HouseRules:
    return HouseRules(
        name="Long game", extends="classic", overrides={"game": {"target": 5000 + 5 * target}}
    )


def takers(by: Player) -> list[Callable[[], object]]:
    """Calls that all want one name."""
    return [
        partial(house_ruleset_create, by=by, club=None, slug="long-game", rules=rules(number))
        for number in range(CALLERS)
    ]


def changers(by: Player) -> list[Callable[[], object]]:
    """Calls that each say something else of house rules that are there."""
    stored = house_ruleset_create(by=by, club=None, slug="long-game", rules=rules(100))
    return [
        partial(house_ruleset_update, ruleset_id=stored.ruleset.pk, by=by, rules=rules(number))
        for number in range(CALLERS)
    ]


def versions() -> list[int]:
    return list(HouseRulesetVersion.objects.values_list("version", flat=True))


def test_of_many_who_take_a_name_at_once_one_has_it() -> None:
    found = at_once(*takers(player("Ana")))
    assert found == {"done": 1, "RulesetTaken": CALLERS - 1}
    assert versions() == [1]


def test_without_the_lock_of_the_account_they_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    calls = takers(player("Ana"))
    monkeypatch.setattr(rulesets, "account_lock", lambda _account: None)
    meet(monkeypatch, rulesets, "_allow_one_more", CALLERS)
    assert at_once(*calls) == {"done": 1, "IntegrityError": CALLERS - 1}


def test_changes_that_come_at_once_are_versions_one_after_the_other() -> None:
    calls = changers(player("Ana"))
    assert at_once(*calls) == {"done": CALLERS}
    assert versions() == list(range(1, CALLERS + 2))
    targets = {each.overrides["game"]["target"] for each in HouseRulesetVersion.objects.all()}
    assert len(targets) == CALLERS + 1
    assert HouseRuleset.objects.get().version == CALLERS + 1


def test_without_the_lock_of_the_name_changes_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    calls = changers(player("Ana"))
    without_locks(monkeypatch)
    meet(monkeypatch, rulesets, "_list_again", CALLERS)
    found = at_once(*calls)
    assert (found["done"], found["IntegrityError"]) == (1, CALLERS - 1)
    assert versions() == [1, 2]


def names(settings: object, by: Player) -> list[Callable[[], object]]:
    """Calls that each want another name, where there may be one."""
    settings.SAMBA_MAX_RULESETS = 1  # type: ignore[attr-defined]  # pytest-django's fixture
    return [
        partial(house_ruleset_create, by=by, club=None, slug=f"game-{number}", rules=rules(number))
        for number in range(CALLERS)
    ]


def test_names_that_are_taken_at_once_are_counted_one_by_one(settings: object) -> None:
    found = at_once(*names(settings, player("Ana")))
    assert found == {"done": 1, "TooMany": CALLERS - 1}


def test_without_the_lock_of_the_account_there_are_too_many(
    settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: if this fails, the test above proves nothing."""
    calls = names(settings, player("Ana"))
    monkeypatch.setattr(rulesets, "account_lock", lambda _account: None)
    meet(monkeypatch, rulesets, "_version_for", CALLERS)
    assert at_once(*calls) == Counter({"done": CALLERS})
