"""A published round is taken back, moved about and corrected, and all of it undone."""

from itertools import chain
from typing import Any

import pytest

from games.choices import GameStatus
from games.models import DueWork, Game
from tests import kept_worlds
from tests.depth import one_of
from tests.factories import api
from tests.tournaments.engine.simulation import checker
from tests.tournaments.nights import Night, night, table_of
from tests.tournaments.paper import code, paths
from tests.tournaments.scores import score
from tests.tournaments.undoing import bundle, kept, log
from tournaments.engine.bundle import bundle_read
from tournaments.models import Round, TableSeat
from tournaments.services.draws import round_draw
from tournaments.services.rounds import round_request

pytestmark = [pytest.mark.django_db, pytest.mark.full]

WHY = {"reason": "They sat down at the wrong table."}
FORMATS = one_of(2, ["swiss", "round_robin", "knockout", "rotating", "swiss_individual"])
Seated = dict[int, list[list[str]]]


def of(evening: Night, round_: Round, step: str, body: Any = None) -> Any:
    """A step of a round; the response."""
    return api(evening.director).post(f"/api/v1/rounds/{round_.pk}/{step}", body or {})


def move(evening: Night, round_: Round, number: int, sides: Any, **terms: Any) -> Any:
    at = f"/api/v1/rounds/{round_.pk}/tables/{number}"
    return api(evening.director).patch(at, {"sides": sides, **terms})


def correct(evening: Night, round_: Round, tables: Seated) -> Any:
    told = [{"number": number, "sides": sides} for number, sides in tables.items()]
    return of(evening, round_, "corrections", {"tables": told, **WHY})


def seated(round_: Round) -> Seated:
    """Entry ids by table and side."""
    tables: Seated = {}
    rows = round_.assignments.filter(table__isnull=False).order_by("side", "position")
    for each in rows.select_related("table"):
        assert each.table is not None
        assert each.side is not None
        sides = tables.setdefault(each.table.number, [])
        sides.extend([] for _ in range(each.side + 1 - len(sides)))
        sides[each.side].append(str(each.entry_id))
    return dict(sorted(tables.items()))


def swapped(tables: Seated) -> Seated:
    """The first of tables 1 and 2 in each other's place."""
    one, two = tables[1], tables[2]
    first = [[two[0][0], *one[0][1:]], *one[1:]]
    return {1: first, 2: [[one[0][0], *two[0][1:]], *two[1:]]}


def crossed(tables: Seated) -> Seated:
    """The first of table 1 in the place of the last of table 2."""
    one, two = tables[1], tables[2]
    last = [*two[:-1], [*two[-1][:-1], one[0][0]]]
    return {1: [[two[-1][-1], *one[0][1:]], *one[1:]], 2: last}


@kept_worlds.kept
def published(format_: str = "swiss", entries: int = 8, **given: Any) -> tuple[Night, Round]:
    rounds = 3 if entries > 4 else 2
    evening = night(entries, **{"format": format_, "rounds": rounds, "accounts": 0, **given})
    return evening, evening.next_round()


def settle(evening: Night, round_: Round) -> Round:
    """All results, and closed."""
    for table in round_.tables.all():
        score(evening, table, *range(1000, 1000 - 300 * len(seated(round_)[table.number]), -300))
    return evening.close(round_)


def sound(evening: Night) -> None:
    """The bundle has no fault, and comes back the same."""
    told = bundle(evening)
    assert checker.faults(told) == []
    assert bundle_read(told).tournament


@pytest.mark.parametrize("format_", FORMATS)
def test_a_round_is_unpublished_and_published_again_as_it_was(format_: str):
    evening = night(9 if "i" in format_[1:3] else 8, format=format_, accounts=0)
    draft = evening.draw()
    drafted = kept(evening)
    of(evening, draft, "publish")
    before = kept(evening)
    back = of(evening, draft, "unpublish", WHY)
    assert (back.status_code, back.json()["state"]) == (200, "draft")
    assert kept(evening) == drafted
    assert not TableSeat.objects.exists()
    assert api().get(f"/api/v1/rounds/{draft.pk}").status_code == 404, "players see no draft"
    assert of(evening, draft, "publish").status_code == 200
    assert kept(evening) == before
    assert log(evening)[-2:] == [("round_unpublished", WHY["reason"]), ("round_published", "")]


