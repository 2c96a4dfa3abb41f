"""All tables of a round play the same deals: nothing of them is shown before the last ends."""

import random
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.engine import verify_shuffle
from games.models import Game
from games.selectors import deal_sets, games
from games.selectors.hands import hands_list
from tests.contract.shapes import conforms
from tests.factories import api, bot, player
from tests.games.tables import row
from tests.games_api.test_lobby import refused
from tests.kept_worlds import kept
from tests.tournaments.shared import GAMES, ROOT, SharedRound, shared_night, shared_round
from tournaments.engine.results import End
from tournaments.models import Member, Round
from tournaments.selectors import bundle, rounds, standings
from tournaments.services.draws import round_draw
from tournaments.services.entries import entry_add
from tournaments.services.joining import club_join
from tournaments.services.publication import round_publish
from tournaments.services.results import result_award
from tournaments.services.rounds import round_redraw
from tournaments.services.table_games import games_deal

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def finish_in_random_order(pairs: int, seed: int) -> tuple[SharedRound, list[str]]:
    """A whole round; what leaked on the way to outsiders and to those who have finished."""
    rng, at = random.Random(seed), shared_round(pairs)
    order = rng.sample(sorted(at.tables), len(at.tables))
    found: list[str] = []
    for number in order:
        at.play(number, 1)
    for place, number in enumerate(order[:-1]):
        at.play(number)
        found += leaked(at, number, rng.choice(order[place + 1 :]), place)
    at.play(order[-1])
    return at, found


def leaked(at: SharedRound, ended: int, running: int, place: int) -> Iterator[str]:
    """The calls that show something of two tables too early; `place` selects who looks where."""
    assert row(at.game(ended).id).status == "finished"
    outsider = api() if place % 2 else api(player("Eve", is_staff=True))
    director, done, busy = api(at.night.director), at.client(ended), at.client(running)
    looks = [(outsider, running), (done, running), (busy, ended), (director, running)]
    yield from at.shown(*looks[place % 4], scores=False)
    yield from at.told(done, own=ended)
    yield from at.told(busy, own=running) if place % 2 else at.told(outsider)
    yield from at.told(director, directing=True) if place % 3 == 1 else []


@pytest.mark.parametrize("tables", [5, pytest.param(8, marks=pytest.mark.slow)])
def test_nothing_of_any_table_is_shown_before_the_last_ends_and_then_all_verify(tables: int):
    at, found = finish_in_random_order(2 * tables, seed=5)

    assert found == []
    reader = api(at.night.director)
    promised = api().get(at.path).json()["deals"]["commitments"]
    orders = []
    for number in at.tables:
        game = f"{GAMES}/{at.game(number).id}"
        proofs = [reader.get(f"{game}/hands/{hand}/proof").json() for hand in (1, 2)]
        assert [verify_shuffle.verify(proof) for proof in proofs] == [[], []]
        assert [proof["commitment"] for proof in proofs] == promised
        orders.append([proof["order"] for proof in proofs])
        assert verify_shuffle.verify_record(reader.get(f"{game}/record").json()) == []
    assert all(order == orders[0] for order in orders)
    assert len(orders) == tables


@pytest.mark.parametrize(
    ("module", "check", "value"),
    [
        pytest.param(deal_sets, "deal_set_is_open", True, id="sets are never closed"),
        pytest.param(games, "deals_embargoed", False, id="outsiders look on"),
        pytest.param(standings, "rounds_at_play", frozenset(), id="standings count all rounds"),
        pytest.param(rounds, "tables_at_play", [], id="tables tell their results"),
        pytest.param(bundle, "rounds_at_play", frozenset(), id="bundles have all results"),
        pytest.param(rounds, "tables_at_play", [], id="rounds are compared early"),
    ],
)
def test_a_check_that_is_dropped_is_missed(monkeypatch, module, check: str, value: Any) -> None:
    """The control: the search finds what each check keeps back."""
    at = of_two_tables()
    monkeypatch.setattr(module, check, lambda _: value)
    assert next(leaked(at, ended=1, running=2, place=0), None) is not None


def test_the_search_finds_what_a_paper_prints():
    """Another control: a director who does not play reads results, on paper too."""
    at = of_two_tables()
    papers = [f"{at.night.path}/{paper}" for paper in ("round.pdf", "standings.csv")]
    for reader, finds in ((api(at.night.director), [True, False]), (api(), [False, False])):
        assert [at.prints(reader.get(paper)) for paper in papers] == finds
    at.play(2)
    assert [at.prints(api().get(paper)) for paper in papers] == [True, True]


@pytest.fixture
def at() -> SharedRound:
    return of_two_tables()


