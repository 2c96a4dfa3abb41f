"""Two directors at work on one night: who has not seen the other's change does not overwrite it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from samba_service.kit.errors import Stale
from tests.contract.shapes import SCHEMA, declared, parameters
from tests.factories import api
from tests.tournaments.evenings import API, Evening
from tests.tournaments.nights import night
from tournaments.services.changes import Expected, expecting

pytestmark = pytest.mark.django_db

INSIDE = re.compile(r"/api/v1/(tournaments/{|rounds/|tables/|entries/|score-sheets/)")


def _changes() -> Iterator[tuple[str, str]]:
    """Every operation that changes a tournament or something in it."""
    for path, item in SCHEMA["paths"].items():
        yield from ((path, method) for method in item if method != "get" and INSIDE.match(path))


def _tag(answer: Any) -> str:
    tag = answer["ETag"]
    assert re.fullmatch(r'"\d+-\d+"', tag), tag
    return str(tag)


def _draft() -> tuple[Evening, str]:
    """An evening with a draft, and the draft's address."""
    evening = Evening(4)
    return evening, f"{API}/rounds/{evening.draft()['id']}"


def test_the_second_of_two_directors_learns_that_the_first_has_changed_the_table():
    evening, path = _draft()
    mara, nils = api(evening.night.director), api(evening.night.admin)
    seen = _tag(mara.get(path)), _tag(nils.get(path))
    assert seen[0] == seen[1]
    first = mara.patch(f"{path}/tables/1", {"locked": True}, headers={"If-Match": seen[0]})
    assert first.status_code == 200
    second = nils.patch(f"{path}/tables/1", {"locked": False}, headers={"If-Match": seen[1]})
    assert (second.status_code, second.json()["code"]) == (412, "stale_version")
    assert second.json()["version"] == first.json()["version"] == evening.night.version()
    assert nils.get(path).json()["tables"][0]["locked"], "nothing was overwritten"
    again = nils.patch(
        f"{path}/tables/1", {"locked": False}, headers={"If-Match": _tag(nils.get(path))}
    )
    assert again.status_code == 200


def test_without_the_header_the_last_word_counts():
    evening, path = _draft()
    for locked in (True, False):
        changed = evening.director.patch(f"{path}/tables/1", {"locked": locked})
        assert changed.status_code == 200


@pytest.mark.parametrize("form", ['"{}"', "{}", 'W/"{}-0"', "*"])
def test_the_version_of_an_answer_is_good_for_the_next_change(form: str):
    """Each answer has the tag of what it shows, so that a client need not read again."""
    evening, _ = _draft()
    at = f"{API}/entries/{evening.night.entries[0].id}"
    version = evening.director.get(at).json()["version"]
    for seed in (1, 2, 3):
        answer = evening.director.patch(
            at, {"seed": seed}, headers={"If-Match": form.format(version)}
        )
        assert answer.status_code == 200, answer.content
        version = answer.json()["version"]
        assert _tag(answer) == f'"{version}-0"'
    assert version == evening.night.version()


def test_a_header_that_is_no_version_is_malformed():
    evening, _ = _draft()
    at = f"{API}/entries/{evening.night.entries[0].id}"
    refused = evening.director.patch(at, {"seed": 1}, headers={"If-Match": '"a", "b"'})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_header")


def test_a_retry_gets_its_first_answer_although_it_made_the_version_stale():
    held = night(4, start=False)
    director = api(held.director)
    headers = {"If-Match": str(held.version()), "Idempotency-Key": "start"}
    answers = [director.post(f"{held.path}/start", {}, headers=headers) for _ in range(2)]
    assert [each.status_code for each in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    assert _tag(answers[0]) == _tag(answers[1])


def test_a_stale_version_is_refused_before_the_wrong_moment():
    held = night(4)
    again = api(held.director).post(f"{held.path}/start", {}, headers={"If-Match": "1"})
    assert again.status_code == 412
    again = api(held.director).post(
        f"{held.path}/start", {}, headers={"If-Match": str(held.version())}
    )
    assert (again.status_code, again.json()["code"]) == (409, "wrong_state")


def test_one_request_expects_nothing_of_the_next():
    """What was expected goes with its request, whether that was refused or not."""
    held = night(4)
    director = api(held.director)
    assert director.patch(held.path, {"name": "A"}, headers={"If-Match": "1"}).status_code == 412
    held.change(held.entries[0], seed=1)
    assert director.patch(held.path, {"name": "B"}).status_code == 200


def test_a_caller_does_not_overtake_themselves():
    """A caller who changes a night twice in one act has seen the first of the two."""
    held = night(4)
    with expecting(Expected(held.tournament.id, held.version())):
        for seed in (1, 2):
            held.change(held.entries[0], seed=seed)
    with expecting(Expected(held.tournament.id, 1)), pytest.raises(Stale):
        held.change(held.entries[0], seed=3)


@pytest.mark.parametrize(("path", "method"), list(_changes()))
def test_every_change_of_a_night_documents_the_header(path: str, method: str):
    assert "If-Match" in {each["name"] for each in parameters(SCHEMA["paths"][path][method])}
    assert "412" in declared()[method, path]["responses"]


def test_whatever_is_changed_of_a_night_the_tag_of_what_was_seen_counts():
    held = night(2, rounds=1)
    director, round_ = api(held.director), held.next_round()
    table = f"{API}/tables/{round_.tables.get().id}"
    one_round, entry = f"{API}/rounds/{round_.id}", f"{API}/entries/{held.entries[0].id}"
    for call, at, path, body in [
        (director.patch, held.path, "", {"name": "Tuesday"}),
        (director.patch, entry, "", {"seed": 1}),
        (director.post, table, "/corrections", {"reason": "No lights", "end": "void"}),
        (director.post, one_round, "/close", {}),
    ]:
        stale = call(at + path, body, headers={"If-Match": "0"})
        assert stale.status_code == 412, at
        assert stale.json()["version"] == held.version()
        seen = _tag(director.get(at))
        done = call(at + path, body, headers={"If-Match": seen})
        assert done.status_code in (200, 201), done.content
        assert _tag(done) == f'"{held.version()}-0"'
