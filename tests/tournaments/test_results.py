"""Results of paper tables: entered by one side, confirmed or disputed by the other."""

import pytest

from tests.contract.shapes import conforms
from tests.tournaments.nights import table_of
from tests.tournaments.paper import COUNTED, OTHER, TOTALS, Paper, code, hand
from tournaments.models import Result, Tournament
from tournaments.models.audit import AuditEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper() -> Paper:
    return Paper()


def test_a_sheet_counts_once_the_other_side_has_confirmed_it(paper: Paper):
    entered = paper.enter()
    assert entered.status_code == 201
    assert entered.json()["status"] == "entered"
    assert entered.json()["points"] == [2980, 1625]
    assert entered.json()["next_minimum"] == [90, 90]
    conforms("tables_score_sheets_create", entered.json())
    confirmed = paper.judge("other", entered)
    assert (confirmed.status_code, confirmed.json()["status"]) == (201, "confirmed")
    conforms("score_sheets_confirm", confirmed.json())
    table = paper.read()
    conforms("tables_read", table)
    assert [each["status"] for each in table["versions"]] == ["entered", "confirmed"]
    result = table["result"]
    assert result == table["versions"][-1]
    assert (result["winner"], result["sambas"], result["hands"]) == (0, [1, 0], COUNTED)
    assert sum(result["scores"]) == 2000
    assert [result["by"]["side"], result["by"]["director"]] == [1, False]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(COUNTED, COUNTED, id="line by line"),
        pytest.param(COUNTED, TOTALS, id="the second by totals"),
        pytest.param(TOTALS, COUNTED, id="the first by totals"),
    ],
)
def test_the_same_from_both_sides_is_confirmed_with_what_either_entered(
    paper: Paper, first, second
):
    assert paper.enter("one", first).json()["status"] == "entered"
    assert paper.enter("other", second).json()["status"] == "confirmed"
    assert paper.kinds() == ["sheet", "confirmation"]
    assert paper.read()["result"]["sambas"] == [1, 0]


def test_hands_that_differ_are_no_agreement_though_the_points_are_the_same(paper: Paper):
    paper.enter("one", TOTALS)
    assert paper.enter("other", TOTALS[::-1]).json()["status"] == "disputed"


def test_different_sheets_are_disputed_until_a_side_gives_in(paper: Paper):
    paper.enter("one")
    assert paper.disputes() == []
    assert paper.enter("other", OTHER).json()["status"] == "disputed"
    assert paper.disputes() == [paper.table.number]
    assert paper.enter("one", OTHER).json()["status"] == "confirmed"
    assert paper.disputes() == []
    assert paper.read()["result"]["points"] == [2880, 1625]


def test_while_the_sides_do_not_agree_a_new_sheet_does_not_end_the_dispute(paper: Paper):
    sheet = paper.enter("one")
    paper.judge("other", sheet, "dispute", reason="The samba was ours")
    assert paper.enter("one").json()["status"] == "disputed"
    assert paper.disputes() == [paper.table.number]
    assert paper.enter("other").json()["status"] == "confirmed"


def test_a_dispute_has_its_reason_and_keeps_the_sheet(paper: Paper):
    sheet = paper.enter("one")
    disputed = paper.judge("other", sheet, "dispute", reason="The samba was ours")
    assert disputed.status_code == 201
    conforms("score_sheets_dispute", disputed.json())
    answer = disputed.json()
    assert (answer["status"], answer["points"], answer["next_minimum"]) == (
        "disputed",
        [2980, 1625],
        None,
    )
    result = paper.read()["result"]
    assert (result["reason"], result["hands"]) == ("The samba was ours", None)
    assert code(paper.judge("director", disputed)) == (409, "no_figures")


def test_a_dispute_may_have_figures_that_the_other_side_confirms(paper: Paper):
    sheet = paper.enter("one")
    disputed = paper.judge("other", sheet, "dispute", reason="Look at hand 1", hands=OTHER)
    assert code(paper.judge("other", disputed)) == (403, "own_sheet")
    assert paper.judge("one", disputed).json()["status"] == "confirmed"
    assert paper.read()["result"]["points"] == [2880, 1625]


@pytest.mark.parametrize("kept", ["one", "other"])
def test_a_director_decides_a_dispute_for_either_side(paper: Paper, kept):
    sheets = {"one": paper.enter("one"), "other": paper.enter("other", OTHER)}
    assert paper.judge("director", sheets[kept]).json()["status"] == "confirmed"
    assert paper.read()["result"]["points"] == sheets[kept].json()["points"]
    assert paper.disputes() == []