@kept
def of_two_tables() -> SharedRound:
    """The first has ended."""
    at = shared_round()
    at.play(1)
    return at


def test_the_deals_are_promised_before_the_draw_and_stirred_until_the_publication():
    evening = shared_night()
    director = api(evening.director)
    path = f"{ROOT}/rounds/{director.post(f'{evening.path}/rounds', {}).json()['id']}"
    round_ = Round.objects.get(tournament=evening.tournament)

    deals = director.get(path).json()["deals"]
    conforms("rounds_read", director.get(path).json())
    log = api().get(f"{evening.path}/events").json()["results"]
    assert [each["facts"].get("commitments") for each in log if each["type"] == "round_asked"] == [
        deals["commitments"]
    ], "everybody could read them before the draw"
    assert len(deals["commitments"]) == 2

    stirred = director.post(f"{path}/entropy", {"phrase": "three sixes"})
    assert round_draw(round_id=round_.id, step=round_.step)
    stirred = director.post(f"{path}/entropy", {"value": "0A06"})
    conforms("rounds_entropy_add", stirred.json())
    again = Round.objects.get(pk=round_redraw(round_id=round_.id, by=evening.director).id)
    assert round_draw(round_id=again.id, step=again.step)

    assert director.post(f"{path}/publish", {}).status_code == 200
    shown = api().get(path).json()["deals"]
    assert shown == {
        "commitments": deals["commitments"],
        "entropy": [b"three sixes".hex(), "0a06"],
        "open": False,
    }
    refused(director.post(f"{path}/entropy", {"phrase": "too late"}), 409, "wrong_state")


@pytest.mark.parametrize(
    ("body", "path"),
    [
        pytest.param({}, "", id="nothing"),
        pytest.param({"value": "00", "phrase": "six"}, "", id="both"),
        pytest.param({"value": "0"}, "value", id="half a byte"),
        pytest.param({"value": "xy"}, "value", id="no hex"),
        pytest.param({"value": "00" * 65}, "value", id="more than 64 bytes"),
        pytest.param({"phrase": "ö" * 33}, "phrase", id="more than 64 bytes of words"),
    ],
)
def test_bad_entropy_says_what_is_wrong(body, path):
    evening = shared_night()
    round_ = evening.draw()
    answer = api(evening.director).post(f"{ROOT}/rounds/{round_.id}/entropy", body)
    assert answer.status_code == 400
    assert [error["path"] for error in answer.json()["errors"]] == [path]


def test_all_tables_have_the_dealer_that_the_shuffle_drew(at):
    dealers = {table["dealer"] for table in api().get(at.path).json()["tables"]}
    at.play(2)
    firsts = [hands_list(game_id=at.game(number).id)[0].dealer for number in at.tables]
    assert set(firsts) == dealers
    assert len(dealers) == 1


def test_rounds_that_are_dealt_later_have_all_games_before_the_first_deal():
    evening = shared_night()
    when = timezone.now() + timedelta(hours=1)
    round_ = round_publish(round_id=evening.draw().id, by=evening.director, starts_at=when)
    at = SharedRound(evening, round_)
    assert {row(at.game(number).id).status for number in at.tables} == {"lobby"}
    games_deal(round_id=round_.id)
    for number in at.tables:
        at.play(number)
    assert api().get(at.path).json()["deals"]["open"]


def test_the_comparison_has_every_hand_and_comes_with_the_last_table(at):
    early = api().get(f"{at.path}/comparison")
    refused(early, 409, "deals_not_yet")
    at.play(2)
    found = api().get(f"{at.path}/comparison")
    conforms("rounds_comparison", found.json())
    hands, sides = found.json()["hands"], found.json()["sides"]
    assert [hand["number"] for hand in hands] == [1, 2]
    for number, table in at.tables.items():
        points = list(table.results.get().points)
        mine = [side for side in sides if side["table"] == number]
        assert [side["points"] for side in mine] == points
        assert sum(side["difference"] for side in mine) == 0
    for hand in hands:
        margins = [each["points"][0] - each["points"][1] for each in hand["tables"]]
        assert [each["difference"][0] + hand["datum"] for each in hand["tables"]] == margins


def test_a_round_with_a_table_at_play_stays_closed_until_its_deals_are_opened(at):
    director = api(at.night.director)
    played = {each["metrics"][2]["value"] for each in standing(at)}
    assert played == {0}, "what a table made of the deals is not told while another plays them"
    refused(director.post(f"{at.path}/close", {}), 409, "results_missing")

    assert director.post(f"{at.path}/open-deals", {}).status_code == 400
    opened = director.post(f"{at.path}/open-deals", {"reason": "Table 2 has gone home."})
    assert opened.json()["deals"]["open"]
    conforms("rounds_open_deals", opened.json())
    audit = director.get(f"{ROOT}/clubs/{at.night.club.id}/audit").json()["results"]
    assert (audit[0]["act"], audit[0]["reason"]) == ("deals_opened", "Table 2 has gone home.")
    assert api(at.night.director).get(f"{GAMES}/{at.game(1).id}/hands/1/proof").status_code == 200
    assert director.post(f"{at.path}/open-deals", {"reason": "again"}).status_code == 200


