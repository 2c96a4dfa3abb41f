"""The end of a tournament, and how a director undoes it."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import DueWork
from tests.factories import api
from tests.tournaments.engine.simulation import checker
from tests.tournaments.evenings import Evening
from tests.tournaments.nights import Night, night, tournament_cancel
from tests.tournaments.paper import code
from tests.tournaments.scores import score
from tests.tournaments.undoing import kept, log
from tournaments.models import Round, Tournament
from tournaments.services.draws import round_draw
from tournaments.services.publication import round_publish
from tournaments.services.results import round_collect
from tournaments.services.rounds import round_request
from tournaments.services.seasons import season_create

pytestmark = [pytest.mark.django_db, pytest.mark.full]

WHY = {"reason": "One table was forgotten."}
EARLY = {"rounds": "as_played"}


def step(evening: Night, name: str, body: Any) -> Any:
    return api(evening.director).post(f"{evening.path}/{name}", body)


def played(evening: Night) -> Round:
    """The next round, closed."""
    round_ = evening.next_round()
    for table in round_.tables.all():
        score(evening, table, 1000, 200)
    return evening.close(round_)


def test_a_list_of_nights_that_have_ended_takes_no_more_queries_for_more_of_them():
    found = []
    evening = night(4)
    for _ in range(2):
        played(evening)
        step(evening, "finish", EARLY)
        with CaptureQueriesContext(connection) as queries:
            listed = api(evening.director).get(f"/api/v1/tournaments?club={evening.club.pk}").json()
        found.append((len(listed["results"]), len(queries)))
        evening = night(4, at=evening)
    assert found == [(1, found[0][1]), (2, found[0][1])]


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_list_shows_a_night_that_ended_early_as_it_reads_by_itself(rounds: int):
    evening = night(4, rounds=3, minimum_rounds=3)
    for _ in range(rounds):
        played(evening)
    evening.draw()
    step(evening, "finish", EARLY)
    client = api(evening.director)
    listed = client.get(f"/api/v1/tournaments?club={evening.club.pk}").json()["results"]
    assert listed == [client.get(evening.path).json()]
    assert (listed[0]["state"], listed[0]["minimum_rounds"]) == ("finished", rounds)


def test_a_night_with_rounds_left_ends_only_if_the_director_says_so():
    evening = night(4)
    played(evening)
    refused = step(evening, "finish", {})
    assert code(refused) == (409, "rounds_left")
    assert refused.json()["facts"] == {"rounds": 3, "played": 1}
    assert step(evening, "finish", EARLY).json()["state"] == "finished"


def test_a_night_whose_rounds_are_played_just_ends():
    evening = night(4, rounds=1)
    played(evening)
    assert step(evening, "finish", {}).json()["state"] == "finished"


def test_even_as_played_no_round_is_left_open():
    evening = night(4, publish=True)
    assert code(step(evening, "finish", EARLY)) == (409, "round_open")


def test_how_it_ends_is_a_word_that_there_is():
    evening = night(4)
    answer = step(evening, "finish", {"rounds": "all"})
    assert code(answer) == (400, "invalid_fields")


def test_a_finished_night_reopens_as_it_was_and_goes_on():
    evening = night(4)
    played(evening)
    before = kept(evening)
    step(evening, "finish", EARLY)
    reopened = step(evening, "reopen", WHY)
    assert (reopened.json()["state"], reopened.json()["finished_at"]) == ("running", None)
    seed = before["tournament"].pop("seed"), reopened.json()["seed"]
    after = kept(evening)
    assert seed == (None, after["tournament"].pop("seed")), "a secret that is out stays out"
    assert after == before
    assert log(evening)[-1] == ("tournament_reopened", WHY["reason"])
    assert played(evening).number == 2


@pytest.mark.parametrize("state", ["draft", "open", "running"])
def test_a_cancelled_tournament_reopens_in_the_state_it_had(state: str):
    evening = night(4, start=state == "running", state="draft" if state == "draft" else "open")
    before = kept(evening)
    tournament_cancel(tournament_id=evening.tournament.id, by=evening.director)
    assert step(evening, "reopen", WHY).json()["state"] == state
    assert kept(evening) == before


def test_what_is_not_over_is_not_reopened():
    assert code(step(night(4), "reopen", WHY)) == (409, "wrong_state")


def test_a_reason_is_needed_to_reopen():
    assert step(night(4), "reopen", {}).status_code == 400


def test_a_draw_that_was_lost_with_the_end_is_made_after_it():
    evening = night(4)
    asked = round_request(tournament_id=evening.tournament.id, by=evening.director)
    step(evening, "finish", EARLY)
    assert not round_draw(round_id=asked.id, step=asked.step)
    assert not DueWork.objects.filter(kind="draw").exists()
    step(evening, "reopen", WHY)
    work = DueWork.objects.get(kind="draw", subject=asked.id)
    assert round_draw(round_id=asked.id, step=work.step)


def test_online_tables_of_a_reopened_night_are_looked_after_again():
    evening = night(4, accounts=2, venue="online", hands_per_round=None, minutes_per_round=60)
    later = timezone.now() + timedelta(hours=1)
    round_ = round_publish(round_id=evening.draw().id, by=evening.director, starts_at=later)
    work = DueWork.objects.filter(subject=round_.id)
    planned = set(work.values_list("kind", flat=True))
    tournament_cancel(tournament_id=evening.tournament.id, by=evening.director)
    round_collect(round_id=round_.id)
    assert set(work.values_list("kind", flat=True)) < planned
    step(evening, "reopen", WHY)
    assert set(work.values_list("kind", flat=True)) == planned


def ranks(evening: Evening) -> dict[int, int | None]:
    return {number: row["rank"] for number, row in evening.standings().items()}


def test_a_draft_is_no_round_that_a_night_which_ended_early_needs_to_rank_anybody():
    evening = night(8, accounts=0, format="rotating", rounds=6)
    played(evening)
    evening.draw()
    assert step(evening, "finish", EARLY).json()["minimum_rounds"] == 1
    assert api(evening.director).get(evening.path).json()["minimum_rounds"] == 1
    assert api().get(f"{evening.path}/export").json()["tournament"]["minimum_rounds"] == 1


@pytest.mark.parametrize("format_", ["rotating", "swiss_individual"])
def test_who_played_all_of_an_individual_night_that_ended_early_is_ranked(format_: str):
    evening = Evening(8, format=format_, rounds=6)
    night_ = evening.night
    season = season_create(
        club_id=night_.club.pk, by=night_.director, name="Winter", counted_nights=8
    )
    Tournament.objects.filter(pk=night_.tournament.pk).update(season=season)
    path = f"/tournaments/{night_.tournament.id}"
    evening.play()
    evening.tell(8, withdrawn=True)
    evening.play()
    assert {*ranks(evening).values()} == {None}, "three of six rounds make a rank"
    evening.post(f"{path}/finish", EARLY)
    assert [number for number, rank in ranks(evening).items() if rank is None] == [8]
    told = evening.export()
    assert checker.faults(told) == []
    assert told["tournament"]["minimum_rounds"] == 2
    assert api(night_.director).get(night_.path).json()["minimum_rounds"] == 2
    then = api().get(f"{night_.path}/standings?as_of={told['rounds'][1]['drawn']}").json()
    assert {row["rank"] for row in then["results"]} == {None}, "one round is too few, then too"
    [held] = api(night_.director).get(f"/api/v1/seasons/{season.pk}/standings").json()["nights"]
    assert len(held["winners"]) >= 1
    assert evening.post(f"{path}/reopen", WHY)["minimum_rounds"] == 3
    assert {*ranks(evening).values()} == {None}
