"""A director takes back what was entered for a table by a slip, as if nothing had been."""

# ruff: noqa: RUF001  the dash of figures
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from games.choices import GameStatus
from games.models import DueWork, Game
from games.services.abandon import game_abandon
from samba_service.accounts.models import Player
from samba_service.kit.errors import NotThere
from tests.contract.shapes import conforms
from tests.factories import api
from tests.tournaments.clubs import guests_add
from tests.tournaments.engine.simulation import checker
from tests.tournaments.nights import Night, night, player_at, seen_now, table_of
from tests.tournaments.online_table import Online
from tests.tournaments.paper import COUNTED, OTHER, Paper, code
from tests.tournaments.shared import shared_round
from tests.tournaments.test_act_texts import audit
from tests.tournaments.test_rounds_undone import move, of, seated, swapped
from tests.tournaments.undoing import bundle, kept, log
from tournaments.engine.tournament import TournamentState
from tournaments.models import Result, Table, Tournament
from tournaments.services.draws import round_draw
from tournaments.services.results import game_result_record, round_collect
from tournaments.services.score_sheets import sheet_confirm

pytestmark = [pytest.mark.django_db, pytest.mark.full]

ROOT = "/api/v1"
WHY = {"reason": "wrong table"}
AWARD: dict[str, Any] = {"end": "awarded", "award": [1200, 800], "winner": 0}


@pytest.fixture
def paper() -> Paper:
    return Paper()


@pytest.fixture
def online() -> Online:
    return Online(hands_per_round=1)


def take_back(held: Night, table: Table, **body: Any) -> Any:
    return api(held.director).post(f"{ROOT}/tables/{table.pk}/take-back", body or WHY)


def decide(held: Night, table: Table, **body: Any) -> Any:
    at = f"{ROOT}/tables/{table.pk}/corrections"
    answer = api(held.director).post(at, {"reason": "misread", **seen_now(table.pk), **body})
    assert answer.status_code == 201, answer.content
    return answer


def begin_again(held: Night, table: Table) -> Any:
    return api(held.director).post(f"{ROOT}/tables/{table.pk}/game", WHY)


def test_a_sheet_of_the_wrong_table_does_not_keep_a_round_from_being_a_draft_again(paper: Paper):
    drafted = kept(paper.night)
    paper.enter("one")
    refused = of(paper.night, paper.round, "unpublish")
    assert code(refused) == (409, "results_entered")
    assert "`/take-back` of the table takes back what was entered" in refused.json()["detail"]

    answer = take_back(paper.night, paper.table)

    assert answer.status_code == 200, answer.content
    conforms("tables_take_back", answer.json())
    assert (answer.json()["result"], answer.json()["versions"]) == (None, [])
    assert answer.json()["version"] == paper.night.version()
    assert kept(paper.night) == drafted
    assert log(paper.night)[-1] == ("result_taken_back", WHY["reason"])
    assert of(paper.night, paper.round, "unpublish").status_code == 200


def test_nor_does_it_keep_two_from_changing_places(paper: Paper):
    paper.enter("one")
    sides = swapped(seated(paper.round))[1]
    refused = move(paper.night, paper.round, 1, sides)
    assert code(refused) == (409, "results_entered")
    take_back(paper.night, paper.table)
    assert move(paper.night, paper.round, 1, sides).status_code == 200


HISTORIES: list[Callable[[Paper], Any]] = [
    lambda paper: paper.enter("one"),
    lambda paper: (paper.enter("one"), paper.enter("other")),
    lambda paper: (paper.enter("one"), paper.enter("other", OTHER)),
    lambda paper: (paper.enter("one"), paper.correct(hands=OTHER), paper.correct(end="void")),
    lambda paper: paper.correct(**AWARD),
    lambda paper: paper.correct(end="forfeit", winner=1),
    lambda paper: paper.correct(hands=COUNTED),
]


@pytest.mark.parametrize(
    "enter", HISTORIES,
    ids=["sheet", "confirmed", "disputed", "changed twice", "award", "forfeit", "correction"],
)  # fmt: skip
def test_whatever_was_entered_the_night_is_as_if_nothing_had_been(paper: Paper, enter):
    before, ranked = kept(paper.night), standings(paper)
    enter(paper)
    assert kept(paper.night) != before
    assert take_back(paper.night, paper.table).status_code == 200
    assert (kept(paper.night), standings(paper)) == (before, ranked)
    assert paper.disputes() == []
    assert checker.faults(bundle(paper.night)) == []
    closing = of(paper.night, paper.round, "close")
    assert code(closing) == (409, "results_missing")
    assert closing.json()["facts"]["tables"][0] == 1
    assert paper.enter("one").json()["status"] == "entered", "the players begin again"


