"""Rulesets, the rules, the bots: the same for everybody."""

import hashlib
import json

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # has no types

from games.api import rulesets as views
from games.engine.paragraphs import Paragraph
from games.engine.rulesets import load
from games.engine.rulesets.effect import without_effect
from tests.factories import api
from tests.games_api.test_lobby import refused

ROOT = "/api/v1"
pytestmark = pytest.mark.django_db


def leaves(document, path=""):
    """The path of every value of a document, lists and maps by seats or ranks as they are."""
    for name, value in document.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}"


def test_a_ruleset_has_the_origin_of_every_value_and_its_hash():
    ruleset = api().get(f"{ROOT}/rulesets/classic").json()
    assert (ruleset["slug"], ruleset["version"]) == ("classic", 1)
    values = set(leaves(ruleset["document"])) - {"schema", "slug", "name", "version"}
    assert values - without_effect(load("classic")) == set(ruleset["origins"])
    assert {o["provenance"] for o in ruleset["origins"].values()} <= {
        "stated", "decided", "assumed", "inherited",
    }  # fmt: skip
    text = json.dumps(ruleset["document"], sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == ruleset["sha256"]
    assert "162 cards" in ruleset["words"][0]["text"]


def test_the_list_has_every_ruleset():
    listed = api().get(f"{ROOT}/rulesets").json()["results"]
    assert "classic" in [ruleset["slug"] for ruleset in listed]
    assert listed == [api().get(f"{ROOT}/rulesets/{r['slug']}").json() for r in listed]


@pytest.mark.parametrize("slug", ["canasta", "..", "classic.toml", "%00"])
def test_an_unknown_ruleset_is_404(slug):
    refused(api().get(f"{ROOT}/rulesets/{slug}"), 404, "not_found")


def test_house_rules_are_resolved_and_shown():
    body = {"extends": "classic", "overrides": {"game": {"target": 5000}}}
    found = api().post(f"{ROOT}/rulesets/validate", body).json()
    assert found["document"]["game"]["target"] == 5000
    words = {chapter["topic"]: chapter["text"] for chapter in found["words"]}
    assert "reaches 5,000 points" in words["The end of the game"]


@pytest.mark.parametrize(
    ("body", "status", "paths"),
    [
        ({"extends": "classic", "overrides": {"a": {"b": 1}, "draw": {"c": 1}}}, 422, None),
        ({"extends": "nothing"}, 422, {"extends"}),
        (
            {"extends": "classic", "overrides": {"draw": {"count": "2"}, "game": {"target": 7}}},
            422,
            {"draw.count"},
        ),
        (
            {"extends": "classic", "overrides": {"seating": {"hand_size": {"4": 90}}}},
            422,
            {"seating.hand_size.4"},
        ),
        ({"extends": "classic", "overrides": {"slug": "mine"}}, 422, {"slug"}),
        ({"overrides": {}}, 400, {"extends"}),
        ({"extends": "classic", "overrides": []}, 400, {"overrides"}),
        ({"extends": "classic", "more": 1}, 400, {"more"}),
    ],
)
def test_every_bad_value_is_named_by_its_path(body, status, paths):
    code = "invalid_ruleset" if status == 422 else "invalid_fields"
    problem = refused(api().post(f"{ROOT}/rulesets/validate", body), status, code)
    named = {error["path"] for error in problem["errors"]}
    assert all(error["detail"] for error in problem["errors"])
    assert named == paths if paths else len(named) == 2


def test_two_rulesets_are_compared_value_by_value():
    found = api().get(f"{ROOT}/rulesets/bolivia/diff?against=classic").json()
    assert (found["slug"], found["against"]) == ("bolivia", "classic")
    values = {each["path"]: (each["value"], each["against"]) for each in found["differences"]}
    assert values["canasta.wild"] == (2500, 0)
    assert values["game.target"] == (15000, 10000)
    assert values["seating.players"] == ([4], [2, 3, 4, 5, 6])
    assert values["seating.sides.6"] == (None, 3)
    assert not {"slug", "name", "version", "draw.count"} & set(values)


def test_two_rulesets_are_compared_chapter_by_chapter():
    found = api().get(f"{ROOT}/rulesets/bolivia/diff?against=classic").json()["words"]
    one, other = (api().get(f"{ROOT}/rulesets/{each}").json() for each in ("bolivia", "classic"))
    pairs = list(zip(one["words"], other["words"], strict=True))
    assert found == [
        {**mine, "against": theirs["text"]}
        for mine, theirs in pairs
        if mine["text"] != theirs["text"]
    ]
    assert 3 < len(found) < len(pairs)


def test_a_chapter_that_only_has_another_name_does_not_differ():
    """Without sequences "Canastas and sambas" are "Canastas"."""
    found = api().get(f"{ROOT}/rulesets/mexican/diff?against=classic").json()["words"]
    (canastas,) = [each for each in found if each["topic"].startswith("Canastas")]
    assert canastas["topic"] == "Canastas"
    assert canastas["text"] != canastas["against"] != ""


def test_house_rules_are_compared_with_those_that_they_extend():
    body = {"extends": "bolivia", "overrides": {"game": {"target": 5000}}}
    found = api().post(f"{ROOT}/rulesets/validate", body).json()["changed"]
    assert [each["topic"] for each in found] == ["The end of the game"]
    assert "5,000" in found[0]["text"]
    assert "15,000" in found[0]["against"]


def test_the_other_way_round_the_values_change_places():
    one = api().get(f"{ROOT}/rulesets/bolivia/diff?against=classic").json()["differences"]
    other = api().get(f"{ROOT}/rulesets/classic/diff?against=bolivia").json()["differences"]
    turned = {each["path"]: (each["against"], each["value"]) for each in other}
    assert {each["path"]: (each["value"], each["against"]) for each in one} == turned


def test_a_ruleset_does_not_differ_from_itself():
    found = api().get(f"{ROOT}/rulesets/classic/diff?against=classic").json()
    assert found == {"slug": "classic", "against": "classic", "differences": [], "words": []}


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("nothing/diff?against=classic", 404, "not_found"),
        ("nothing/diff", 404, "not_found"),
        ("classic/diff", 400, "invalid_fields"),
        ("classic/diff?against=", 400, "invalid_fields"),
        ("classic/diff?against=classic&more=1", 400, "invalid_fields"),
        ("classic/diff?against=nothing", 422, "invalid_ruleset"),
    ],
)
def test_only_rulesets_that_ship_are_compared(path, status, code):
    problem = refused(api().get(f"{ROOT}/rulesets/{path}"), status, code)
    if status == 422:
        assert [error["path"] for error in problem["errors"]] == ["against"]


