"""Named house rules can be used wherever the slug of a ruleset can."""

import hashlib
import json
import random
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.notation import position_in
from games.engine.rulesets import from_document
from games.engine.rulesets.reading.upcast import earlier
from games.models import HouseRuleset, HouseRulesetVersion
from tests.contract.shapes import conforms
from tests.factories import NOBODY, api, player
from tests.games_api.house_rules import ROOT, RULESETS, changed, store, stored, target
from tests.games_api.tables import GAMES, Table, pack, practice
from tests.games_api.test_lobby import refused
from tests.games_api.test_scoring import HANDS

pytestmark = pytest.mark.django_db

SHORT: dict[str, Any] = {
    "slug": "short-game",
    "overrides": {"draw": {"count": 3}, "going_out": {"canastas": 1}, "game": {"target": 500}},
}


@pytest.fixture
def short() -> Any:
    """House rules of somebody who plays nowhere here."""
    return stored(api(player("Zoe")), **SHORT)


def test_a_game_freezes_the_version_that_the_name_had(short: Any):
    table = Table(ruleset=short["slug"])
    frozen = {name: short[name] for name in ("slug", "version", "sha256")}
    assert table.created["ruleset"] == frozen
    assert table.get()["ruleset"] == frozen


def test_a_later_version_and_hiding_change_no_game_that_has_begun():
    table = Table(ruleset="classic")
    ana = table.clients[0]
    slug = stored(ana, **SHORT)["slug"]
    made = ana.post(GAMES, {"ruleset": slug}).json()
    changed(ana, slug, overrides=target(30000))
    ana.delete(f"{RULESETS}/{slug}")
    assert ana.get(f"{GAMES}/{made['id']}").json()["ruleset"] == made["ruleset"]
    created = ana.get(f"{GAMES}/{made['id']}/events").json()["results"][0]
    assert created["ruleset"] == {"slug": slug, "version": 1}


def test_a_game_shows_the_rules_that_it_froze(short: Any):
    """No other call shows them: neither the named version nor its latest has these values."""
    ana = api(player())
    named = {"extends": short["slug"], "overrides": {"group": {"max_wilds": 2}}}
    made = ana.post(GAMES, {"ruleset": named, "target": 1000}).json()
    frozen = ana.get(f"{GAMES}/{made['id']}/ruleset").json()
    conforms("games_ruleset", frozen)
    same = {"group": {"max_wilds": 2}, "game": {"target": 1000}}
    checked = api().post(f"{RULESETS}/validate", {"extends": short["slug"], "overrides": same})
    assert frozen.items() <= checked.json().items()
    assert {name: frozen[name] for name in made["ruleset"]} == made["ruleset"]


def test_overrides_apply_on_top_of_named_house_rules(short: Any):
    overrides = {"group": {"max_wilds": 2}}
    body = {"ruleset": {"extends": short["slug"], "overrides": overrides}, "target": 1000}
    made = api(player()).post(GAMES, body).json()
    assert made["ruleset"]["slug"] == short["slug"]
    assert made["ruleset"]["sha256"] != short["sha256"]
    same = {**overrides, "game": {"target": 1000}}
    found = api().post(f"{RULESETS}/validate", {"extends": short["slug"], "overrides": same})
    assert found.json()["sha256"] == made["ruleset"]["sha256"]
    assert found.json()["document"]["draw"]["count"] == 3


def test_a_game_is_played_to_its_end_by_them_and_its_record_verifies(short: Any):
    table, rng = Table(ruleset=short["slug"], visibility="public").start(), random.Random(7)
    while table.get()["status"] == "active":
        table.play_example(rng)
    assert max(table.get()["result"]["scores"]) >= 500
    record = table.get(0, "/record")
    assert record["ruleset"]["slug"] == short["slug"]
    drawn = [move["drawn"] for move in record["hands"][0]["moves"] if move["drawn"]]
    assert {len(cards) for cards in drawn[:-1]} == {3}
    assert api().post(f"{ROOT}/records/verify", record).json() == {"ok": True}
    elsewhere = record | {"ruleset": record["ruleset"] | {"slug": f"{NOBODY}/unknown-here"}}
    assert api().post(f"{ROOT}/records/verify", elsewhere).json() == {"ok": True}
    record["hands"][0]["moves"][0]["action"] = {"type": "pass"}
    assert api().post(f"{ROOT}/records/verify", record).json()["ok"] is False
    call_command("replay_check")