@kept_worlds.kept
def five(format_: str = "knockout") -> tuple[Night, Round]:
    """The fifth entry comes after the start, so that the publication adds a third round."""
    evening = night(4, format=format_, rounds=2, accounts=0)
    evening.enter(accounts=0)
    return evening, evening.next_round()


def test_unpublishing_keeps_the_number_of_rounds_that_a_director_chose_since():
    evening, round_ = five("swiss")
    assert api(evening.director).patch(evening.path, {"rounds": 4}).status_code == 200
    of(evening, round_, "unpublish", WHY)
    assert api().get(evening.path).json()["rounds"] == 4


def test_unpublishing_a_knockout_takes_back_the_round_that_its_bracket_added():
    evening, round_ = five()
    assert api().get(evening.path).json()["rounds"] == 3
    of(evening, round_, "unpublish", WHY)
    assert api().get(evening.path).json()["rounds"] == 2


def test_a_round_with_a_sheet_is_not_unpublished():
    evening, round_ = published()
    score(evening, table_of(round_, 2), 500, 100)
    refused = of(evening, round_, "unpublish")
    assert code(refused) == (409, "results_entered")
    assert refused.json()["facts"] == {"tables": [2]}


def test_a_draft_and_a_closed_round_are_not_unpublished():
    evening = night(4)
    assert code(of(evening, evening.draw(), "unpublish")) == (409, "wrong_state")
    evening, round_ = published(entries=4)
    settle(evening, round_)
    assert code(of(evening, round_, "unpublish")) == (409, "wrong_state")


def test_a_round_that_was_moved_about_is_unpublished_as_it_was_drafted():
    evening = night(8, accounts=0)
    draft = evening.draw()
    drafted = kept(evening)
    of(evening, draft, "publish")
    move(evening, draft, 1, swapped(seated(draft))[1])
    of(evening, draft, "unpublish")
    assert kept(evening) == drafted


@pytest.mark.parametrize("format_", FORMATS)
def test_two_change_places_after_the_publication_and_back(format_: str):
    evening, round_ = published(format_)
    before, was = kept(evening), seated(round_)
    now = swapped(was)
    answer = move(evening, round_, 1, now[1], reason="They share a car.")
    assert answer.status_code == 200, answer.content
    assert {n: seated(round_)[n] for n in now} == now
    locks = [each for each in answer.json()["locks"] if each["after_publication"]]
    assert [(each["table"], each["sides"]) for each in locks] == list(now.items())
    sitting = TableSeat.objects.filter(table__round=round_, table__number=1, seat=0).get()
    assert str(sitting.entry_id) == now[1][0][0]
    sound(evening)
    assert move(evening, round_, 1, was[1]).status_code == 200
    assert kept(evening) == before
    assert [act for act, _ in log(evening)][-2:] == ["table_reseated"] * 2


def test_an_entry_with_a_bye_comes_to_a_table_after_the_publication_and_leaves_it():
    evening, round_ = published(entries=7)
    before, was = kept(evening), seated(round_)
    idle = str(round_.assignments.get(table=None).entry_id)
    move(evening, round_, 2, [[idle], was[2][1]])
    assert str(round_.assignments.get(table=None).entry_id) == was[2][0][0]
    assert len(Round.objects.get().locks) == 2
    sound(evening)
    move(evening, round_, 2, was[2])
    assert kept(evening) == before


