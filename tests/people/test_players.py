"""Accounts: opened, changed, found, labelled."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from samba_service.accounts.models import Person, Player
from samba_service.accounts.services.people import player_anonymise
from tests.factories import PASSWORD, api, bot, player

pytestmark = pytest.mark.django_db

ME = "/api/v1/players/me"
REGISTER = "/api/v1/auth/register"
ANA = {"username": "Ana", "password": PASSWORD, "display_name": "Ana"}


def test_signing_up_gives_a_player():
    answer = api().post(REGISTER, ANA)
    assert answer.status_code == 201
    assert answer.json() | {"id": None, "created_at": None} == {
        "id": None,
        "display_name": "Ana",
        "kind": "human",
        "bot_level": None,
        "owner": None,
        "former": False,
        "guest": False,
        "created_at": None,
    }
    assert Person.objects.get(username="ana").check_password(PASSWORD)


@pytest.mark.parametrize("username", ["Ana", "ANA", "ana"])
def test_a_username_is_taken_once_in_whatever_case(username):
    api().post(REGISTER, ANA)
    answer = api().post(REGISTER, ANA | {"username": username})
    assert (answer.status_code, answer.json()["code"]) == (409, "username_taken")
    assert Player.objects.count() == 1


def test_a_closed_deployment_takes_no_sign_ups(settings):
    settings.SAMBA_REGISTRATION_OPEN = False
    answer = api().post(REGISTER, ANA)
    assert (answer.status_code, answer.json()["code"]) == (403, "registration_closed")


def test_a_player_changes_name_and_address_and_nothing_else():
    ana = player("Ana")
    client = api(ana)
    answer = client.patch(ME, {"display_name": "Ana B.", "email": "ana@example.org"})
    assert (answer.json()["display_name"], answer.json()["email"]) == ("Ana B.", "ana@example.org")
    for change in ({"kind": "bot"}, {"owner": None}, {"id": "x"}, {}):
        assert client.patch(ME, change).status_code == 400
    assert client.get(ME).json()["kind"] == "human"


def test_names_are_composed():
    answer = api(player()).patch(ME, {"display_name": "Zoe\u0308"})
    assert answer.json()["display_name"] == "Zo\u00eb"


def test_others_see_neither_username_nor_address():
    ana = player("Ana", email="ana@example.org")
    seen = api(player()).get(f"/api/v1/players/{ana.id}")
    assert seen.json()["display_name"] == "Ana"
    assert ana.person.username.encode() not in seen.content
    assert b"example.org" not in seen.content


def test_a_bot_is_labelled_wherever_it_is_named():
    ana = player("Ana")
    client = api(ana)
    engine = client.post("/api/v1/players", {"kind": "bot", "display_name": "Engine"}).json()
    assert engine["owner"] == {"id": str(ana.id), "name": "Ana", "kind": "human"}
    founded = client.post("/api/v1/partnerships", {"players": [engine["id"]]}).json()
    places = [
        engine,
        client.get(f"/api/v1/players/{engine['id']}").json(),
        client.get("/api/v1/players?search=engine").json()["results"][0],
        client.get(ME).json()["bots"][0],
        founded["players"][1],
    ]
    assert [place["kind"] for place in places] == ["bot"] * 5


def test_a_bot_opens_no_bots_and_has_no_address():
    client = api(bot(player()))
    assert client.post("/api/v1/players", {"kind": "bot", "display_name": "B"}).status_code == 403
    assert client.patch(ME, {"email": "bot@example.org"}).status_code == 403


def test_a_player_answers_for_twenty_bots():
    client = api(player())
    body = {"kind": "bot", "display_name": "Engine"}
    statuses = [client.post("/api/v1/players", body).status_code for _ in range(21)]
    assert statuses == [201] * 20 + [409]


def test_no_human_is_opened_as_if_a_bot():
    body = {"kind": "human", "display_name": "Ben"}
    assert api(player()).post("/api/v1/players", body).status_code == 400


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"kind": "robot"}, id="unknown kind"),
        pytest.param({"kind": "human", "bot_level": "novice"}, id="a human with a level"),
        pytest.param({"display_name": ""}, id="no name"),
    ],
)
def test_the_database_refuses_impossible_players(fields):
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(**{"display_name": "X", **fields})


def test_search_finds_by_part_of_the_name_page_by_page():
    client = api(player("Zed"))
    names = ["Hannah", "Joanna", "Anna", "Ben", "50%_Ann", "ANNA"]
    for name in names:
        player(name)
    found, address = [], "/api/v1/players?search=ann&limit=2"
    while address:
        page = client.get(address).json()
        found += [entry["display_name"] for entry in page["results"]]
        address = page["next"]
    assert sorted(found) == sorted(set(names) - {"Ben"})
    assert [name.lower() for name in found] == sorted(name.lower() for name in found)
    assert (
        client.get("/api/v1/players?search=%25_").json()["results"][0]["display_name"] == "50%_Ann"
    )


def test_pages_go_back_too():
    client = api(player("Zed"))
    for name in ("Anna", "Annb", "Annc"):
        player(name)
    first = client.get("/api/v1/players?search=ann&limit=1").json()
    second = client.get(first["next"]).json()
    assert first["previous"] is None
    assert client.get(second["previous"]).json()["results"] == first["results"]


def test_createsuperuser_asks_for_a_name_and_a_password_only(monkeypatch) -> None:
    asked: list[str] = []

    def typed(prompt: str = "") -> str:
        asked.append(prompt)
        return "" if "superuser anyway" in prompt else "mara"

    def hidden(prompt: str = "Password") -> str:
        asked.append(prompt)
        return PASSWORD

    monkeypatch.setattr("builtins.input", typed)
    monkeypatch.setattr("getpass.getpass", hidden)
    terminal = StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    call_command("createsuperuser", stdin=terminal, verbosity=0)

    assert [each.partition(":")[0].partition(" (")[0] for each in asked] == [
        "Username", "Password", "Password",
    ]  # fmt: skip
    assert Person.objects.get(username="mara").is_superuser


def test_createsuperuser_makes_a_player_too():
    person = Person.objects.create_superuser("Root", PASSWORD)
    assert (person.username, person.player.display_name, person.is_staff) == ("root", "root", True)


def test_only_a_player_sees_their_time_zone():
    ana = player()
    assert api(ana).get(ME).json()["time_zone"] is None
    for zone in ("Europe/Berlin", None, "America/New_York"):
        assert api(ana).patch(ME, {"time_zone": zone}).json()["time_zone"] == zone
    assert "time_zone" not in api(player("Ben")).get(f"/api/v1/players/{ana.pk}").json()
    assert api(ana).get(f"{ME}/export").json()["player"]["time_zone"] == "America/New_York"

    refused = api(ana).patch(ME, {"time_zone": "Mars/Olympus"})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (400, "time_zone")

    player_anonymise(player_id=ana.pk)
    ana.refresh_from_db()
    assert ana.time_zone == ""
