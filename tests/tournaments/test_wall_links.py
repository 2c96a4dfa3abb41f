"""A link to the wall opens the wall of one night for a screen without an account, and no more."""

import json
import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from samba_service.kit import throttles
from tests.concurrency.together import at_once
from tests.contract.shapes import conforms
from tests.contract.test_routes import operations
from tests.factories import api, player, with_code, with_wall_link
from tests.games_api.test_lobby import refused
from tests.people.test_erasure import everything_stored
from tests.tournaments.clubs import guests_add
from tests.tournaments.nights import Night, night
from tests.tournaments.scores import score
from tournaments.errors import NightHasTooMany
from tournaments.models import Club, Round, Tournament, WallLink
from tournaments.models.audit import AuditEntry
from tournaments.services.publication import round_publish
from tournaments.services.rounds import round_close
from tournaments.services.tournaments import tournament_archive, tournament_finish
from tournaments.services.wall_links import LINKS_AT_MOST, wall_link_make

pytestmark = pytest.mark.django_db


def members_night(**given: Any) -> Night:
    """A night for members, of a club that names nobody to others; its first round is published."""
    evening = night(4, **{"rounds": 2, "visibility": "club", "publish": True, **given})
    Club.objects.update(names="none")
    return evening


def token_of(evening: Night) -> str:
    answer = api(evening.director).post(f"{evening.path}/wall-links")
    assert answer.status_code == 201, answer.content
    conforms("tournaments_wall_links_create", answer.json())
    token: str = answer.json()["token"]
    assert answer.json()["page"] == f"/tournaments/{evening.tournament.pk}?wall=1#{token}"
    return token


def wall(evening: Night, token: str, **headers: str) -> Any:
    return with_wall_link(token).get(f"{evening.path}/wall", headers=headers)


def sides_shown(evening: Night, token: str) -> list[list[str]]:
    """The names at each side of each table."""
    tables = wall(evening, token).json()["round"]["tables"]
    return [side for table in tables for side in table["sides"]]


def names_of(evening: Night) -> set[str]:
    return {entry.name for entry in evening.entries}


def test_it_shows_a_members_night_to_a_screen_by_the_names_on_the_papers():
    evening = members_night()
    found = wall(evening, token_of(evening))
    assert found.status_code == 200, found.content
    shown = found.json()
    conforms("tournaments_wall", shown)
    assert (shown["name"], shown["round"]["number"]) == (evening.tournament.name, 1)
    seated = {
        name for table in shown["round"]["tables"] for side in table["sides"] for name in side
    }
    assert seated == names_of(evening)
    assert {table["agreed"] for table in shown["round"]["tables"]} == {False}
    assert shown["standings"] == []
    assert api().get(evening.path).status_code == 404, "the night itself is not theirs"


def test_it_names_who_sits_in_for_somebody_who_has_left():
    evening = members_night(format="rotating")
    token, [late] = token_of(evening), guests_add(evening.club, "Late")
    entry = evening.entries[0]
    [sitting] = entry.stints.all()
    before = {name for side in sides_shown(evening, token) for name in side}
    assert sitting.member.name in before
    body = {"out": str(sitting.member.pk), "member": str(late.pk), "from_round": 1, "to_round": 1}
    path = f"/api/v1/entries/{entry.pk}/substitutes"
    assert api(evening.director).post(path, body).status_code == 201
    after = {name for side in sides_shown(evening, token) for name in side}
    assert after == before - {sitting.member.name} | {"Late"}


def test_who_may_read_the_night_has_the_same_wall_by_names_as_they_see_them():
    evening = members_night()
    by_link = wall(evening, token_of(evening)).json()
    member = next(iter(evening.players.values()))
    for reader in (api(evening.director), api(member)):
        found = reader.get(f"{evening.path}/wall")
        assert (found.status_code, found.json()) == (200, by_link)
    assert api().get(f"{evening.path}/wall").status_code == 404
    assert api(player()).get(f"{evening.path}/wall").status_code == 404

    Tournament.objects.update(visibility="public")
    for reader in (api(), api(player())):
        text = reader.get(f"{evening.path}/wall").content.decode()
        assert not any(name in text for name in names_of(evening))


