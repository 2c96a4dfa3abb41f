"""Games that are to be rated: everybody sees it before they sit down, and no bot does."""

from typing import Any

import pytest

from games.models import DueWork
from tests.contract.shapes import conforms
from tests.factories import api, bot, player
from tests.games_api.tables import GAMES, Table, pack, practice
from tests.games_api.test_lobby import refused

pytestmark = pytest.mark.django_db


def create(by: Any = None, **terms: Any) -> Any:
    """The raw answer to who opens a rated game."""
    return api(by or player("Ana")).post(GAMES, {"ruleset": "classic", "rated": True} | terms)


def test_a_game_is_rated_only_where_its_creator_says_so_and_all_see_it_in_time():
    assert Table().created["rated"] is False
    ana, ben = player("Ana"), player("Ben")
    answer = create(ana, visibility="public", players={"1": str(ben.pk)})
    assert answer.status_code == 201, answer.content
    conforms("games_create", answer.json())
    assert answer.json()["rated"] is True
    path = f"{GAMES}/{answer.json()['id']}"
    assert api().get(path).json()["rated"] is True
    [listed] = [each for each in api().get(GAMES).json()["results"] if each["rated"]]
    assert listed["id"] == answer.json()["id"]
    invited = api(ben).get("/api/v1/players/me/invitations").json()
    conforms("players_me_invitations", invited)
    assert [each["rated"] for each in invited["results"]] == [True]
    notices = api(ben).get("/api/v1/players/me/waiting").json()
    conforms("players_me_waiting", notices)
    assert [each["rated"] for each in notices["results"]] == [True]


def test_an_invitation_to_another_game_says_that_it_is_not_rated():
    ben = player("Ben")
    create(rated=False, players={"1": str(ben.pk)})
    [invited] = api(ben).get("/api/v1/players/me/invitations").json()["results"]
    assert invited["rated"] is False


def test_who_joins_by_a_code_that_shows_nothing_says_that_the_game_may_be_rated():
    table, cleo = Table(rated=True), api(player("Cleo"))
    code = table.created["join_code"]
    refused(cleo.post(f"{GAMES}/join", {"code": code}), 409, "game_is_rated")
    refused(cleo.post(f"{GAMES}/join", {"code": code, "rated": False}), 409, "game_is_rated")
    assert [seat["kind"] for seat in table.get()["seats"]] == ["human", None, None, None]
    answer = cleo.post(f"{GAMES}/join", {"code": code, "rated": True})
    assert (answer.status_code, answer.json()["rated"]) == (201, True)
    refused(cleo.post(f"{GAMES}/join", {"code": code}), 409, "already_seated")


def test_a_game_that_is_not_rated_is_joined_with_either_word():
    code = Table().created["join_code"]
    for name, word in (("Cleo", {}), ("Dora", {"rated": True}), ("Eve", {"rated": False})):
        answer = api(player(name)).post(f"{GAMES}/join", {"code": code} | word)
        assert (answer.status_code, answer.json()["rated"]) == (201, False)


@pytest.mark.parametrize(
    ("terms", "because"),
    [
        pytest.param(practice(pack()), "practice", id="practice"),
        pytest.param({"hints": True}, "hints", id="hints"),
        pytest.param({"away": "wait"}, "away", id="nobody plays on for who leaves"),
        pytest.param(
            {"ruleset": {"extends": "classic", "overrides": {"draw": {"count": 1}}}},
            "house_rules",
            id="house rules",
        ),
        pytest.param(
            {"ruleset": {"extends": "official", "overrides": {"wild_meld": None}}},
            "house_rules",
            id="a section left out",
        ),
    ],
)
def test_what_would_not_be_fair_cannot_be_rated(terms: dict[str, Any], because: str):
    answer = create(**terms)
    refused(answer, 422, "not_rateable")
    assert answer.json()["facts"] == {"because": because}


def test_how_long_a_rated_game_is_can_be_agreed():
    answer = create(hand_limit=3, target=0, ask_required=True)
    assert answer.status_code == 201, answer.content


def test_no_bot_sits_down_at_a_rated_game():
    ana = player("Ana")
    refused(create(ana, bots={"1": "novice"}), 409, "people_only")
    engine = bot(ana)
    refused(create(ana, players={"1": str(engine.pk)}), 409, "people_only")
    table = Table(rated=True)
    refused(table.clients[0].put(f"{table.path}/seats/1", {"bot": "novice"}), 409, "people_only")
    refused(api(bot(table.players[0])).post(f"{table.path}/seats", {}), 409, "people_only")
    assert [seat["kind"] for seat in table.get()["seats"]] == ["human", None, None, None]


def test_a_bot_comes_in_for_who_leaves_the_running_game():
    table = Table(rated=True).start()
    assert table.clients[2].delete(f"{table.path}/seats/me").status_code == 204
    assert table.get()["seats"][2]["kind"] == "bot"
    assert not DueWork.objects.filter(kind="rate").exists()


def test_no_bot_of_an_account_comes_in_for_who_leaves():
    table = Table(rated=True).start()
    table.clients[2].delete(f"{table.path}/seats/me")
    engine = {"player": str(bot(table.players[0]).pk)}
    refused(table.clients[0].put(f"{table.path}/seats/2", engine), 409, "people_only")
    assert table.clients[0].put(f"{table.path}/seats/2", {"bot": "random"}).status_code == 200


def test_a_lobby_that_is_closed_rates_nobody():
    table = Table(rated=True).sit()
    assert table.clients[0].delete(table.path).status_code == 204
    assert not DueWork.objects.filter(kind="rate").exists()