def test_a_version_that_was_stored_in_an_earlier_schema_is_read_and_played(short: Any):
    document = next(each for each in earlier(short["document"]) if each["schema"] == 3)
    document["version"] = 2
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode()).hexdigest()
    ruleset = HouseRuleset.objects.get()
    HouseRulesetVersion.objects.create(
        ruleset=ruleset, version=2, name="Short game", extends="classic", sha256=digest,
        overrides=SHORT["overrides"], document=json.dumps(document), by_id=ruleset.owner,
    )  # fmt: skip
    HouseRuleset.objects.update(version=2)
    found = api().get(f"{RULESETS}/{short['slug']}").json()
    assert (found["document"], found["sha256"]) == (document, digest)
    assert found["words"] == short["words"]
    made = api(player()).post(GAMES, {"ruleset": short["slug"]}).json()
    assert made["ruleset"]["version"] == 2
    again = api().post(f"{RULESETS}/validate", {"extends": short["slug"]}).json()
    assert {**again["document"], "version": 1} == short["document"]


def test_a_position_of_such_a_game_is_read_with_its_rules(short: Any):
    rules = from_document(short["document"])
    state = position_in(f"{short['slug']}+house 4 | 0: KS KH", rules)
    assert state.rules is rules


def test_a_rematch_is_played_by_the_copy_of_the_former_game_even_when_the_name_is_hidden():
    table = Table(ruleset="classic")
    slug = stored(table.clients[0], **SHORT)["slug"]
    made = table.clients[0].post(GAMES, {"ruleset": slug, "bots": dict.fromkeys("123", "novice")})
    assert made.status_code == 201, made.content
    changed(table.clients[0], slug, overrides=target(30000))
    table.clients[0].delete(f"{RULESETS}/{slug}")
    again = table.clients[0].post(GAMES, {"like": made.json()["id"]})
    assert again.status_code == 201, again.content
    assert again.json()["ruleset"] == made.json()["ruleset"]


def test_practice_deals_are_dealt_by_them(short: Any):
    assert Table(ruleset=short["slug"], **practice(pack())).created["ruleset"]["version"] == 1


@pytest.mark.parametrize(
    "overrides",
    [
        pytest.param(SHORT["overrides"], id="other rules"),
        pytest.param(target(5000), id="what a rated game may change"),
        pytest.param({}, id="nothing changed"),
    ],
)
def test_they_are_never_rated_as_if_they_shipped(overrides: dict[str, Any]):
    ana = api(player())
    slug = stored(ana, overrides=overrides)["slug"]
    for ruleset in (slug, {"extends": slug, "overrides": target(3000)}):
        problem = refused(ana.post(GAMES, {"ruleset": ruleset, "rated": True}), 422, "not_rateable")
        assert problem["facts"] == {"because": "house_rules"}


def test_games_are_found_by_the_name(short: Any):
    table = Table(ruleset=short["slug"], visibility="public")
    Table(ruleset="classic", visibility="public")
    found = api().get(f"{GAMES}?ruleset={short['slug']}").json()["results"]
    assert [each["id"] for each in found] == [table.id]
    assert found[0]["ruleset"]["slug"] == short["slug"]


def test_the_score_pad_counts_by_them():
    slug = stored(api(player()), overrides={"canasta": {"samba": 2000}})["slug"]
    told = api().post(f"{ROOT}/scoring", {"ruleset": slug, "hands": HANDS}).json()
    assert told["totals"] == [2860, -520]
    assert told["ruleset"]["slug"] == slug


def test_they_are_compared_with_others_and_with_their_own_former_versions():
    ana = api(player())
    slug = stored(ana)["slug"]
    changed(ana, slug, overrides=target(30000) | {"draw": {"count": 3}})

    def differences(path: str) -> dict[str, Any]:
        found = api().get(f"{RULESETS}/{path}").json()
        return {each["path"]: (each["value"], each["against"]) for each in found["differences"]}

    assert differences(f"{slug}/diff?against=classic") == {
        "game.target": (30000, 10000), "draw.count": (3, 2),
    }  # fmt: skip
    assert differences(f"classic/diff?against={slug}") == {
        "game.target": (10000, 30000), "draw.count": (2, 3),
    }  # fmt: skip
    assert differences(f"{slug}/diff?version=1&against={slug}") == {
        "game.target": (20000, 30000), "draw.count": (2, 3),
    }  # fmt: skip
    refused(api().get(f"{RULESETS}/{slug}/diff?version=3&against=classic"), 404, "not_found")
    refused(api().get(f"{RULESETS}/{slug}/diff"), 400, "invalid_fields")


def test_addresses_of_shipped_rulesets_are_not_those_of_house_rules():
    """`diff`, `schema` and `validate` are no names, and no owner is called by a word."""
    ana = player()
    slug = stored(api(ana))["slug"]
    for word in ("diff", "schema", "validate"):
        refused(store(api(ana), slug=word), 400, "invalid_fields")
    refused(api().get(f"{RULESETS}/{ana.pk}"), 404, "not_found")
    refused(api().get(f"{RULESETS}/{ana.pk}/diff?against=classic"), 404, "not_found")
    assert api().get(f"{RULESETS}/classic/diff?against={slug}").json()["slug"] == "classic"
    assert api().get(f"{RULESETS}/{slug}/diff?against=classic").json()["slug"] == slug
    assert "properties" in api().get(f"{RULESETS}/schema").json()
