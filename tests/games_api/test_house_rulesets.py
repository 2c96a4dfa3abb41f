"""House rules with a name: stored, read, changed, hidden, offered again."""

import hashlib
import json
from typing import Any

import orjson
import pytest
from django.db import IntegrityError, connection, transaction
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # has no types

from games.api.house_rulesets import READ, Rulesets
from games.engine.rulesets import slugs
from games.models import HouseRuleset, HouseRulesetVersion
from samba_service.kit import throttles
from samba_service.kit.schema import Operation
from tests.contract.shapes import conforms
from tests.factories import NOBODY, api, bot, erase, player
from tests.games_api.house_rules import (
    LONG,
    ROOT,
    RULESETS,
    change,
    changed,
    listed,
    store,
    stored,
    target,
)
from tests.games_api.test_lobby import refused

pytestmark = pytest.mark.django_db


def test_house_rules_are_stored_under_the_owners_id_and_show_what_a_shipped_ruleset_shows():
    ana = player("Ana")
    found = stored(api(ana))
    conforms("rulesets_create", found)
    assert found["slug"] == f"{ana.pk}/long-game"
    assert found["owner"] == {"kind": "player", "id": str(ana.pk)}
    assert (found["name"], found["version"], found["hidden"]) == ("Long game", 1, False)
    assert (found["extends"], found["overrides"]) == ("classic", target(20000))
    document = found["document"]
    assert (document["slug"], document["version"], document["name"]) == (
        found["slug"], 1, "Long game",
    )  # fmt: skip
    assert document["game"]["target"] == 20000
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == found["sha256"]
    words = {chapter["topic"]: chapter["text"] for chapter in found["words"]}
    assert "reaches 20,000 points" in words["The end of the game"]
    schema = api().get(f"{RULESETS}/schema").json()
    assert list(Draft202012Validator(schema).iter_errors(document)) == []


def test_anyone_with_the_name_reads_them_and_nobody_else_finds_them():
    ana = api(player("Ana"))
    found = stored(ana)
    for reader in (ana, api(player("Ben")), api()):
        answer = reader.get(f"{RULESETS}/{found['slug']}")
        assert answer.json() == found
        conforms("rulesets_house_read", answer.json())
    assert listed(ana) == [found["slug"]]
    assert listed(api(player("Ben"))) == listed(api()) == []


def test_a_token_that_reads_no_games_lists_what_anybody_lists():
    ana = player("Ana")
    slug = stored(api(ana))["slug"]
    assert listed(api(ana, "games:play")) == [slug]
    assert listed(api(ana, "profile")) == []


@pytest.mark.parametrize(
    "name",
    [
        f"{NOBODY}/long-game",
        "ana/long-game",
        f"{NOBODY}/Long",
        f"{NOBODY}/..",
        f"{NOBODY}/%00",
        "classic/long-game",
        f"{NOBODY}",
    ],
)
def test_a_name_that_nobody_has_is_404(name: str):
    refused(api().get(f"{RULESETS}/{name}"), 404, "not_found")
    refused(api().get(f"{RULESETS}/{name}/diff?against=classic"), 404, "not_found")


def test_a_change_adds_a_version_and_the_former_ones_stay_as_they_were():
    ana = api(player("Ana"))
    first = stored(ana)
    second = changed(ana, first["slug"], name="Longer", overrides=target(30000))
    conforms("rulesets_house_change", second)
    assert (second["version"], second["document"]["version"]) == (2, 2)
    assert second["document"]["game"]["target"] == 30000
    assert [each["version"] for each in second["versions"]] == [1, 2]
    assert [each["name"] for each in second["versions"]] == ["Long game", "Longer"]
    path = f"{RULESETS}/{first['slug']}"
    assert ana.get(path).json() == second
    former = api().get(f"{path}?version=1").json()
    assert former | {"versions": []} == first | {"versions": []}
    refused(api().get(f"{path}?version=3"), 404, "not_found")
    refused(api().get(f"{path}?version=0"), 400, "invalid_fields")


def test_a_change_that_says_what_the_latest_version_says_adds_none():
    ana = api(player("Ana"))
    first = stored(ana)
    assert changed(ana, first["slug"]) == first
    assert changed(ana, first["slug"], name="Another")["version"] == 2
    assert changed(ana, first["slug"])["version"] == 3, "the latest one says otherwise"


def test_the_database_refuses_to_change_a_version():
    stored(api(player("Ana")))
    with pytest.raises(IntegrityError, match="a version never changes"), transaction.atomic():
        HouseRulesetVersion.objects.update(name="Short game")


