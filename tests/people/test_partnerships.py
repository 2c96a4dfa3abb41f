"""Partnerships: who may do what when."""

import pytest

from tests.factories import api, bot, player

pytestmark = pytest.mark.django_db

PATH = "/api/v1/partnerships"


def found(client, *others, **more):
    return client.post(PATH, {"players": [str(each.id) for each in others], **more})


def act(client, partnership, verb):
    answer = client.post(f"{PATH}/{partnership['id']}/{verb}")
    return answer.status_code, answer.json()


@pytest.mark.parametrize("others", [1, 2])
def test_a_partnership_is_active_when_all_have_accepted(others):
    ana, invited = player("Ana"), [player() for _ in range(others)]
    partnership = found(api(ana), *invited, name="Herons").json()
    assert (partnership["state"], partnership["name"]) == ("invited", "Herons")
    states = [act(api(each), partnership, "accept")[1]["state"] for each in invited]
    assert states == ["invited"] * (others - 1) + ["active"]
    history = api(ana).get(f"{PATH}/{partnership['id']}").json()["history"]
    assert [entry["event"] for entry in history] == ["founded"] + ["accepted"] * others


def test_naming_oneself_makes_no_difference():
    ana, ben = player(), player()
    assert len(found(api(ana), ana, ben).json()["players"]) == 2


@pytest.mark.parametrize("others", [0, 3])
def test_two_or_three_play_as_one(others):
    assert found(api(player()), *(player() for _ in range(others))).status_code == 400


def test_nobody_is_their_own_partner_or_that_of_an_unknown_player():
    ana = player()
    unknown = ["00000000-0000-4000-8000-000000000000"]
    assert found(api(ana), ana).status_code == 400
    answer = api(ana).post(PATH, {"players": unknown})
    assert answer.json()["errors"][0]["path"] == "players"


def test_the_same_players_have_one_partnership_at_a_time():
    ana, ben = player(), player()
    first = found(api(ana), ben).json()
    answer = found(api(ben), ana)
    assert (answer.status_code, answer.json()["code"]) == (409, "partnership_exists")
    act(api(ben), first, "decline")
    assert found(api(ben), ana).status_code == 201


@pytest.mark.parametrize(
    ("verbs", "last", "status"),
    [
        pytest.param([], ("ana", "accept"), 409, id="the founder has accepted"),
        pytest.param([], ("ana", "decline"), 409, id="the founder leaves instead"),
        pytest.param([], ("ana", "leave"), 200, id="the founder takes the invitation back"),
        pytest.param([], ("ben", "leave"), 409, id="the invited declines instead"),
        pytest.param([], ("ben", "decline"), 200, id="no"),
        pytest.param([("ben", "accept")], ("ben", "accept"), 409, id="yes, twice"),
        pytest.param([("ben", "accept")], ("ben", "decline"), 409, id="yes, then no"),
        pytest.param([("ben", "accept")], ("ben", "leave"), 200, id="the end"),
        pytest.param([("ben", "decline")], ("ben", "accept"), 409, id="no, then yes"),
        pytest.param([("ben", "decline")], ("ana", "leave"), 409, id="it has ended"),
        pytest.param([], ("cleo", "accept"), 404, id="strangers see no invitation"),
        pytest.param([("ben", "accept")], ("cleo", "leave"), 403, id="strangers see, not act"),
    ],
)
def test_what_may_follow(verbs, last, status):
    ana, ben, cleo = player(), player(), player()
    clients = {"ana": api(ana), "ben": api(ben), "cleo": api(cleo)}
    partnership = found(clients["ana"], ben).json()
    for who, verb in verbs:
        assert act(clients[who], partnership, verb)[0] == 200
    assert act(clients[last[0]], partnership, last[1])[0] == status


def test_invitations_are_seen_only_by_the_invited():
    ana, ben, cleo = player(), player(), player()
    partnership = found(api(ana), ben).json()
    address = f"{PATH}/{partnership['id']}"
    assert [api(each).get(address).status_code for each in (ana, ben, cleo)] == [200, 200, 404]
    act(api(ben), partnership, "decline")
    assert api(cleo).get(address).status_code == 404
    listed = [api(each).get(f"{PATH}?state=ended").json()["results"] for each in (ben, cleo)]
    assert [len(entries) for entries in listed] == [1, 0]


def test_a_bot_accepts_for_itself():
    ana = player()
    engine = bot(ana)
    partnership = found(api(ana), engine).json()
    assert act(api(engine), partnership, "accept")[1]["state"] == "active"


def test_a_body_with_members_is_refused():
    ana, ben = player(), player()
    partnership = found(api(ana), ben).json()
    address = f"{PATH}/{partnership['id']}/accept"
    assert api(ben).post(address, {"really": True}).status_code == 400