def test_what_was_locked_in_the_draft_is_locked_again_when_all_is_as_before():
    evening = night(8, accounts=0)
    draft = evening.draw()
    move(evening, draft, 1, swapped(seated(draft))[1], reason="Wish")
    of(evening, draft, "publish")
    before, was = kept(evening), seated(draft)
    move(evening, draft, 1, swapped(was)[1])
    move(evening, draft, 1, was[1])
    assert kept(evening) == before


def test_who_plays_at_another_table_keeps_the_handicap_they_began_with():
    """Though the ratings, a night later, would give another one."""
    evening, round_ = published(handicap=True)
    round_.tables.update(start_scores=[0, 300])
    assert move(evening, round_, 1, swapped(seated(round_))[1]).status_code == 200
    scores = dict(round_.tables.values_list("number", "start_scores"))
    assert scores == {1: None, 2: None, 3: [0, 300], 4: [0, 300]}


def test_a_table_with_a_result_keeps_who_sits_there():
    evening, round_ = published()
    score(evening, table_of(round_, 2), 500, 100)
    was, version = seated(round_), evening.version()
    refused = move(evening, round_, 1, swapped(was)[1])
    assert code(refused) == (409, "results_entered")
    assert refused.json()["facts"] == {"tables": [2]}
    assert (seated(round_), evening.version()) == (was, version)
    assert move(evening, round_, 3, [was[4][0], was[3][1]]).status_code == 200


def test_who_is_kept_apart_meets_only_by_override_and_reason_also_then():
    evening, round_ = published()
    sides = swapped(seated(round_))[1]
    wish = {"forbidden": [{"entries": [sides[0][0], sides[1][0]], "as": "opponents"}]}
    assert api(evening.director).patch(evening.path, wish).status_code == 200
    assert code(move(evening, round_, 1, sides)) == (422, "forbidden_pair")
    assert move(evening, round_, 1, sides, override=True, reason="So be it").status_code == 200
    sound(evening)


@pytest.mark.parametrize("format_", FORMATS)
def test_who_really_sat_there_is_corrected_and_the_results_stay_with_their_side(format_: str):
    evening, round_ = published(format_)
    settle(evening, round_)
    before, was = kept(evening), seated(round_)
    points = {table.number: table.last_result for table in round_.tables.all()}
    answer = correct(evening, round_, crossed(was))
    assert answer.status_code == 200, answer.content
    assert {n: seated(round_)[n] for n in (1, 2)} == crossed(was)
    assert {table.number: table.last_result for table in round_.tables.all()} == points
    assert kept(evening)["standings"] != before["standings"]
    sound(evening)
    assert correct(evening, round_, {n: was[n] for n in (1, 2)}).status_code == 200
    assert kept(evening) == before
    assert log(evening)[-2:] == [("seats_corrected", WHY["reason"])] * 2


def test_the_log_reads_who_sat_where_before_and_after():
    evening, round_ = published(entries=4)
    was = seated(round_)
    correct(evening, round_, swapped(was))
    number = {str(entry.pk): entry.number for entry in evening.entries}
    newest = api().get(f"{evening.path}/events?limit=1").json()["results"][0]
    assert newest["type"] == "seats_corrected"
    assert newest["facts"]["round"] == 1
    assert newest["facts"]["tables"][0] == {
        "number": 1,
        "before": [[number[one] for one in side] for side in was[1]],
        "after": [[number[one] for one in side] for side in swapped(was)[1]],
    }


def test_a_pair_that_was_drawn_a_bye_sat_at_a_table():
    evening, round_ = published(entries=5)
    before, was = kept(evening), seated(round_)
    idle = str(round_.assignments.get(table=None).entry_id)
    assert correct(evening, round_, {1: [[idle], was[1][1]]}).status_code == 200
    assert str(round_.assignments.get(table=None).entry_id) == was[1][0][0]
    sound(evening)
    correct(evening, round_, {1: was[1]})
    assert kept(evening) == before


def test_a_correction_names_every_table_concerned():
    evening, round_ = published()
    refused = correct(evening, round_, {1: swapped(seated(round_))[1]})
    assert (refused.status_code, paths(refused)) == (400, ["tables"])
    assert "table 2" in refused.json()["detail"]