def test_a_director_disputes_what_both_sides_might_confirm(paper: Paper):
    sheet = paper.enter("one")
    paper.judge("director", sheet, "dispute", reason="I saw another score")
    assert code(paper.judge("other", sheet)) == (409, "result_disputed")
    assert paper.enter("other").json()["status"] == "disputed"
    assert paper.judge("director", sheet).json()["status"] == "confirmed"


def test_a_director_who_disputed_their_own_sheet_confirms_it_after_all(paper: Paper):
    sheet = paper.enter("director")
    disputed = paper.judge("director", sheet, "dispute", reason="Misread?")
    assert disputed.json()["status"] == "disputed"
    assert code(paper.judge("one", sheet)) == (409, "result_disputed"), "until the director says so"
    assert code(paper.judge("director", disputed)) == (409, "no_figures")
    assert paper.disputes() == [1]
    assert paper.judge("director", sheet).json()["status"] == "confirmed"
    assert paper.disputes() == []
    assert paper.read()["result"]["points"] == [2980, 1625]


@pytest.mark.parametrize("who", ["other", "director"])
def test_a_side_that_disputes_the_sheet_of_another_keeps_its_own(paper: Paper, who):
    own, theirs = paper.enter("one"), paper.enter("other", OTHER)
    paper.judge("one", theirs, "dispute", reason="A hundred too few")
    assert paper.judge(who, own).json()["status"] == "confirmed", "the other side gives in"
    assert paper.read()["result"]["points"] == [2980, 1625]


def test_nobody_confirms_or_disputes_the_sheet_of_their_own_side(paper: Paper):
    sheet = paper.enter("one")
    before = paper.state()
    assert code(paper.judge("one", sheet)) == (403, "own_sheet")
    assert code(paper.judge("one", sheet, "dispute", reason="No")) == (403, "own_sheet")
    assert paper.state() == before


def test_a_new_sheet_by_the_same_side_replaces_the_former(paper: Paper):
    first = paper.enter("one", OTHER)
    second = paper.enter("one", COUNTED)
    assert second.json()["status"] == "entered"
    assert code(paper.judge("other", first)) == (409, "sheet_superseded")
    assert code(paper.judge("other", first, "dispute", reason="No")) == (409, "sheet_superseded")
    assert paper.judge("other", second).status_code == 201
    assert [each["points"] for each in paper.read()["versions"]] == [
        [2880, 1625],
        [2980, 1625],
        [2980, 1625],
    ]


def test_only_the_director_changes_what_is_confirmed(paper: Paper):
    sheet = paper.enter("one")
    confirmed = paper.judge("other", sheet)
    before = paper.state()
    for who in ("one", "other", "director"):
        assert code(paper.enter(who, OTHER)) == (409, "result_confirmed")
    assert code(paper.judge("other", confirmed)) == (403, "own_sheet")
    assert code(paper.judge("one", confirmed)) == (409, "result_confirmed")
    assert code(paper.judge("other", sheet)) == (409, "result_confirmed")
    assert code(paper.judge("other", sheet, "dispute", reason="No")) == (409, "result_confirmed")
    assert paper.state() == before


def test_a_director_confirms_by_saying_it_twice(paper: Paper):
    assert paper.enter("director").json()["status"] == "entered"
    assert paper.enter("director", OTHER).json()["status"] == "entered"
    assert paper.enter("director", OTHER).json()["status"] == "confirmed"
    assert [each["by"]["side"] for each in paper.read()["versions"]] == [None] * 3


def test_a_director_confirms_a_sheet_by_entering_the_same(paper: Paper):
    paper.enter("one")
    paper.enter("other", OTHER)
    assert paper.enter("director", OTHER).json()["status"] == "confirmed"


def test_a_side_confirms_the_sheet_of_a_director(paper: Paper):
    sheet = paper.enter("director")
    assert paper.judge("one", sheet).json()["status"] == "confirmed"


