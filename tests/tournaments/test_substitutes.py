"""A substitute in the round that is being played: the table goes on, the result is the entry's."""

from typing import Any

import pytest

from tests.factories import api, player
from tests.tournaments.clubs import guests_add
from tests.tournaments.engine.simulation import checker
from tests.tournaments.nights import night, table_of
from tests.tournaments.paper import OTHER, Paper, code, paths
from tests.tournaments.undoing import bundle, kept, log
from tournaments.engine.bundle import bundle_read
from tournaments.models import Entry, TableSeat, Tournament
from tournaments.services.joining import club_join

pytestmark = [pytest.mark.django_db, pytest.mark.full]

ROOT = "/api/v1"


@pytest.fixture
def paper() -> Paper:
    return Paper(accounts=2)


def entry_at(paper: Paper, side: int = 0) -> Entry:
    """The entry on that side of the table."""
    return paper.table.assignments.get(side=side).entry


def substitute(paper: Paper, out: Any, coming: Any, **when: Any) -> Any:
    """Let a member sit for another at the table's first side; the response."""
    body = {"out": str(out), "member": str(coming), "from_round": 1, **when}
    at = f"{ROOT}/entries/{entry_at(paper).pk}/substitutes"
    return api(paper.night.director).post(at, body)


def first_of(paper: Paper) -> Any:
    """Who sits at the table's first seat."""
    return TableSeat.objects.get(table=paper.table, seat=0).member


def newcomer(paper: Paper, name: str = "Sub") -> Any:
    """A member with an account who plays nowhere."""
    return club_join(code=paper.night.club.join_code, player=player(name)).member


def stints(paper: Paper) -> list[tuple[str, Any, Any, Any, Any, Any]]:
    told = api().get(f"{ROOT}/entries/{entry_at(paper).pk}").json()["tenures"]
    return [
        (t["player"]["name"], t["for"] and t["for"]["name"], t["first"], t["first_hand"],
         t["last"], t["last_hand"])
        for t in told
    ]  # fmt: skip


def test_a_player_is_relieved_between_two_hands_and_the_newcomer_enters_the_sheet(paper: Paper):
    out, comes = first_of(paper), newcomer(paper)
    answer = substitute(paper, out.pk, comes.pk, from_hand=2)
    assert answer.status_code == 201, answer.content
    assert stints(paper)[:2] == [
        (out.name, None, 1, None, 1, 1),
        ("Sub", out.name, 1, 2, None, None),
    ]
    assert first_of(paper) == comes
    at = f"{paper.path}/score-sheets"
    sheet = {"hands": OTHER}
    assert code(api(out.player).post(at, sheet)) == (403, "not_seated")
    entered = api(comes.player).post(at, sheet)
    assert entered.status_code == 201
    assert paper.judge("other", entered).status_code == 201


def test_the_result_is_the_entrys_and_ratings_leave_the_table_out(paper: Paper):
    substitute(paper, first_of(paper).pk, newcomer(paper).pk, from_hand=2)
    for table in paper.round.tables.all():
        paper.at(table)
        for _ in range(2):
            paper.enter("director")
    paper.night.close(paper.round)
    told = bundle(paper.night)
    assert checker.faults(told) == []
    assert bundle_read(told).tournament.rounds[0].tables[0].players
    tables = {each["entry"]: each["tables"] for each in told["ratings"]}
    assert sorted(tables.values()) == [0, 0, 1, 1]
    assert len(told["standings"]) == 4
    assert all(row["metrics"][0]["value"] for row in told["standings"])


def test_for_this_round_only_the_player_is_back_in_the_next(paper: Paper):
    out = first_of(paper)
    substitute(paper, out.pk, newcomer(paper).pk, from_hand=2, to_round=1)
    assert stints(paper)[:3] == [
        (out.name, None, 1, None, 1, 1),
        ("Sub", out.name, 1, 2, 1, None),
        (out.name, None, 2, None, None, None),
    ]


@pytest.mark.parametrize(
    "when",
    [
        pytest.param({}, id="from the first hand"),
        pytest.param({"from_hand": 2}, id="from the second"),
        pytest.param({"to_round": 1}, id="for the round"),
        pytest.param({"from_hand": 2, "to_round": 2}, id="from the second, for two rounds"),
    ],
)
def test_sent_the_other_way_round_it_is_undone_exactly(paper: Paper, when: dict[str, int]):
    before, out, comes = kept(paper.night), first_of(paper), newcomer(paper)
    assert substitute(paper, out.pk, comes.pk, **when).status_code == 201
    assert kept(paper.night) != before
    last = {"to_round": when["to_round"]} if "to_round" in when else {}
    assert substitute(paper, comes.pk, out.pk, **last).status_code == 201
    assert kept(paper.night) == before
    assert [act for act, _ in log(paper.night)][-2:] == ["substitute_added"] * 2