def standings(paper: Paper) -> Any:
    return api().get(f"{paper.night.path}/standings").json()["results"]


def test_a_table_takes_a_substitute_again_once_its_result_is_taken_back(paper: Paper):
    paper.enter("one")
    paper.enter("other")
    entry = paper.table.seats.get(seat=0).entry
    out = entry.stints.exclude(member__player=None).get().member
    [new] = guests_add(paper.night.club, "Zoe")
    body = {"out": str(out.public_id), "member": str(new.pk), "from_round": 1}
    at = f"{ROOT}/entries/{entry.pk}/substitutes"
    assert code(api(paper.night.director).post(at, body)) == (409, "result_confirmed")
    take_back(paper.night, paper.table)
    assert api(paper.night.director).post(at, body).status_code == 201


def test_an_online_table_that_was_void_by_a_slip_is_played_after_all(online: Online):
    table, former = online.table, online.game
    decide(online.night, table, end="void")
    refused = begin_again(online.night, table)
    assert code(refused) == (409, "results_entered")
    assert "/take-back" in refused.json()["detail"]
    assert take_back(online.night, table).status_code == 200
    assert online.game == former, "the game that the decision ended stays ended"

    assert begin_again(online.night, table).status_code == 201

    assert online.game != former
    assert online.game.status == GameStatus.ACTIVE
    assert DueWork.objects.filter(kind="collect", subject=online.round.pk).exists()
    online.bots(until_hand=2)
    round_collect(round_id=online.round.pk)
    assert [each.kind for each in table.results.all()] == ["game"]


def test_an_online_round_is_a_draft_again_although_a_table_was_void_by_a_slip(online: Online):
    decide(online.night, online.table, end="void")
    assert code(of(online.night, online.round, "unpublish")) == (409, "results_entered")
    take_back(online.night, online.table)
    assert of(online.night, online.round, "unpublish").status_code == 200


def test_what_the_tables_own_game_brought_is_corrected_and_not_taken_back(online: Online):
    online.bots(until_hand=2)
    assert game_result_record(game_id=online.game.pk) or online.table.results.exists()
    for _ in range(2):
        refused = take_back(online.night, online.table)
        assert code(refused) == (409, "played_online")
        decide(online.night, online.table, **AWARD)


def test_an_award_that_came_before_the_result_of_a_game_that_was_over_gives_way_to_it(
    online: Online,
):
    online.bots(until_hand=2)
    assert online.game.status == GameStatus.FINISHED
    table = online.table
    assert not table.results.exists(), "no worker has been here"
    decide(online.night, table, **AWARD)
    round_collect(round_id=online.round.pk)
    DueWork.objects.filter(kind="collect").delete()

    take_back(online.night, table)

    assert DueWork.objects.filter(kind="collect", subject=online.round.pk).exists()
    round_collect(round_id=online.round.pk)
    assert [each.kind for each in table.results.all()] == ["game"]
    assert audit(online.night)[-1].startswith("round 1, table 1: the game ended ")


def test_a_closed_round_reopens_first():
    held = night(4, publish=True)
    round_ = held.tournament.rounds.get()
    for table in round_.tables.all():
        decide(held, table, **AWARD)
    of(held, round_, "close")
    table = table_of(round_)
    refused = take_back(held, table)
    assert code(refused) == (409, "wrong_state")
    assert refused.json()["detail"].endswith("it must be published; `/reopen` opens it again.")
    of(held, round_, "reopen", WHY)
    assert take_back(held, table).status_code == 200


def test_nothing_is_taken_back_of_a_night_that_is_over(paper: Paper):
    paper.enter("one")
    director = api(paper.night.director)
    director.patch(paper.night.path, {"state": "cancelled"})
    refused = take_back(paper.night, paper.table)
    assert code(refused) == (409, "wrong_state")
    assert refused.json()["facts"] == {"state": "cancelled", "allowed": ["running"]}
    director.post(f"{paper.night.path}/reopen", WHY)
    assert take_back(paper.night, paper.table).status_code == 200


