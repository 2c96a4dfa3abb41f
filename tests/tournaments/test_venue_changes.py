"""A night that goes on in another way: with cards in hand when the network fails, and back."""

from typing import Any

import pytest

from tests.factories import api
from tests.tournaments.engine.simulation import checker
from tests.tournaments.evenings import Evening
from tournaments.engine.drawing import draw_round
from tournaments.models import Round
from tournaments.services.draws import round_draw

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def online(entries: int = 4, *, accounts: int = 0, **given: Any) -> Evening:
    return Evening(entries, accounts=accounts, **{"venue": "online", "hands_per_round": 1, **given})


def go(evening: Evening, venue: str, *, status: int = 200) -> Any:
    """Send the tournament's new venue."""
    return evening.patch(
        f"/tournaments/{evening.night.tournament.id}", {"venue": venue}, status=status
    )


def venues(evening: Evening, round_: Any) -> list[str]:
    return [table["venue"] for table in evening.round(round_)["tables"]]


def choose(evening: Evening, round_: Any, number: int, venue: str, *, status: int = 200) -> Any:
    path = f"/rounds/{round_['id']}/tables/{number}"
    return evening.patch(path, {"venue": venue}, status=status)


def test_when_the_network_fails_the_draft_is_played_with_cards_in_hand():
    evening = online()
    round_ = evening.draft()
    assert venues(evening, round_) == ["online", "online"]
    assert go(evening, "table")["venue"] == "table"
    published = evening.publish(round_)
    assert {(each["venue"], each["game"]) for each in published["tables"]} == {("table", None)}
    evening.close(published)
    assert venues(evening, evening.play()) == ["table", "table"]


def test_one_table_without_an_account_plays_with_cards_and_the_others_online():
    evening = online(4, accounts=2)
    evening.night.enter(accounts=0)
    evening.night.enter(accounts=2)
    round_ = evening.draft()
    problem = evening.publish(round_, status=409)
    [number] = problem["facts"]["tables"]
    assert problem["code"] == "accounts_missing"
    two = [each.member.name for each in evening.night.entries[4].stints.all()]
    assert problem["facts"]["names"] == sorted(two)
    assert all(name in problem["detail"] for name in two), "it names the people"
    refused = choose(evening, round_, number, "table", status=400)
    assert "mixed" in refused["detail"], "it says what to do first"
    go(evening, "mixed")
    assert venues(evening, round_) == ["online"] * 3, "each stays where it is"
    choose(evening, round_, number, "table")
    tables = evening.publish(round_)["tables"]
    assert [each["number"] for each in tables if each["game"] is None] == [number]


def test_what_accounts_missing_says_is_what_a_director_can_do():
    problems = api(None).get("/problems/accounts_missing").content.decode()
    assert "mixed" in problems


def test_tables_chosen_one_by_one_stay_so_when_the_round_is_drawn_again():
    evening = online()
    round_ = evening.draft()
    go(evening, "mixed")
    choose(evening, round_, 2, "table")
    assert venues(evening, evening.redraw(round_)) == ["online", "table"]


@pytest.mark.parametrize("away", ["table", "mixed"])
def test_the_same_call_takes_the_change_back_and_the_log_names_both(away: str):
    evening = online()
    round_ = evening.draft()
    go(evening, away)
    go(evening, "online")
    assert venues(evening, round_) == ["online", "online"]
    log = evening.director.get(f"{evening.night.path}/events").json()["results"]
    assert [each["text"].removesuffix(", by Director") for each in log[1::-1]] == [
        f"Monday: venue from online to {away}",
        f"Monday: venue from {away} to online",
    ]


def test_a_night_of_cards_goes_online_between_two_rounds():
    evening = Evening(4, accounts=2, hands_per_round=1)
    first = evening.play()
    go(evening, "online")
    second = evening.publish(evening.draft())
    assert all(each["game"] for each in second["tables"])
    assert venues(evening, first) == ["table", "table"], "what was played stays as it was"
    assert checker.faults(evening.export()) == []


def test_the_venue_does_not_change_while_a_round_is_open_until_it_is_taken_back():
    evening = online(4, accounts=2)
    round_ = evening.publish(evening.draft())
    problem = go(evening, "table", status=409)
    assert (problem["code"], problem["facts"]) == ("round_open", {"round": 1})
    assert venues(evening, round_) == ["online", "online"]
    evening.post(f"/rounds/{round_['id']}/unpublish", {"reason": "No network."})
    go(evening, "table")
    published = evening.publish(round_)
    assert [each["game"] for each in published["tables"]] == [None, None]


@pytest.mark.parametrize("venue", ["table", "mixed"])
def test_a_night_of_the_same_deals_stays_online_and_the_refusal_says_why(venue: str):
    evening = online(duplicate=True)
    round_ = evening.draft()
    problem = go(evening, venue, status=422)
    assert [each["path"] for each in problem["errors"]] == ["duplicate"]
    assert "same deals at every table need" in problem["detail"]
    assert venues(evening, round_) == ["online", "online"]


def test_house_bots_keep_their_table_online_in_a_mixed_night():
    evening = online(7, format="rotating", house_bots="novice", rounds=2)
    problem = go(evening, "table", status=422)
    assert "bots play online: choose online or mixed" in problem["detail"].lower()
    round_ = evening.draft()
    go(evening, "mixed")
    bots = [table["number"] for table in evening.round(round_)["tables"] if has_bot(table)]
    assert choose(evening, round_, bots[0], "table", status=400)["errors"][0]["path"] == "venue"


def has_bot(table: Any) -> bool:
    return "bot" in [each["kind"] for side in table["sides"] for each in side["players"]]


def test_a_draw_under_way_has_the_new_venue(monkeypatch: pytest.MonkeyPatch):
    evening = online()
    asked = evening.post(f"/tournaments/{evening.night.tournament.id}/rounds", status=202)
    row, changes = Round.objects.get(pk=asked["id"]), ["table"]

    def slow(*given: Any) -> Any:
        drawn = draw_round(*given)
        if changes:
            go(evening, changes.pop())
        return drawn

    monkeypatch.setattr("tournaments.services.draws.draw_round", slow)
    assert round_draw(round_id=row.pk, step=row.step)
    assert venues(evening, asked) == ["table", "table"]


def test_the_venue_of_a_night_that_is_over_does_not_change():
    evening = online()
    evening.post(f"/tournaments/{evening.night.tournament.id}/finish", {"rounds": "as_played"})
    assert go(evening, "table", status=409)["code"] == "wrong_state"


def test_players_do_not_choose_the_venue():
    evening = online(4, accounts=2)
    someone = next(iter(evening.night.players.values()))
    answer = api(someone).patch(evening.night.path, {"venue": "table"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_director")