def test_who_comes_for_a_substitute_that_never_sat_replaces_who_was_entered(paper: Paper):
    out, comes, other = first_of(paper), newcomer(paper), newcomer(paper, "Other")
    substitute(paper, out.pk, comes.pk, from_round=2)
    before = kept(paper.night)
    assert substitute(paper, comes.pk, other.pk, from_round=2).status_code == 201
    assert stints(paper)[1][1] == out.name
    assert substitute(paper, other.pk, comes.pk, from_round=2).status_code == 201
    assert kept(paper.night) == before


def test_who_comes_back_to_the_table_has_two_stints_at_it(paper: Paper):
    out, comes = first_of(paper), newcomer(paper)
    Tournament.objects.update(hands_per_round=4)
    substitute(paper, out.pk, comes.pk, from_hand=2)
    assert substitute(paper, comes.pk, out.pk, from_hand=4).status_code == 201
    assert stints(paper)[:3] == [
        (out.name, None, 1, None, 1, 1),
        ("Sub", out.name, 1, 2, 1, 3),
        (out.name, None, 1, 4, None, None),
    ]
    assert bundle_read(bundle(paper.night)).tournament
    early = substitute(paper, out.pk, comes.pk, from_hand=3)
    assert (early.status_code, paths(early)) == (400, ["from_hand"])


WHY = {"reason": "She went home, nobody told us."}


def settle(paper: Paper, *, close: bool = False) -> None:
    """Confirm every table's result, and close the round."""
    at = paper.table
    for table in paper.round.tables.all():
        paper.at(table)
        for _ in range(2):
            paper.enter("director")
    paper.at(at)
    if close:
        paper.night.close(paper.round)


@pytest.mark.parametrize(
    ("close", "refusal"),
    [
        pytest.param(False, "result_confirmed", id="at a table whose result is confirmed"),
        pytest.param(True, "round_published", id="in a round that is closed"),
    ],
)
class TestAfterwards:
    """The director learns after the round that somebody else had sat there."""

    def test_a_slip_without_a_reason_changes_nothing(self, paper: Paper, close: bool, refusal: str):
        settle(paper, close=close)
        before = kept(paper.night)
        answer = substitute(paper, first_of(paper).pk, newcomer(paper).pk)
        assert code(answer) == (409, refusal)
        assert kept(paper.night) == before

    def test_with_a_reason_it_is_recorded_who_really_sat(
        self, paper: Paper, close: bool, refusal: str
    ):
        settle(paper, close=close)
        out, comes = first_of(paper), newcomer(paper)
        answer = substitute(paper, out.pk, comes.pk, from_hand=2, to_round=1, **WHY)
        assert answer.status_code == 201, answer.content
        assert first_of(paper) == comes
        assert stints(paper)[:3] == [
            (out.name, None, 1, None, 1, 1),
            ("Sub", out.name, 1, 2, 1, None),
            (out.name, None, 2, None, None, None),
        ]
        told = bundle(paper.night)
        assert checker.faults(told) == []
        assert sorted(each["tables"] for each in told["ratings"]) == [0, 0, 1, 1]
        assert log(paper.night)[-1] == ("substitute_added", WHY["reason"])

    @pytest.mark.parametrize("when", [{}, {"from_hand": 2}, {"to_round": 1}])
    def test_sent_the_other_way_round_it_is_undone_exactly(
        self, paper: Paper, close: bool, refusal: str, when: dict[str, int]
    ):
        settle(paper, close=close)
        before, out, comes = kept(paper.night), first_of(paper), newcomer(paper)
        assert substitute(paper, out.pk, comes.pk, **when, **WHY).status_code == 201
        assert kept(paper.night) != before
        back = {name: value for name, value in when.items() if name != "from_hand"}
        assert substitute(paper, comes.pk, out.pk, **back, **WHY).status_code == 201
        assert (kept(paper.night), first_of(paper)) == (before, out)

    def test_nobody_is_recorded_who_is_no_member(self, paper: Paper, close: bool, refusal: str):
        settle(paper, close=close)
        stranger = player("Stranger")
        body = {"out": str(first_of(paper).pk), "player": str(stranger.pk), "from_round": 1}
        at = f"{ROOT}/entries/{entry_at(paper).pk}/substitutes"
        answer = api(paper.night.director).post(at, body | WHY)
        assert (answer.status_code, paths(answer)) == (400, ["player"])
        assert not stranger.invitations.exists()

    def test_nor_who_sat_at_another_table(self, paper: Paper, close: bool, refusal: str):
        settle(paper, close=close)
        elsewhere = TableSeat.objects.get(table=table_of(paper.round, 2), seat=0)
        paper.night.change(elsewhere.entry, withdrawn=True)
        answer = substitute(paper, first_of(paper).pk, elsewhere.member_id, to_round=1, **WHY)
        assert code(answer) == (409, "already_entered")