def test_house_rules_may_extend_house_rules_and_a_later_change_of_these_changes_nothing():
    ana, ben = api(player("Ana")), api(player("Ben"))
    base = stored(ana)["slug"]
    more = {"slug": "mine", "extends": base, "overrides": {"draw": {"count": 3}}}
    mine = stored(ben, **more)
    values = mine["document"]
    assert (values["game"]["target"], values["draw"]["count"]) == (20000, 3)
    assert mine["extends"] == base
    changed(ana, base, overrides=target(30000))
    assert ben.get(f"{RULESETS}/{mine['slug']}").json() == mine
    again = changed(ben, mine["slug"], extends=base, overrides=more["overrides"])
    assert (again["version"], again["document"]["game"]["target"]) == (2, 30000)


def test_house_rules_that_extend_themselves_go_on_from_their_latest_version():
    ana = api(player("Ana"))
    slug = stored(ana)["slug"]
    second = changed(ana, slug, extends=slug, overrides={"draw": {"count": 3}})
    values = second["document"]
    assert (values["game"]["target"], values["draw"]["count"]) == (20000, 3)


# --- Who may, and what is refused ----------------------------------------------------------------


def test_only_the_owner_changes_and_hides_them():
    ana, ben = player("Ana"), api(player("Ben"))
    slug = stored(api(ana))["slug"]
    for other in (ben, api(bot(ana))):
        refused(change(other, slug, name="Mine"), 403, "not_ruleset_owner")
        refused(other.delete(f"{RULESETS}/{slug}"), 403, "not_ruleset_owner")
    refused(change(api(), slug), 401, "not_authenticated")
    assert api().get(f"{RULESETS}/{slug}").json()["version"] == 1


@pytest.mark.parametrize("scope", ["games:read", "club:admin", "tournaments:manage"])
def test_ones_own_take_the_scope_to_play(scope: str):
    ana = player("Ana")
    slug = stored(api(ana, "games:play"))["slug"]
    narrow = api(ana, scope)
    for answer in (
        store(narrow, slug="other"),
        change(narrow, slug, name="Other"),
        narrow.delete(f"{RULESETS}/{slug}"),
    ):
        problem = refused(answer, 403, "insufficient_scope")
        assert "games:play" in problem["facts"]["needs"]


def test_two_owners_may_choose_the_same_word():
    ana, ben = (stored(api(player(name)))["slug"] for name in ("Ana", "Ben"))
    assert ana != ben
    assert ana.partition("/")[2] == ben.partition("/")[2] == "long-game"


def test_a_name_that_is_there_is_taken():
    ana = api(player("Ana"))
    slug = stored(ana)["slug"]
    problem = refused(store(ana, name="Other"), 409, "ruleset_taken")
    assert problem["facts"] == {"ruleset": slug}


@pytest.mark.parametrize(
    ("members", "path"),
    [
        pytest.param({"slug": "Long"}, "slug", id="capitals"),
        pytest.param({"slug": "long game"}, "slug", id="a space"),
        pytest.param({"slug": "-long"}, "slug", id="a hyphen first"),
        pytest.param({"slug": "long-"}, "slug", id="a hyphen last"),
        pytest.param({"slug": "long\n"}, "slug", id="a line end"),
        pytest.param({"slug": ""}, "slug", id="nothing"),
        pytest.param({"slug": "x" * 41}, "slug", id="too long"),
        pytest.param({"slug": 5}, "slug", id="a number"),
        *(pytest.param({"slug": word}, "slug", id=word) for word in ("diff", "schema", "validate")),
        pytest.param({"name": ""}, "name", id="no name"),
        pytest.param({"name": "x" * 101}, "name", id="a long name"),
        pytest.param({"name": "a\nb"}, "name", id="a name of two lines"),
        pytest.param({"overrides": []}, "overrides", id="no object"),
        pytest.param({"extends": None}, "extends", id="no base"),
        pytest.param({"club": "herons"}, "club", id="no club's id"),
        pytest.param({"club": str(NOBODY)}, "club", id="no club"),
        pytest.param({"owner": str(NOBODY)}, "owner", id="another owner"),
    ],
)
def test_a_malformed_body_is_refused_by_path(members: dict[str, Any], path: str):
    problem = refused(store(api(player()), **members), 400, "invalid_fields")
    assert [error["path"] for error in problem["errors"]] == [path]
    assert not HouseRuleset.objects.exists()


@pytest.mark.parametrize("slug", ["x", "7", "a-b-c", "x" * 40])
def test_a_word_of_small_letters_digits_and_hyphens_is_a_name(slug: str):
    ana = api(player())
    found = stored(ana, slug=slug)["slug"]
    assert ana.get(f"{RULESETS}/{found}").status_code == 200
    assert ana.post(f"{ROOT}/games", {"ruleset": found}).status_code == 201


