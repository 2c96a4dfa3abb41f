"""Every ruleset and paragraph has a page, and its examples are what the engine says."""

import html
import re
from uuid import UUID

import pytest
from django.test import Client

from games.engine.examples import examples
from games.engine.paragraphs import paragraphs, sources
from games.engine.rulesets import load, origins, slugs
from games.engine.rulesets.words import in_words
from games.services.rulesets import (
    HouseRules,
    house_ruleset_create,
    house_ruleset_hide,
)
from games.web.examples import drawn
from games.web.rules import in_html, leaves, meaning
from samba_service.accounts.models import Person, Player
from tests.factories import api, player
from tests.games.tables import person

pytestmark = pytest.mark.django_db


def page(path: str, player: Player | None = None) -> tuple[int, str]:
    client = Client()
    if player is not None:
        account, _ = Person.objects.get_or_create(
            player=player, defaults={"username": f"p{player.id.hex}"}
        )
        client.force_login(account)
    answer = client.get(path)
    return answer.status_code, html.unescape(answer.content.decode())


def test_every_source_that_is_cited_is_explained() -> None:
    _status, text = page("/rules")
    cited = " ".join(
        [
            *(origin.source for slug in slugs() for origin in origins(slug).values()),
            *(each.text for each in paragraphs().values()),
        ]
    )
    known = [part for code in sources() for part in code.split(", ")]

    assert {*re.findall(r"\bS\d{3}\b", cited)} <= {*known}
    for code, description in sources().items():
        assert f"<dt><b>{code}</b></dt><dd>{description}</dd>" in text


def test_the_list_leads_to_every_ruleset_and_every_paragraph() -> None:
    status, text = page("/rules")

    assert status == 200
    assert {f'href="/rules/{each}"' for each in (*slugs(), *paragraphs())} <= set(
        re.findall(r'href="/rules/[^"]*"', text)
    )


@pytest.mark.parametrize("slug", slugs())
def test_a_ruleset_is_read_in_words_with_every_value_and_its_source(slug: str) -> None:
    status, text = page(f"/rules/{slug}")

    assert status == 200
    for chapter in in_words(load(slug)):
        assert chapter.text in text
    rows = re.findall(r"<code>([^<]+)</code>", text)
    assert len(rows) > 40
    sources = re.findall(r'<span class="soft">\((stated|decided|assumed|inherited)\)', text)
    assert len(sources) == len(rows)


def test_a_ruleset_is_compared_with_another() -> None:
    status, text = page("/rules/bolivia?compare=classic")

    assert status == 200
    assert "How Bolivia differs from Samba" in text
    assert "going_out.book.samba" in text
    assert page("/rules/bolivia?compare=bolivia")[1].count("They say the same.") == 1
    status, text = page("/rules/bolivia?compare=nothing")
    assert status == 404
    assert "There is no ruleset nothing." in text


def test_every_value_has_a_meaning() -> None:
    from games.engine.rulesets import to_document

    unclear = [
        path
        for path, _value in leaves(to_document(load("classic")))
        if "." in path and not meaning(path)
    ]
    assert unclear == []


@pytest.mark.parametrize("code", paragraphs())
def test_a_paragraph_has_its_own_address_and_its_examples(code: str) -> None:
    status, text = page(f"/rules/{code}")

    assert status == 200
    assert paragraphs()[code].title in text
    shown = examples().get(code, ())
    assert text.count('class="panel example"') == len(shown)
    assert text.count("<b>Refused</b>") == sum(each.refused is not None for each in shown)


@pytest.mark.parametrize("code", examples())
def test_an_example_shows_whether_the_engine_refuses_it(code: str) -> None:
    for each in examples()[code]:
        assert bool(drawn(each)["refusal"]) == (each.refused is not None)


def test_house_rules_are_for_those_who_know_their_name_and_hidden_ones_for_their_owner() -> None:
    ana = person()
    rules = HouseRules(name="Ours", extends="classic", overrides={"draw": {"count": 3}})
    stored = house_ruleset_create(by=ana, club=None, slug="ours", rules=rules).ruleset
    path = f"/rules/{ana.id}/ours"

    assert "Ours" in page("/rules", ana)[1]
    assert "Ours" not in page("/rules")[1]
    assert page(path)[0] == 200
    assert "Ours" in page(path + "?compare=classic")[1]
    house_ruleset_hide(ruleset_id=stored.pk, by=ana)
    assert page(path)[0] == 404
    assert page(path, ana)[0] == 200


def test_the_rules_of_a_table_are_those_it_froze_for_those_who_may_see_it() -> None:
    ana = player()
    house = {"extends": "classic", "overrides": {"draw": {"count": 3}}}
    game = api(ana).post("/api/v1/games", {"ruleset": house, "visibility": "private"}).json()
    path = f"/games/{game['id']}/rules"
    status, text = page(f"{path}?compare=classic", ana)

    assert status == 200
    assert f'href="/games/{game["id"]}"' in text
    assert "begins with 3 cards from the stock" in text
    assert "<code>draw.count</code>" in text
    assert 'class="soft">(stated)' not in text
    assert [page(path)[0], page(path, player())[0]] == [404, 404]


@pytest.mark.parametrize(
    "path", ["/rules/nothing", "/rules/MELD-99", f"/rules/{UUID(int=0)}/x", "/rules/classic/x"]
)
def test_what_is_not_there_is_not_found(path: str) -> None:
    assert page(path)[0] == 404


def test_the_text_of_a_paragraph_is_escaped() -> None:
    assert in_html("a <b> `x<y`, see MELD-01 and MELD-99\n\nb") == (
        "<p>a &lt;b&gt; <code>x&lt;y</code>, see"
        ' <a href="/rules/MELD-01">MELD-01</a> and MELD-99</p><p>b</p>'
    )
