"""One account asks for more than its share: clubs, running nights, draws."""

import pytest

from samba_service.kit import throttles
from tests.concurrency.together import at_once
from tests.contract.test_error_shape import problem
from tests.factories import api, bot, player
from tests.tournaments.clubs import guests_add
from tests.tournaments.nights import Night, night
from tournaments.models import Club, Round, Tournament
from tournaments.services.draws import round_draw

pytestmark = pytest.mark.django_db
CLUBS = "/api/v1/clubs"


def refused(answer, what: str, limit: int) -> None:
    told = problem(answer, 409, "too_many")
    assert told["facts"] == {"what": what, "limit": limit}
    assert f"{limit} {what}" in told["detail"]


def test_an_account_founds_a_limited_number_of_clubs_its_bots_included(settings):
    settings.SAMBA_MAX_CLUBS = 2
    ana = player()
    clients = [api(ana), api(bot(ana))]
    assert [each.post(CLUBS, {"name": "Herons"}).status_code for each in clients] == [201] * 2
    for client in clients:
        refused(client.post(CLUBS, {"name": "Egrets"}), "clubs", 2)
    assert api(player()).post(CLUBS, {"name": "Egrets"}).status_code == 201


def test_an_account_enters_a_night_so_often_however_often_it_takes_the_entry_back(settings):
    settings.SAMBA_ENTRIES_OF_PLAYER = 2
    evening = night(0, format="rotating", start=False)
    ana = player("Ana")
    for who in (ana, bot(ana)):
        client = api(who)
        entry = client.post(f"{evening.path}/entries", {"player": str(who.pk)})
        assert entry.status_code == 201, entry.content
        assert client.delete(f"/api/v1/entries/{entry.json()['id']}").status_code == 204
    again = {"player": str(ana.pk)}
    refused(api(ana).post(f"{evening.path}/entries", again), "entries in one tournament", 2)
    director = api(evening.director)
    for name in ("Ben", "Cleo", "Dan"):
        [member] = guests_add(evening.club, name)
        body = {"members": [str(member.pk)]}
        assert director.post(f"{evening.path}/entries", body).status_code == 201
    token = api(evening.director, "tournaments:play")
    again = {"player": str(evening.director.pk)}
    answer = token.post(f"{evening.path}/entries", again)
    assert answer.status_code == 201, "what they entered as a director does not count"


def test_a_limited_number_of_tournaments_of_a_club_run_at_a_time(settings):
    settings.SAMBA_RUNNING_TOURNAMENTS = 1
    first = night(4)
    second = night(4, at=first, start=False)
    director = api(first.director)
    refusal = director.post(f"{second.path}/start", {})
    refused(refusal, "running tournaments", 1)
    assert "the club has" in refusal.json()["detail"].lower()
    director.post(f"{first.path}/finish", {"rounds": "as_played"})
    assert director.post(f"{second.path}/start", {}).status_code == 200
    reopened = director.post(f"{first.path}/reopen", {"reason": "Too early."})
    refused(reopened, "running tournaments", 1)


def test_a_running_tournament_is_not_imported_past_the_bound(settings):
    settings.SAMBA_RUNNING_TOURNAMENTS = 1
    evening = night(4, publish=True)
    director = api(evening.director)
    bundle = director.get(f"{evening.path}/export").json()
    body = {"club": str(evening.club.pk), "bundle": bundle}
    refused(director.post("/api/v1/tournaments/import", body), "running tournaments", 1)


def asked(evening: Night):
    return api(evening.director).post(f"{evening.path}/rounds", {})


def test_an_account_has_a_limited_number_of_draws_under_way_whatever_the_tournament(settings):
    settings.SAMBA_DRAWS_AT_ONCE = 2
    first = night(4)
    others = [night(4, at=first) for _ in range(2)]
    drafted = first.draw()
    assert [asked(each).status_code for each in others] == [202] * 2
    director = api(first.director)
    refused(director.post(f"/api/v1/rounds/{drafted.pk}/redraw", {}), "draws under way", 2)
    assert asked(night(4)).status_code == 202, "another account waits for none of them"
    drawing = Round.objects.get(tournament=others[0].tournament)
    assert round_draw(round_id=drawing.pk, step=drawing.step)
    assert director.post(f"/api/v1/rounds/{drafted.pk}/redraw", {}).status_code == 202
    again = director.post(f"/api/v1/rounds/{drafted.pk}/redraw", {})
    assert problem(again, 409, "wrong_state"), "one of each tournament"


def test_a_draw_costs_more_calls_the_more_entries_there_are(settings, monkeypatch):
    settings.SAMBA_RATE_LIMITS = True
    evening = night(4)

    def left(answer) -> int:
        assert answer["RateLimit"].startswith('"draws"'), answer.content
        return int(answer["RateLimit"].split("r=")[1].split(";")[0])

    burst = throttles.DRAWS.burst
    assert burst - 1 <= left(asked(evening)) <= burst
    Tournament.objects.update(last_entry_number=1005)
    assert left(asked(evening)) < burst // 4
    dear = asked(evening)
    assert (dear.status_code, dear.json()["facts"]["limit"]) == (429, "draws")


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_of_many_clubs_founded_at_once_no_more_than_the_bound_are(settings):
    settings.SAMBA_MAX_CLUBS = 2
    ana = player()
    found = at_once(*[lambda: str(api(ana).post(CLUBS, {"name": "Herons"}).status_code)] * 8)
    assert found == {"201": 2, "409": 6}
    assert Club.objects.count() == 2