def test_the_schema_of_documents_is_published_and_every_listed_document_fits_it():
    schema = api().get(f"{ROOT}/rulesets/schema").json()
    validator = Draft202012Validator(schema)
    listed = api().get(f"{ROOT}/rulesets").json()["results"]
    errors = [error for each in listed for error in validator.iter_errors(each["document"])]
    assert listed
    assert errors == []
    assert "description" in schema["properties"]["draw"]["properties"]["count"]


def test_the_paragraphs_that_refusals_cite_can_be_read(monkeypatch):
    paragraph = Paragraph("MELD-07", "The initial minimum", "Enough points.")
    monkeypatch.setattr(views, "paragraphs", lambda: {"MELD-07": paragraph})
    found = api().get(f"{ROOT}/rules/MELD-07").json()
    assert found == paragraph._asdict()
    assert api().get(f"{ROOT}/rules").json()["results"] == [found]
    refused(api().get(f"{ROOT}/rules/MELD-99"), 404, "not_found")


def test_bots_are_listed_with_the_rulesets_they_play():
    bots = api().get(f"{ROOT}/bots").json()["results"]
    assert "random" in [bot["level"] for bot in bots]
    assert all("classic" in bot["rulesets"] for bot in bots)


def test_a_bad_token_is_refused_even_here():
    client = api()
    answer = client.get(f"{ROOT}/rulesets", headers={"Authorization": "Bearer samba_wrong"})
    refused(answer, 401, "invalid_token")