@pytest.mark.parametrize(
    "tables",
    [
        pytest.param(lambda was: {9: was[1]}, id="a table that there is not"),
        pytest.param(lambda was: {1: [was[1][0], was[1][0]]}, id="an entry twice"),
        pytest.param(lambda was: {1: [[*was[1][0], *was[1][1]], was[2][0]]}, id="too many"),
        pytest.param(
            lambda was: {
                1: [[str(TableSeat().pk or "0" * 8 + "-0000-4000-8000-" + "0" * 12)], was[1][1]]
            },
            id="nobody",
        ),
    ],
)
def test_a_correction_that_does_not_fit_changes_nothing(tables: Any):
    evening, round_ = published()
    before, version = kept(evening), evening.version()
    assert correct(evening, round_, tables(seated(round_))).status_code == 400
    assert (kept(evening), evening.version()) == (before, version)


def test_a_later_draft_is_drawn_again_after_a_correction():
    evening, first = published()
    settle(evening, first)
    draft = evening.draw()
    correct(evening, first, swapped(seated(first)))
    assert code(of(evening, draft, "publish")) == (409, "draft_outdated")
    asked = of(evening, draft, "redraw").json()
    assert round_draw(round_id=draft.pk, step=Round.objects.get(pk=asked["id"]).step)
    assert of(evening, draft, "publish").status_code == 200
    sound(evening)


def test_a_round_unpublished_after_a_correction_is_drawn_again_with_the_tables_that_it_had():
    evening, first = published()
    settle(evening, first)
    second = evening.next_round()
    had = seated(second)
    correct(evening, first, swapped(seated(first)))
    of(evening, second, "unpublish", WHY)
    assert code(of(evening, second, "publish")) == (409, "draft_outdated")
    for number, sides in had.items():
        assert move(evening, second, number, sides).status_code == 200
    asked = of(evening, second, "redraw").json()
    assert round_draw(round_id=second.pk, step=Round.objects.get(pk=asked["id"]).step)
    assert of(evening, second, "publish").status_code == 200
    assert seated(second) == had
    sound(evening)


@pytest.mark.parametrize("format_", ["swiss", "rotating"])
def test_a_round_that_was_played_meanwhile_stays(format_: str):
    """Also when the correction is taken back: the later round was drawn in between."""
    evening, first = published(format_)
    settle(evening, first)
    was = seated(first)
    correct(evening, first, swapped(was))
    second = evening.next_round()
    sound(evening)
    correct(evening, first, {n: was[n] for n in (1, 2)})
    assert evening.tournament.rounds.get(pk=second.pk).published_version
    sound(evening)


def test_a_correction_after_a_draw_goes_back_exactly_whatever_was_corrected_before_the_draw():
    """Only where the draw used a correction does a lock show it."""
    evening, first = published()
    settle(evening, first)
    was = seated(first)
    correct(evening, first, swapped(was))
    evening.next_round()
    before = kept(evening)
    others = {3: [was[4][0], was[3][1]], 4: [was[3][0], was[4][1]]}
    assert correct(evening, first, others).status_code == 200
    assert correct(evening, first, {number: was[number] for number in others}).status_code == 200
    assert kept(evening) == before
    sound(evening)


def test_a_closed_round_reopens_and_the_draft_after_it_is_dropped():
    evening, first = published()
    before = kept(evening)
    settle(evening, first)
    evening.draw()
    opened = of(evening, first, "reopen", WHY)
    assert (opened.status_code, opened.json()["state"]) == (200, "published")
    assert log(evening)[-1] == ("round_reopened", WHY["reason"])
    assert len(kept(evening)["rounds"]) == len(before["rounds"]) == 1
    evening.close(first)
    assert evening.next_round().number == 2
    sound(evening)