def test_the_round_on_the_wall_is_no_draft_for_directors_either():
    evening = members_night(publish=False)
    evening.draw()
    found = api(evening.director).get(f"{evening.path}/wall").json()
    assert found["round"] is None


def test_it_has_results_as_they_are_agreed_and_standings_after_the_round():
    evening = members_night()
    token = token_of(evening)
    round_ = evening.tournament.rounds.get()
    first, second = round_.tables.order_by("number")
    score(evening, first, 900, 0)
    tables = wall(evening, token).json()["round"]["tables"]
    assert {each["number"]: each["agreed"] for each in tables} == {1: True, 2: False}

    score(evening, second, 100, 0)
    round_close(round_id=round_.pk, by=evening.director)
    shown = wall(evening, token).json()
    assert shown["round"]["state"] == "closed"
    told = api(evening.director).get(f"{evening.path}/standings").json()["results"]
    assert shown["standings"] == [
        {"rank": row["rank"], "name": row["name"], "score": row["metrics"][0]["value"]}
        for row in told
    ]


def test_nothing_of_it_is_an_id_and_no_draft_is_on_it():
    evening = members_night(publish=False)
    token = token_of(evening)
    draft = evening.draw()
    assert wall(evening, token).json()["round"] is None
    round_publish(round_id=draft.pk, by=evening.director)
    text = wall(evening, token).content.decode()
    ids = [*Round.objects.values_list("pk", flat=True), evening.tournament.pk, evening.club.pk]
    ids += [entry.pk for entry in evening.entries]
    ids += [stint.member_id for entry in evening.entries for stint in entry.stints.all()]
    assert not any(str(each) in text for each in ids)
    Tournament.objects.update(state="draft")
    assert wall(evening, token).json()["round"] is None


def test_it_has_the_clock_of_the_round():
    evening = members_night()
    now = timezone.now()
    Round.objects.update(starts_at=now, ends_at=now + timedelta(hours=1))
    shown = wall(evening, token_of(evening)).json()["round"]
    assert shown["ends_at"] is not None
    assert shown["clock"]["paused_since"] is None


def test_what_has_not_changed_is_not_sent_again():
    evening = members_night()
    token = token_of(evening)
    tag = wall(evening, token)["ETag"]
    assert wall(evening, token, **{"If-None-Match": tag}).status_code == 304
    score(evening, evening.tournament.rounds.get().tables.all()[0], 900, 0)
    assert wall(evening, token, **{"If-None-Match": tag}).status_code == 200


def test_a_director_revokes_it_at_once_and_makes_another():
    evening = members_night()
    first, second = token_of(evening), token_of(evening)
    links = api(evening.director).get(f"{evening.path}/wall-links").json()
    conforms("tournaments_wall_links_list", links)
    assert [set(each) for each in links["results"]] == [{"id", "made_at"}] * 2
    path = f"{evening.path}/wall-links/{links['results'][0]['id']}"
    assert api(evening.director).delete(path).status_code == 204

    refused(wall(evening, first), 401, "wall_link_revoked")
    assert wall(evening, second).status_code == 200
    refused(api(evening.director).delete(path), 404, "not_found")
    acts = AuditEntry.objects.filter(act__startswith="wall_link").order_by("pk")
    assert [each.act for each in acts] == ["wall_link_made"] * 2 + ["wall_link_revoked"]


def test_it_opens_no_other_night_and_a_wrong_one_opens_nothing():
    evening, other = members_night(), members_night()
    token = token_of(evening)
    refused(wall(other, token), 401, "wrong_wall_link")
    refused(wall(evening, token[::-1]), 401, "wrong_wall_link")
    refused(with_wall_link("").get(f"{evening.path}/wall"), 401, "wrong_wall_link")


def test_it_ends_with_the_archive_where_it_can_still_be_revoked():
    evening = members_night()
    token = token_of(evening)
    round_ = evening.tournament.rounds.get()
    for table in round_.tables.all():
        score(evening, table, 100, 0)
    round_close(round_id=round_.pk, by=evening.director)
    tournament_finish(tournament_id=evening.tournament.pk, by=evening.director, as_played=True)
    assert wall(evening, token).status_code == 200, "the last standings stay on the wall"
    tournament_archive(tournament_id=evening.tournament.pk, by=evening.admin)
    refused(wall(evening, token), 409, "archived")
    path = f"{evening.path}/wall-links/{WallLink.objects.get().pk}"
    assert api(evening.director).delete(path).status_code == 204