def test_there_must_be_something_to_take_back_and_a_reason(paper: Paper):
    before = paper.night.version()
    assert code(take_back(paper.night, paper.table)) == (409, "no_result")
    paper.enter("one")
    for body in ({}, {"reason": ""}, {**WHY, "version": 3}):
        answer = api(paper.night.director).post(f"{paper.path}/take-back", body)
        assert answer.status_code == 400
    take_back(paper.night, paper.table)
    assert code(take_back(paper.night, paper.table)) == (409, "no_result")
    assert paper.night.version() == before + 2


@pytest.mark.parametrize("who", ["anonymous", "outsider", "elsewhere", "one"])
def test_only_a_director_withdraws_a_result(paper: Paper, who: str):
    paper.enter("one")
    before, client = paper.state(), paper.clients.get(who) or paper.strangers[who]
    refusal = (401, "not_authenticated") if who == "anonymous" else (403, "not_director")
    assert code(client.post(f"{paper.path}/take-back", WHY)) == refusal
    playing = api(paper.night.director, "tournaments:play")
    assert code(playing.post(f"{paper.path}/take-back", WHY)) == (403, "insufficient_scope")
    assert paper.state() == before


def test_a_retry_with_the_same_key_and_a_version_that_has_moved_on_take_nothing_back(paper: Paper):
    paper.enter("one")
    director, at = api(paper.night.director), f"{paper.path}/take-back"
    seen = director.get(paper.path)["ETag"]
    paper.enter("other")
    assert director.post(at, WHY, headers={"If-Match": seen}).status_code == 412
    once = {"Idempotency-Key": "once"}
    first = director.post(at, WHY, headers=once)
    paper.enter("one")
    again = director.post(at, WHY, headers=once)
    assert (again.status_code, again.content) == (200, first.content)
    assert paper.read()["result"] is not None


def test_a_sheet_that_was_taken_back_can_be_neither_confirmed_nor_disputed(paper: Paper):
    sheet = paper.enter("one")
    take_back(paper.night, paper.table)
    assert code(paper.judge("other", sheet)) == (404, "not_found")
    assert code(paper.judge("other", sheet, "dispute", reason="No")) == (404, "not_found")
    by = player_at(paper.table, 1)
    with pytest.raises(NotThere):
        sheet_confirm(result_id=sheet.json()["id"], by=by, directing=False)


@pytest.fixture
def mara() -> Paper:
    paper = Paper()
    Player.objects.filter(pk=paper.night.director.pk).update(display_name="Mara")
    return paper


def test_the_log_shows_what_was_taken_back_and_begins_again_after_it(mara: Paper):
    held, table = mara.night, mara.table
    decide(held, table, hands=COUNTED)
    decide(held, table, **AWARD)
    take_back(held, table)
    decide(held, table, hands=OTHER)
    decide(held, table, end="void")
    take_back(held, table)
    at = "round 1, table 1: "
    told = [
        f"{at}2,980–1,625 recorded, by Mara: misread",
        f"{at}2,980–1,625 became an award of 12.00–8.00, by Mara: misread",
        f"{at}an award of 12.00–8.00 taken back, by Mara: wrong table",
        f"{at}2,880–1,625 recorded, by Mara: misread",
        f"{at}2,880–1,625 became void, by Mara: misread",
        f"{at}void taken back, by Mara: wrong table",
    ]
    assert audit(held)[-6:] == told

    of(held, mara.round, "unpublish")
    of(held, mara.round, "redraw")
    mara.round.refresh_from_db()
    assert round_draw(round_id=mara.round.pk, step=mara.round.step)
    assert not Table.objects.filter(pk=table.pk).exists(), "a table that is gone is no obstacle"
    assert [each for each in audit(held) if each.startswith(at)] == told


def test_no_figure_of_it_is_shown_while_another_table_plays_the_same_deals():
    at = shared_round()
    decide(at.night, at.tables[1], **AWARD)
    take_back(at.night, at.tables[1])
    assert audit(at.night)[-2:] == [
        "round 1, table 1: the result changed, by Director: misread",
        "round 1, table 1: the result taken back, by Director: wrong table",
    ]
    assert at.told(at.client(2), own=2) == []
    assert code(begin_again(at.night, at.tables[1])) == (409, "deals_for_all")
    for table in at.tables.values():
        decide(at.night, table, **AWARD)
    assert "an award of 12.00" in audit(at.night)[-3]