def test_several_rounds_are_corrected_at_once_after_the_end_but_not_in_the_archive(paper: Paper):
    night, out, comes = paper.night, first_of(paper), newcomer(paper)
    settle(paper, close=True)
    second = night.next_round()
    for table in second.tables.all():
        paper.at(table)
        for _ in range(2):
            paper.enter("director")
    night.close(second)
    director = api(night.director)
    assert director.post(f"{night.path}/finish", {"rounds": "as_played"}).status_code == 200
    paper.at(table_of(paper.round))
    sat = TableSeat.objects.filter(round__tournament=night.tournament, member=comes)
    for last, rounds in ((1, [1]), (None, [1, 2])):
        when = {"to_round": last, **WHY}
        assert substitute(paper, out.pk, comes.pk, **when).status_code == 201
        assert sorted(sat.values_list("round__number", flat=True)) == rounds
        if last:
            assert substitute(paper, comes.pk, out.pk, **when).status_code == 201
    assert checker.faults(bundle(night)) == []
    assert api(night.admin).post(f"{night.path}/archive").status_code == 200
    assert code(substitute(paper, comes.pk, out.pk, **WHY)) == (409, "archived")


def test_nobody_who_sits_at_another_table_is_a_substitute(paper: Paper):
    """Nor after their own entry has withdrawn: they hold cards there."""
    elsewhere = TableSeat.objects.get(table=table_of(paper.round, 2), seat=0)
    taken = substitute(paper, first_of(paper).pk, elsewhere.member_id, from_hand=2)
    assert code(taken) == (409, "already_entered")
    paper.night.change(elsewhere.entry, withdrawn=True)
    taken = substitute(paper, first_of(paper).pk, elsewhere.member_id, from_hand=2)
    assert code(taken) == (409, "already_entered")


def test_an_entry_with_a_bye_is_substituted_too():
    evening = night(5, publish=True)
    round_ = evening.tournament.rounds.get()
    idle = round_.assignments.get(table=None).entry
    out, (comes,) = idle.stints.all()[0].member, guests_add(evening.club, "Sub")
    body = {"out": str(out.pk), "member": str(comes.pk), "from_round": 1}
    answer = api(evening.director).post(f"{ROOT}/entries/{idle.pk}/substitutes", body)
    assert answer.status_code == 201, answer.content
    assert checker.faults(bundle(evening)) == []


def test_who_sat_only_for_the_first_hands_still_played_the_night(paper: Paper):
    season = api(paper.night.director).post(
        f"{ROOT}/clubs/{paper.night.club.pk}/seasons", {"name": "Winter", "best": 3}
    )
    api(paper.night.director).patch(paper.night.path, {"season": season.json()["id"]})
    out = first_of(paper)
    substitute(paper, out.pk, newcomer(paper).pk, from_hand=2)
    paper.judge("other", paper.enter("director"))
    paper.enter("director")
    page = api().get(f"{ROOT}/seasons/{season.json()['id']}/standings").json()
    assert str(out.public_id) in {row["player"] for row in page["results"]}


@pytest.mark.parametrize(
    ("when", "path"),
    [
        pytest.param({"from_round": 99}, "from_round", id="a round beyond the last"),
        pytest.param({"from_round": 2, "to_round": 1}, "to_round", id="an end before the start"),
        pytest.param({"from_hand": 3}, "from_hand", id="a hand beyond the last"),
        pytest.param({"from_round": 2, "from_hand": 2}, "from_hand", id="of no published round"),
    ],
)
def test_hands_and_rounds_that_there_are_not(paper: Paper, when: dict[str, int], path: str):
    answer = substitute(paper, first_of(paper).pk, newcomer(paper).pk, **when)
    assert (answer.status_code, paths(answer)) == (400, [path])


@pytest.mark.parametrize("why", [{}, WHY], ids=["without a reason", "with a reason"])
def test_a_removed_member_is_restored_before_they_substitute(paper: Paper, why: dict[str, str]):
    [gone] = guests_add(paper.night.club, "Gone")
    path = f"{ROOT}/clubs/{paper.night.club.pk}/members/{gone.pk}"
    assert api(paper.night.admin).delete(path).status_code == 204
    if why:
        settle(paper, close=False)
    told = substitute(paper, first_of(paper).pk, gone.pk, **why).json()
    assert [each["path"] for each in told["errors"]] == ["member"]
    assert "/restore" in told["errors"][0]["detail"]


def test_a_substitute_in_the_round_is_the_directors(paper: Paper):
    body = {"out": str(first_of(paper).pk), "member": str(newcomer(paper).pk), "from_round": 1}
    at = f"{ROOT}/entries/{entry_at(paper).pk}/substitutes"
    assert code(paper.clients["one"].post(at, body)) == (403, "not_director")