def test_an_award_ends_the_last_game_and_with_it_the_secrecy_of_the_deals(at):
    director = api(at.night.director)
    refused(director.post(f"{at.path}/close", {}), 409, "results_missing")

    result_award(
        table_id=at.tables[2].id, by=at.night.director, end=End.FORFEIT, winner=0, reason="left"
    )

    assert api(at.night.director).get(f"{GAMES}/{at.game(1).id}/hands/1/proof").status_code == 200
    assert director.post(f"{at.path}/close", {}).status_code == 200
    assert {each["metrics"][2]["value"] for each in standing(at)} == {1}
    (first, second) = api().get(f"{at.path}/comparison").json()["sides"]
    assert {first["table"], second["table"]} == {1}, "an award is no result of play"


def standing(at: SharedRound) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api().get(f"{at.night.path}/standings").json()["results"]
    return found


def test_a_director_who_plays_learns_no_more_than_others_and_opens_nothing(at):
    playing = at.people[2][0]
    office = Member.objects.get(club=at.night.club, player=playing)
    office.role = "director"
    office.save()
    assert at.told(api(playing), own=2) == []
    seen = rounds.results_visible(at.round, playing.id, directing=True)
    assert seen == {at.tables[2].id}
    refused(api(playing).post(f"{at.path}/open-deals", {"reason": "curious"}), 403, "own_deals")
    assert rounds.results_visible(at.round, at.night.director.id, directing=True) == {
        table.id for table in at.tables.values()
    }
    done = at.people[1][0]
    assert rounds.results_visible(at.round, done.id, directing=False) == {at.tables[1].id}
    assert rounds.results_visible(at.round, None, directing=False) == set()


def test_who_plays_the_deals_at_one_table_cannot_sit_down_at_another():
    evening = shared_night()
    round_ = evening.draw()
    when = timezone.now() + timedelta(hours=1)
    path = f"{ROOT}/rounds/{round_.id}"
    director = api(evening.director)
    assert director.post(f"{path}/publish", {"starts_at": when.isoformat()}).status_code == 200
    later = SharedRound(evening, Round.objects.get(pk=round_.id))
    substitute = later.people[1][0]
    seat = f"{GAMES}/{later.game(2).id}/seats/0"
    refused(director.put(seat, {"player": str(substitute.id)}), 409, "has_seen_cards")
    refused(director.put(seat, {"player": str(bot(substitute).id)}), 409, "has_seen_cards")


def test_a_player_and_their_bots_at_two_tables_keep_a_round_from_being_published():
    evening = shared_night(1, start=False)
    owner = next(iter(evening.players.values()))
    for number in range(3):
        code = evening.club.join_code
        theirs = club_join(code=code, player=bot(owner, f"Engine {number}")).member
        other = club_join(code=code, player=player(f"Partner {number}")).member
        entry = entry_add(
            tournament_id=evening.tournament.id,
            by=evening.director,
            directing=True,
            members=[theirs.id, other.id],
        )
        evening.change(entry, checked_in=True)
    path = f"{ROOT}/rounds/{evening.start().draw().id}"
    answer = api(evening.director).post(f"{path}/publish", {})
    refused(answer, 409, "has_seen_cards")
    assert answer.json()["facts"]["table"] in (1, 2)
    assert not Game.objects.exists(), "all tables or none"


def test_the_director_stirs_sixteen_times():
    evening = shared_night()
    path, director = f"{ROOT}/rounds/{evening.draw().id}/entropy", api(evening.director)
    for throw in range(16):
        assert director.post(path, {"value": f"{throw:02x}"}).status_code == 200
    refused(director.post(path, {"phrase": "once more"}), 409, "too_much_entropy")


def test_a_round_on_deals_of_its_own_has_none_to_stir_or_open_or_compare():
    evening = shared_night(duplicate=False)
    round_ = evening.next_round()
    path, director = f"{ROOT}/rounds/{round_.id}", api(evening.director)
    assert director.get(path).json()["deals"] is None
    for answer in (
        director.post(f"{path}/entropy", {"phrase": "six"}),
        director.post(f"{path}/open-deals", {"reason": "why"}),
        director.get(f"{path}/comparison"),
    ):
        refused(answer, 409, "deals_not_shared")