@pytest.mark.parametrize(
    ("members", "path"),
    [
        pytest.param({"extends": "canasta"}, "extends", id="unknown base"),
        pytest.param({"extends": f"{NOBODY}/long-game"}, "extends", id="unknown house rules"),
        pytest.param({"overrides": {"game": {"target": 7}}}, "game.target", id="no multiple of 5"),
        pytest.param({"overrides": {"draw": {"cuont": 2}}}, "draw.cuont", id="misspelt"),
        pytest.param({"overrides": {"slug": "mine"}}, "slug", id="the slug"),
        pytest.param({"overrides": {"name": "Mine"}}, "name", id="the name"),
    ],
)
def test_what_is_not_playable_is_refused_by_path_and_nothing_is_stored(
    members: dict[str, Any], path: str
):
    ana = api(player())
    problem = refused(store(ana, **members), 422, "invalid_ruleset")
    assert path in [error["path"] for error in problem["errors"]]
    assert not HouseRuleset.objects.exists()
    slug = stored(ana)["slug"]
    refused(change(ana, slug, **members), 422, "invalid_ruleset")
    assert ana.get(f"{RULESETS}/{slug}").json()["version"] == 1


def test_a_retry_with_the_same_key_gets_the_same_answer():
    ana = api(player())
    first, second = (
        ana.post(RULESETS, LONG, headers={"Idempotency-Key": "once"}) for _ in range(2)
    )
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert HouseRulesetVersion.objects.count() == 1


# --- Hidden --------------------------------------------------------------------------------------


def test_hidden_house_rules_are_gone_for_others_and_begin_nothing_new():
    ana, ben = api(player("Ana")), api(player("Ben"))
    slug = stored(ana)["slug"]
    for _ in range(2):
        assert ana.delete(f"{RULESETS}/{slug}").status_code == 204
    for stranger in (ben, api()):
        refused(stranger.get(f"{RULESETS}/{slug}"), 404, "not_found")
        refused(stranger.get(f"{RULESETS}/{slug}/diff?against=classic"), 404, "not_found")
    refused(change(ben, slug), 404, "not_found")
    refused(ben.delete(f"{RULESETS}/{slug}"), 404, "not_found")
    assert listed(ana) == []
    for answer in (
        ana.post(f"{ROOT}/games", {"ruleset": slug}),
        ana.post(f"{RULESETS}/validate", {"extends": slug}),
        ana.post(f"{ROOT}/scoring", {"ruleset": slug, "hands": []}),
        store(ana, slug="other", extends=slug),
    ):
        problem = refused(answer, 422, "invalid_ruleset")
        assert [error["path"] for error in problem["errors"]] == ["extends"]
    problem = refused(ana.get(f"{RULESETS}/classic/diff?against={slug}"), 422, "invalid_ruleset")
    assert [error["path"] for error in problem["errors"]] == ["against"]


def test_their_owner_reads_hidden_house_rules_and_offers_them_again_as_they_were():
    ana = api(player("Ana"))
    first = stored(ana)
    path = f"{RULESETS}/{first['slug']}"
    ana.delete(path)
    assert ana.get(path).json() == first | {"hidden": True}
    assert changed(ana, first["slug"]) == first
    assert api().get(path).json() == first
    assert listed(ana) == [first["slug"]]


@pytest.mark.parametrize("way", ["POST", "PUT"])
def test_a_hidden_name_is_offered_again_by_whatever_its_owner_stores_under_it(way: str):
    ana = api(player("Ana"))
    slug = stored(ana)["slug"]
    ana.delete(f"{RULESETS}/{slug}")
    say = {"overrides": target(30000)}
    again = stored(ana, **say) if way == "POST" else changed(ana, slug, **say)
    assert (again["slug"], again["version"], again["hidden"]) == (slug, 2, False)
    assert api().get(f"{RULESETS}/{slug}?version=1").json()["overrides"] == target(20000)


# --- Bounds --------------------------------------------------------------------------------------


def test_an_account_with_its_bots_has_a_limited_number_of_names_and_hiding_one_makes_no_room(
    settings,
):
    settings.SAMBA_MAX_RULESETS = 2
    ana = player("Ana")
    first = stored(api(ana))["slug"]
    stored(api(bot(ana)))
    api(ana).delete(f"{RULESETS}/{first}")
    problem = refused(store(api(ana), slug="third"), 409, "too_many")
    assert problem["facts"] == {"what": "rulesets of your account", "limit": 2}
    assert stored(api(ana))["slug"] == first, "an own hidden name is no new one"
    assert stored(api(player("Ben")))["version"] == 1