def test_it_is_no_credential_of_any_other_call():
    evening = members_night()
    client = with_wall_link(token_of(evening))
    values = {"tournament_id": evening.tournament.pk, "club_id": evening.club.pk,
              "round_id": evening.tournament.rounds.get().pk}  # fmt: skip
    tried = 0
    for address, method, declared in operations():
        path = "/" + address
        for name, value in values.items():
            path = path.replace(f"<str:{name}>", str(value))
        if "<" in path or path.endswith("/wall") or declared.access.by_password:
            continue
        tried += 1
        answer = getattr(client, method.lower())(path)
        assert answer.status_code in (401, 429), (method, path, answer.status_code)
    assert tried > 50


def test_a_token_is_stored_and_logged_nowhere(caplog: pytest.LogCaptureFixture):
    evening = members_night()
    with caplog.at_level(logging.DEBUG):
        token = token_of(evening)
        assert wall(evening, token).status_code == 200
        api(evening.director).delete(f"{evening.path}/wall-links/{WallLink.objects.get().pk}")
        gone = wall(evening, token)
    assert len(token) == 22
    assert token not in everything_stored()
    assert token not in caplog.text
    assert token not in json.dumps(dict(gone.headers)) + gone.content.decode()


def test_guesses_are_bounded_and_a_screen_that_works_is_not(
    monkeypatch: pytest.MonkeyPatch, settings: Any
):
    evening = members_night()
    token = token_of(evening)
    settings.SAMBA_RATE_LIMITS = True
    few = replace(throttles.WALL_LINKS, burst=2, loopback_free=False)
    monkeypatch.setattr(throttles, "WALL_LINKS", few)
    assert wall(evening, token).status_code == 200
    statuses = [wall(evening, f"{at:022}").status_code for at in range(3)]
    assert statuses[0] == 401
    assert statuses[-1] == 429
    assert wall(evening, token).status_code == 200
    strip = with_code("A" * 16).get(f"/api/v1/tables/{evening.tournament.pk}/sheet")
    assert strip.status_code == 401, "the codes of score sheets have a rate of their own"


def test_a_night_has_a_limited_number_of_them():
    evening = members_night()
    for _ in range(LINKS_AT_MOST):
        token_of(evening)
    answer = api(evening.director).post(f"{evening.path}/wall-links")
    refused(answer, 409, "too_many")
    assert answer.json()["facts"]["limit"] == LINKS_AT_MOST


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_of_two_directors_who_make_the_last_one_at_once_one_does():
    evening = members_night()
    for _ in range(LINKS_AT_MOST - 1):
        token_of(evening)

    def make() -> None:
        wall_link_make(tournament_id=evening.tournament.pk, by=evening.director)

    assert at_once(make, make) == {"done": 1, NightHasTooMany.__name__: 1}


def test_only_directors_make_see_and_revoke_links():
    evening = members_night()
    token_of(evening)
    path = f"{evening.path}/wall-links"
    one = f"{path}/{WallLink.objects.get().pk}"
    for caller in (api(), api(player()), api(next(iter(evening.players.values())))):
        for answer in (caller.get(path), caller.post(path), caller.delete(one)):
            assert answer.status_code in (401, 403, 404)
    assert WallLink.objects.filter(revoked_at=None).count() == 1


def test_more_tables_cost_no_more_statements():
    counts = []
    for entries in (4, 8):
        evening = members_night() if entries == 4 else night(8, rounds=2, publish=True)
        token = token_of(evening)
        wall(evening, token)
        with CaptureQueriesContext(connection) as sent:
            assert wall(evening, token).status_code == 200
        counts.append(len(sent))
    assert counts[0] == counts[1] <= 20


def test_a_night_has_had_a_limited_number_of_them(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tournaments.services.wall_links.MADE_AT_MOST", 1)
    evening = members_night()
    token_of(evening)
    api(evening.director).delete(f"{evening.path}/wall-links/{WallLink.objects.get().pk}")
    refused(api(evening.director).post(f"{evening.path}/wall-links"), 409, "too_many")
