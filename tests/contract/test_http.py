"""What HTTP promises of many calls at once: names of calls, tags, formats, what may be kept."""

import gzip
import json
import logging
from unittest.mock import Mock

import pytest
from django.http import HttpResponse

from games.selectors import games
from games.store import state
from samba_service.kit.logs import DiscreetFormatter
from samba_service.kit.problems import known_kinds
from samba_service.kit.request_ids import HEADER, middleware
from tests.factories import api, player
from tests.games_api.tables import Table

ROOT = "/api/v1"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("night-7.a_B", True),
        ("x" * 64, True),
        ("x" * 65, False),
        ("two words", False),
        ("line\nbreak", False),
        ("", False),
    ],
)
def test_a_call_has_the_name_that_it_was_sent_with_if_that_is_plain_and_short(sent, kept):
    answer = api().get(f"{ROOT}/rules/MELD-07", headers={HEADER: sent})
    assert (answer[HEADER] == sent) is kept
    assert 1 <= len(answer[HEADER]) <= 64


def test_a_refused_call_has_a_name_too():
    assert api().get(f"{ROOT}/nowhere", headers={HEADER: "lost"})[HEADER] == "lost"


def test_every_log_line_of_a_call_has_its_name(rf):
    lines = []

    def view(request):
        record = logging.LogRecord("x", logging.INFO, "f", 1, "done", None, None)
        lines.append(DiscreetFormatter().format(record))
        return HttpResponse()

    middleware(view)(rf.get("/", headers={HEADER: "night-7"}))
    assert json.loads(lines[0])["request"] == "night-7"
    record = logging.LogRecord("x", logging.INFO, "f", 1, "done", None, None)
    assert "request" not in json.loads(DiscreetFormatter().format(record))


@pytest.mark.parametrize(
    "path",
    [
        "problems",
        "rules",
        "rules/MELD-07",
        "rulesets",
        "rulesets/classic",
        "rulesets/schema",
        "bots",
    ],
)
@pytest.mark.django_db
def test_what_only_a_new_program_changes_has_a_tag(path):
    first = api().get(f"{ROOT}/{path}")
    again = api().get(f"{ROOT}/{path}", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again["Cache-Control"] == first["Cache-Control"]
    assert ("max-age=3600" in first["Cache-Control"]) is (path != "rulesets")


def test_the_schema_comes_in_the_format_that_the_address_names():
    assert json.loads(api().get(f"{ROOT}/schema?format=json").content)["openapi"] == "3.1.0"
    assert api().get(f"{ROOT}/schema?format=yaml").content.startswith(b"openapi: 3.1.0")


@pytest.mark.django_db
def test_a_call_that_answers_json_may_be_asked_for_json():
    assert api().get(f"{ROOT}/rulesets?format=json").status_code == 200
    assert api().get(f"{ROOT}/rulesets?format=xml").status_code == 400


def test_every_code_is_listed_with_an_example():
    kinds = api().get(f"{ROOT}/problems").json()["results"]
    assert [each["code"] for each in kinds] == [kind.code for kind in known_kinds()]
    for each in kinds:
        assert each["example"]["code"] == each["code"]
        assert each["example"]["status"] == each["status"]
        assert each["example"]["type"].endswith(f"/problems/{each['code']}")


@pytest.mark.django_db
def test_a_game_is_not_sent_again_to_who_names_its_version():
    table = Table()
    version = table.get()["version"]
    for held, status in [(f"{version}", 304), (f'"{version}"', 304), (f"{version + 1}", 200)]:
        answer = table.clients[0].get(table.path, headers={"If-None-Match": held})
        assert answer.status_code == status, held


@pytest.mark.django_db
def test_a_player_who_has_the_game_already_is_answered_without_its_state(monkeypatch):
    table = Table()
    tag = {"If-None-Match": table.clients[0].get(table.path)["ETag"]}
    read = Mock(wraps=state.match_of)
    monkeypatch.setattr(games, "match_of", read)

    answer = table.clients[0].get(table.path, headers=tag)
    assert (answer.status_code, answer["ETag"]) == (304, tag["If-None-Match"])
    assert not read.called
    assert answer["Cache-Control"] == "private, no-cache"
    assert table.clients[0].get(f"{table.path}?at=1", headers=tag).status_code == 200
    assert api(player("stranger")).get(table.path, headers=tag).status_code == 304
    assert read.call_count == 2, "what is asked for in a query, or by somebody else"


@pytest.mark.django_db
def test_a_tag_shows_nothing_to_who_may_not_see_the_game():
    table = Table(visibility="private")
    tag = {"If-None-Match": table.clients[0].get(table.path)["ETag"]}
    for client, status in [(api(player("stranger")), 404), (api(), 404)]:
        assert client.get(table.path, headers=tag).status_code == status


@pytest.mark.django_db
def test_a_move_answers_the_tag_of_the_game_after_it():
    table = Table().start()
    seat = table.to_act
    answer = table.move(seat, {"type": "draw"})
    tags = [answer["ETag"], table.clients[seat].get(table.path)["ETag"]]
    versions = [tag.partition("-")[0] for tag in tags]  # who is present may change meanwhile
    assert versions == [f'"{answer.json()["version"]}'] * 2


@pytest.mark.django_db
def test_a_move_answers_on_request_what_the_mover_may_do_next():
    table = Table().start()
    seat = table.to_act
    assert "legal_actions" not in table.get(seat)
    answer = table.post(seat, "moves?include=legal_actions", {"action": {"type": "draw"}})
    assert answer.status_code == 201, answer.content
    assert answer.json()["legal_actions"] == table.get(seat, "/legal-actions")
    assert answer.json()["legal_actions"]["options"]


@pytest.mark.django_db
def test_a_move_answers_nothing_else_on_request():
    table = Table().start()
    answer = table.post(table.to_act, "moves?include=hands", {"action": {"type": "draw"}})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_fields")


@pytest.mark.django_db
def test_what_a_call_made_is_at_the_address_that_the_answer_names():
    client = Table().clients[0]
    made = [
        client.post(f"{ROOT}/games", {"ruleset": "classic"}),
        client.post(f"{ROOT}/players", {"kind": "bot", "display_name": "Engine"}),
        client.post(f"{ROOT}/clubs", {"name": "Herons"}),
        client.post(f"{ROOT}/rulesets", {"slug": "ours", "name": "Ours", "extends": "classic"}),
    ]
    for answer in made:
        assert answer.status_code == 201, answer.content
        found = client.get(answer["Location"])
        assert found.status_code == 200, answer["Location"]
        name = "slug" if "slug" in answer.json() else "id"
        assert found.json()[name] == answer.json()[name]


@pytest.mark.django_db
def test_an_answer_is_compressed_for_those_who_ask_and_its_tag_works_as_before():
    table = Table().start()
    plain = table.get(0)
    client, path = table.clients[0], table.path
    zipped = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert zipped["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in zipped["Vary"]
    assert json.loads(gzip.decompress(zipped.content)) == plain
    assert client.get(path, headers={"If-None-Match": zipped["ETag"]}).status_code == 304
    assert "Content-Encoding" not in client.get(path)


@pytest.mark.django_db
def test_the_length_of_a_compressed_answer_does_not_show_what_is_in_it():
    """Else a caller who chooses a part of an answer could guess the rest by its length."""
    client, path = api(player("Ana")), f"{ROOT}/rulesets/classic"
    answers = [client.get(path, headers={"Accept-Encoding": "gzip"}) for _ in range(20)]
    assert len({len(answer.content) for answer in answers}) > 1
    assert len({gzip.decompress(answer.content) for answer in answers}) == 1