def test_a_name_has_a_limited_number_of_versions_and_can_be_hidden_and_offered_again_nevertheless(
    settings,
):
    settings.SAMBA_MAX_RULESET_VERSIONS = 2
    ana = api(player("Ana"))
    slug = stored(ana)["slug"]
    changed(ana, slug, overrides=target(30000))
    problem = refused(change(ana, slug), 409, "too_many")
    assert problem["facts"] == {"what": "versions of this ruleset", "limit": 2}
    ana.delete(f"{RULESETS}/{slug}")
    refused(change(ana, slug), 409, "too_many")
    assert changed(ana, slug, overrides=target(30000))["hidden"] is False


def test_storing_has_a_rate_of_its_own(settings):
    settings.SAMBA_RATE_LIMITS = True
    ana = api(player("Ana"))
    assert store(ana)["RateLimit-Policy"].startswith('"rulesets";q=60')
    assert ana.get(RULESETS)["RateLimit-Policy"].startswith('"reads"')


def test_the_list_comes_in_pages_those_that_ship_first():
    ana = api(player("Ana"))
    own = [stored(ana, slug=f"game-{number}")["slug"] for number in range(5)]
    names: list[str] = []
    address = f"{RULESETS}?limit=4"
    pages = 0
    while address and pages < 10:
        page = ana.get(address).json()
        conforms("rulesets_list", page)
        assert len(page["results"]) <= 4
        names += [each["slug"] for each in page["results"]]
        address, pages = page["next"], pages + 1
    assert names == [*slugs(), *own]
    assert pages == -(-len(names) // 4)
    back = ana.get(ana.get(f"{RULESETS}?limit=4&cursor=4").json()["previous"]).json()["results"]
    assert [each["slug"] for each in back] == names[:4]
    refused(ana.get(f"{RULESETS}?cursor=x"), 400, "invalid_cursor")
    refused(ana.get(f"{RULESETS}?limit=0"), 400, "invalid_fields")


def test_a_page_takes_the_same_few_queries_however_many_it_shows(django_assert_max_num_queries):
    ana = api(player("Ana"))
    for number in range(6):
        stored(ana, slug=f"game-{number}")
    ana.get(RULESETS)
    with django_assert_max_num_queries(4):
        assert len(listed(ana)) == 6


def test_a_list_costs_a_call_more_for_each_ten_house_rules_in_it(settings, monkeypatch):
    settings.SAMBA_RATE_LIMITS = True
    slow = throttles.Rate("slow", per_s=0.01, burst=200)
    monkeypatch.setattr(Rulesets.get, "operation", Operation(READ, slow))
    ana = api(player("Ana"))

    def left() -> int:
        return int(ana.get(RULESETS)["RateLimit"].split("r=")[1].split(";")[0])

    before = left()
    assert left() == before - 1
    for number in range(11):
        stored(ana, slug=f"game-{number}")
    assert left() == before - 1 - 1 - 2


# --- The person ----------------------------------------------------------------------------------


def test_who_is_erased_takes_their_house_rules_along_and_what_was_made_of_them_stays():
    ana, ben = player("Canaria"), api(player("Ben"))
    slug = stored(api(ana), slug="canary", name="Canary rules")["slug"]
    mine = stored(ben, slug="mine", extends=slug)
    game = ben.post(f"{ROOT}/games", {"ruleset": slug}).json()
    assert erase(api(ana)).status_code == 204
    refused(ben.get(f"{RULESETS}/{slug}"), 404, "not_found")
    assert not HouseRuleset.objects.filter(owner=ana.pk).exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM games_houserulesetversion")
        assert [name for (name,) in cursor.fetchall()] == [mine["name"]]
    assert ben.get(f"{RULESETS}/{mine['slug']}").json() == mine
    assert ben.get(f"{ROOT}/games/{game['id']}").json()["ruleset"] == game["ruleset"]
    assert ben.post(f"{ROOT}/games/{game['id']}/start", {}).status_code == 409, "seats are empty"


def test_the_export_of_ones_data_has_every_version_hidden_or_not():
    ana = player("Ana")
    slug = stored(api(ana))["slug"]
    changed(api(ana), slug, overrides=target(30000))
    api(ana).delete(f"{RULESETS}/{slug}")
    [kept] = orjson.loads(api(ana).get(f"{ROOT}/players/me/export").content)["rulesets"]
    assert (kept["slug"], kept["hidden_at"] is not None) == ("long-game", True)
    assert [each["overrides"] for each in kept["versions"]] == [target(20000), target(30000)]