CHANGES = {
    "its points": "UPDATE tournaments_result SET points = '{0, 0}'",
    "its reason, as it is taken back": (
        "UPDATE tournaments_result SET table_id = NULL, taken_back_from = table_id, reason = 'x'"
    ),
    "taken back from another table": (
        "UPDATE tournaments_result SET table_id = NULL, taken_back_from = id"
    ),
    "taken from its table without a trace": "UPDATE tournaments_result SET table_id = NULL",
    "of a table and taken back": "UPDATE tournaments_result SET taken_back_from = table_id",
    "nothing": "UPDATE tournaments_result SET reason = reason",
    "deleted": "DELETE FROM tournaments_result",
}


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES.keys())
def test_the_database_lets_no_other_change_of_a_result_through(paper: Paper, statement: str):
    paper.enter("one")
    before = list(Result.objects.values())
    with pytest.raises(IntegrityError, match="append-only"):
        execute(statement)
    assert list(Result.objects.values()) == before


BACK = {
    "given back": (
        "UPDATE tournaments_result SET table_id = taken_back_from, taken_back_from = NULL"
    ),
    "taken back once more": "UPDATE tournaments_result SET table_id = NULL, taken_back_from = NULL",
    "of no table": "UPDATE tournaments_result SET taken_back_from = id",
    "deleted": "DELETE FROM tournaments_result",
}


@pytest.mark.parametrize("statement", BACK.values(), ids=BACK.keys())
def test_what_was_taken_back_stays_so_and_stays_there(paper: Paper, statement: str):
    paper.enter("one")
    [before] = Result.objects.values()
    take_back(paper.night, paper.table)
    changed = {"table_id": None, "taken_back_from": paper.table.pk}
    assert list(Result.objects.values()) == [before | changed]
    with pytest.raises(IntegrityError, match="append-only"):
        execute(statement)


@pytest.mark.parametrize("of", [{}, {"table_id": 1, "taken_back_from": 1}], ids=["none", "both"])
def test_a_result_belongs_to_a_table_or_was_taken_back_from_one(paper: Paper, of: dict[str, int]):
    paper.enter("one")
    paper.enter("other")
    result = paper.table.results.first()
    assert result is not None
    result.pk, result.version, result.table_id = uuid4(), 1, None
    for name in of:
        setattr(result, name, paper.table.pk)
    with pytest.raises(IntegrityError, match="result_of_a_table_or_taken_back"):
        result.save(force_insert=True)


def execute(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_two_change_places_at_online_tables_whose_games_a_director_has_ended():
    at = Online(4, hands_per_round=2)
    at.bots(until_hand=2)
    sides, table = swapped(seated(at.round))[1], at.table
    assert code(move(at.night, at.round, 1, sides)) == (409, "hands_played")
    game_abandon(game_id=at.game.pk, by=at.night.director, reason="Others should sit here.")

    answer = move(at.night, at.round, 1, sides)

    assert answer.status_code == 200, answer.content
    assert seated(at.round)[1] == sides
    games = Game.objects.filter(table__round=at.round)
    assert [game.status for game in games] == [GameStatus.ACTIVE] * 2
    assert at.table.game_id != table.game_id


def test_on_the_same_deals_a_night_that_was_called_off_goes_on_by_corrections():
    at = shared_round()
    at.play(1, hands=1)
    director = api(at.night.director)
    director.patch(at.night.path, {"state": "cancelled"})
    director.post(f"{at.night.path}/reopen", WHY)
    assert Tournament.objects.get().state == TournamentState.RUNNING

    refused = begin_again(at.night, at.tables[2])

    assert code(refused) == (409, "deals_for_all")
    assert (
        "while no hand was played and no result is entered, `/unpublish`"
        in (refused.json()["detail"])
    )
    assert "after that, `/corrections` of the table gives it a result" in refused.json()["detail"]
    stuck = of(at.night, at.round, "unpublish")
    assert code(stuck) == (409, "hands_played")
    assert "`/corrections` gives a table its result" in stuck.json()["detail"]
    for table in at.tables.values():
        decide(at.night, table, hands=COUNTED)
    assert of(at.night, at.round, "close").status_code == 200