def test_reopening_and_closing_is_as_if_nothing_was():
    evening, first = published()
    settle(evening, first)
    before = kept(evening)
    of(evening, first, "reopen")
    of(evening, first, "close")
    assert kept(evening) == before


def test_a_draw_that_is_under_way_when_the_round_reopens_draws_nothing():
    evening, first = published()
    settle(evening, first)
    asked = round_request(tournament_id=evening.tournament.id, by=evening.director)
    of(evening, first, "reopen")
    assert not round_draw(round_id=asked.id, step=asked.step)
    assert not DueWork.objects.filter(subject=asked.id).exists()


def test_a_round_before_a_published_one_does_not_reopen():
    evening, first = published()
    settle(evening, first)
    evening.next_round()
    refused = of(evening, first, "reopen")
    assert code(refused) == (409, "later_round_published")
    assert refused.json()["facts"] == {"round": 2}


def online(**given: Any) -> tuple[Night, Round]:
    return published(entries=4, accounts=2, venue="online", **given)


def games(round_: Round) -> dict[int, Game]:
    return {
        table.number: table.game for table in round_.tables.select_related("game") if table.game
    }


def test_online_tables_of_an_unpublished_round_end_and_are_dealt_new_cards():
    evening, round_ = online()
    dealt = games(round_)
    assert of(evening, round_, "unpublish").status_code == 200
    ended = Game.objects.filter(pk__in=[game.pk for game in dealt.values()])
    assert {game.status for game in ended} == {GameStatus.ABANDONED}
    assert not DueWork.objects.filter(subject=round_.pk).exists()
    assert of(evening, round_, "publish").status_code == 200
    again = games(round_)
    assert again.keys() == dealt.keys()
    assert not {game.pk for game in again.values()} & {game.pk for game in dealt.values()}
    assert {game.status for game in again.values()} == {GameStatus.ACTIVE}


def test_an_unpublished_round_on_shared_deals_promises_others():
    evening, round_ = online(duplicate=True)
    promised = api().get(f"/api/v1/rounds/{round_.pk}").json()["deals"]["commitments"]
    back = of(evening, round_, "unpublish").json()
    assert not set(back["deals"]["commitments"]) & set(promised)
    assert of(evening, round_, "publish").status_code == 200
    assert code(move(evening, round_, 1, swapped(seated(round_))[1])) == (409, "deals_for_all")


def test_online_players_change_tables_while_no_hand_is_over():
    evening, round_ = online()
    dealt = games(round_)
    answer = move(evening, round_, 1, swapped(seated(round_))[1])
    assert answer.status_code == 200, answer.content
    for game in dealt.values():
        game.refresh_from_db()
        assert game.status == GameStatus.ABANDONED
    now = games(round_)
    assert {game.status for game in now.values()} == {GameStatus.ACTIVE}
    for table in round_.tables.all():
        people = {seat.member.player_id for seat in table.seats.select_related("member")}
        sitting = now[table.number].stints.filter(to_version=None)
        assert people == set(sitting.values_list("player", flat=True))


def test_at_a_running_online_table_nobody_is_corrected():
    evening, round_ = online()
    assert code(correct(evening, round_, swapped(seated(round_)))) == (409, "tables_at_play")


def test_everything_is_the_directors():
    evening, round_ = published(accounts=1)
    player = api(next(iter(evening.players.values())))
    for step in ("unpublish", "reopen", "corrections"):
        answer = player.post(f"/api/v1/rounds/{round_.pk}/{step}", {})
        assert code(answer) == (403, "not_director")


def test_nobody_is_lost_by_any_of_it():
    evening, round_ = published(entries=7)
    everybody = {str(entry.pk) for entry in evening.entries}
    move(evening, round_, 1, swapped(seated(round_))[1])
    correct(evening, round_, {3: seated(round_)[3][::-1]})
    here = set(chain.from_iterable(chain.from_iterable(seated(round_).values())))
    idle = {str(each.entry_id) for each in round_.assignments.filter(table=None)}
    assert here | idle == everybody