def test_every_step_is_on_record_without_names(paper: Paper):
    paper.judge("other", paper.enter("one"), "dispute", reason="The samba was ours")
    log = AuditEntry.objects.filter(tournament=paper.night.tournament).order_by("version")
    entered, disputed = list(log)[-2:]
    assert [entered.act, disputed.act] == ["sheet_entered", "sheet_disputed"]
    assert disputed.reason == "The samba was ours"
    results = Result.objects.filter(table=paper.table)
    assert [entered.version, disputed.version] == [each.version for each in results]
    assert disputed.facts == {
        "round": 1, "table": str(paper.table.id), "number": 1, "result": str(results[1].id),
        "kind": "dispute", "end": "played",
    }  # fmt: skip


def test_an_imported_sheet_that_was_never_judged_agrees_with_none(paper: Paper):
    sheet = paper.enter("one")
    row = Result.objects.get(pk=sheet.json()["id"])
    Result.objects.create(
        table=paper.table, version=paper.night.version() + 1, at=row.at, kind="sheet", end="played",
        by=row.by, side=0, points=[1, 2], winner=1, hands=[hand(1, 2)],
    )  # fmt: skip
    own = paper.clients["one"].get(f"{paper.night.path}/my-table")
    assert (own.status_code, own.json()["next_minimum"]) == (200, None)
    AuditEntry.objects.create(
        club=paper.night.club, tournament=paper.night.tournament, at=row.at, act="imported",
        version=paper.night.version() + 1,
    )  # fmt: skip
    Tournament.objects.update(version=paper.night.version() + 1)
    assert paper.enter("other", COUNTED).json()["status"] == "disputed"


def test_of_three_sides_two_do_not_confirm_over_the_third():
    paper = Paper(10, format="rotating", table_seats=[4, 6])
    paper.at(next(table for table in paper.round.tables.all() if table.seats.count() == 6))
    three = [hand(1000, 500, 250), hand(0, 100, 200)]
    sheet = paper.enter("one", three)
    assert sheet.json()["points"] == [1000, 600, 450]
    paper.enter("third", [hand(1000, 500, 350), hand(0, 100, 200)])
    assert code(paper.judge("other", sheet)) == (409, "result_disputed"), "another has a sheet"
    paper.judge("third", sheet, "dispute", reason="We had more")
    assert code(paper.judge("other", sheet)) == (409, "result_disputed")
    assert paper.enter("other", three).json()["status"] == "disputed"
    assert paper.enter("third", three).json()["status"] == "confirmed"
    conforms("tables_read", paper.read())


def test_a_round_includes_its_tables_results(paper: Paper):
    paper.enter("one")
    (first, second) = (
        paper.clients["director"].get(f"/api/v1/rounds/{paper.round.id}").json()["tables"]
    )
    assert first["result"] == paper.read()["result"]
    assert first["result"]["status"] == "entered"
    assert second["result"] is None


def test_a_player_writes_a_limited_number_of_sheets_at_a_table(
    settings,
):
    settings.SAMBA_SHEETS_OF_PLAYER = 3
    paper = Paper()
    paper.enter("one", COUNTED)
    sheet = paper.enter("other", OTHER)
    assert paper.judge("one", sheet, "dispute", reason="We had more").status_code == 201
    assert paper.correct("director", end="void").status_code == 201
    take_back = f"{paper.path}/take-back"
    assert paper.clients["director"].post(take_back, {"reason": "A slip"}).status_code == 200
    assert paper.enter("one", COUNTED).status_code == 201
    sheet, before = paper.enter("other", OTHER), paper.state()
    refused = paper.enter("one", OTHER)
    assert code(refused) == (409, "too_many")
    assert refused.json()["facts"]["limit"] == 3
    assert "ask a director" in refused.json()["detail"]
    assert code(paper.judge("one", sheet, "dispute", reason="No")) == (409, "too_many")
    assert paper.state() == before
    for total in (2000, 2010, 2020, 2030):
        assert paper.enter("director", [hand(total, 340), hand(620, 1285)]).status_code == 201


def test_who_has_written_all_their_sheets_still_confirms(settings):
    settings.SAMBA_SHEETS_OF_PLAYER = 1
    paper = Paper()
    paper.enter("one", COUNTED)
    sheet = paper.enter("other", OTHER)
    assert paper.judge("one", sheet).json()["status"] == "confirmed"
    paper.at(table_of(paper.round, 2))
    assert paper.enter("one", COUNTED).status_code == 201, "another account"
    assert paper.enter("other", COUNTED).json()["status"] == "confirmed"
    paper.night.close(paper.round)
    paper.at(table_of(paper.night.next_round()))
    assert [paper.enter(who).status_code for who in ("one", "other")] == [201, 201], "other tables"
