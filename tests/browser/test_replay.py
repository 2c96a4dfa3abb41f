"""A finished hand step by step, for those who may see it, and the check of its shuffle."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from deploy.examples.play import choose
from games.engine import shuffle
from games.engine.verify_shuffle import verify
from tests.browser.inspection import inspect
from tests.browser.people import (
    QUICK,
    Person,
    cards_of_others,
    make_table,
    structures,
    turn_of,
)

pytestmark = pytest.mark.browser

BOTS = {"1": "novice", "2": "novice", "3": "novice"}
VECTORS = Path("tests/engine/data/shuffle_vectors.json")
MODULE = "/static/games/shuffle.js"


def play_hands(ana: Person, hands: int, **terms: Any) -> str:
    """A game against bots of which some hands are over; the next one has begun."""
    game = make_table(ana, **{"ruleset": QUICK, "bots": BOTS, "pace_s": 0, **terms})
    ana.call("POST", f"/games/{game}/start", {})
    return play_up_to(ana, game, hands)


def play_up_to(ana: Person, game: str, hands: int) -> str:
    """The game once that many of its hands are over."""
    moves = f"/games/{game}/moves?include=legal_actions"
    now, options = turn_of(ana, game)
    for _ in range(600):
        if now["hand"] is None or now["hand"]["number"] > hands:
            return game
        if options:
            played = ana.call("POST", moves, {"action": choose(options)})
            now, options = played["game"], played["legal_actions"]["options"]
        else:
            now, options = turn_of(ana, game)
    raise AssertionError("the hands have no end")


class Replay:
    """Somebody at the page of the replay of a game."""

    def __init__(self, person: Person, game: str, query: str = "") -> None:
        self.person, self.page, self.game = person, person.page, game
        person.open(f"/games/{game}/replay{query}")

    def wait_for(self, hand: int, step: int, view: str) -> None:
        self.page.wait_for_selector(f'#replay[data-step="{hand} {step} {view}"]')

    def wait_for_status(self, text: str) -> None:
        self.page.wait_for_selector(f'#status:has-text("{text}")')

    @property
    def count(self) -> int:
        return int(self.page.locator("#steps li").count())

    @property
    def status(self) -> str:
        return str(self.page.locator("#status").inner_text())

    def check(self) -> list[str]:
        """The results of the check of the shuffle, the last word first."""
        self.page.click("#check-button")
        self.page.wait_for_selector("#checks .notice")
        return [str(each) for each in self.page.locator("#checks p, #checks li").all_inner_texts()]


@pytest.fixture(scope="module")
def table(site: Any, chromium: Any) -> Iterator[tuple[Person, str]]:
    """Ana, and a game in its second hand."""
    ana = Person(site, chromium, "Ana", bypass_csp=True)
    yield ana, play_hands(ana, 1, visibility="public")
    ana.close()
    assert ana.faults == []


def test_a_hand_is_stepped_through_by_keys_buttons_slider_and_list(
    table: tuple[Person, str],
) -> None:
    replay = Replay(*table)
    page = replay.page
    replay.wait_for(1, 1, "0")
    count = replay.count
    assert count > 8
    assert replay.status.startswith("Hand 1: ")
    assert page.locator("#hands .card").count() == 15

    for key, step in (("ArrowRight", 2), ("End", count), ("ArrowLeft", count - 1), ("Home", 1)):
        page.keyboard.press(key)
        replay.wait_for(1, step, "0")
        assert replay.status.startswith(page.locator("#steps [aria-current=step]").inner_text())
    page.click("#next")
    replay.wait_for(1, 2, "0")
    page.click("#last")
    replay.wait_for(1, count, "0")
    assert page.locator("#score .sheet").count() == 1
    page.locator("#steps button").nth(4).click()
    replay.wait_for(1, 5, "0")
    page.locator("#slider").fill("7")
    replay.wait_for(1, 7, "0")
    assert page.locator("#score .sheet").count() == 0


def test_space_plays_and_stops(table: tuple[Person, str]) -> None:
    replay = Replay(*table)
    replay.wait_for(1, 1, "0")
    replay.page.keyboard.press(" ")
    replay.wait_for(1, 3, "0")
    replay.page.keyboard.press(" ")

    replay.page.wait_for_timeout(2000)

    assert replay.page.get_attribute("#replay", "data-step") in ("1 3 0", "1 4 0")
    assert replay.page.inner_text("#play") == "Play"


def test_an_address_leads_to_a_step_as_a_seat_saw_it(table: tuple[Person, str]) -> None:
    ana, game = table
    ana.received.clear()

    replay = Replay(ana, game, "?hand=1&step=6&seat=2")
    replay.wait_for(1, 6, "2")
    replay.page.keyboard.press("End")
    replay.wait_for(1, replay.count, "2")

    assert replay.page.url.endswith(f"?hand=1&step={replay.count}&seat=2")
    seen = [each for text in ana.received for each in structures(text)]
    looks = [each for each in seen if (each.get("you") or {}).get("seat") == 2]
    assert len(looks) >= 2, "at this step, and at the last"
    assert cards_of_others(looks, 2) == []
    logs = [each for each in seen if {"results", "next"} <= each.keys()]
    assert cards_of_others([event for log in logs for event in log["results"]], 2) == []
    shown = replay.page.locator("#hands [data-seat]")
    assert [each.get_attribute("data-seat") for each in shown.all()] == ["2"]


def test_all_hands_are_open_together_and_each_position_is_fetched_once(
    table: tuple[Person, str],
) -> None:
    ana, game = table
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url))
    replay = Replay(ana, game, "?seat=all")
    replay.wait_for(1, 1, "all")
    assert replay.page.locator("#hands [data-seat]").count() == 4
    assert replay.page.locator("#hands .card").count() == 60
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        replay.page.keyboard.press(key)
        replay.page.wait_for_timeout(300)

    replay.wait_for(1, 1, "all")

    positions = [url for url in asked if "?at=" in url]
    assert len(positions) == len({*positions}) == 4 * 5


def test_everybody_can_use_the_page(table: tuple[Person, str]) -> None:
    replay = Replay(*table, "?seat=all&step=5")
    replay.wait_for(1, 5, "all")
    inspect(replay.page, "replay")
    replay.page.keyboard.press("End")
    replay.wait_for(1, replay.count, "all")
    replay.check()
    inspect(replay.page, "replay-end")


def test_a_running_hand_is_refused_in_words_and_a_finished_one_can_be_chosen(
    table: tuple[Person, str],
) -> None:
    replay = Replay(*table, "?hand=2")
    replay.page.wait_for_selector("#choice select")

    assert "only finished hands" in replay.status
    assert replay.page.locator("#hands .card, #steps li").count() == 0

    replay.page.select_option("#view", "1")
    assert "only finished hands" in replay.status


def test_before_the_first_hand_is_over_there_is_nothing_to_see(table: tuple[Person, str]) -> None:
    ana, _game = table
    game = play_hands(ana, 0)

    replay = Replay(ana, game)

    replay.wait_for_status("No hand")


def test_the_record_is_downloaded_and_the_table_leads_here(table: tuple[Person, str]) -> None:
    ana, game = table
    replay = Replay(ana, game)
    replay.wait_for(1, 1, "0")

    with replay.page.expect_download() as download:
        replay.page.click("a[download]")

    record = json.loads(Path(download.value.path()).read_text())
    assert (record["game"], len(record["hands"])) == (game, 1)
    ana.open(f"/games/{game}")
    ana.page.click("#score a[href*=replay]")
    replay.wait_for(1, 1, "0")


def test_after_two_hands_the_table_shows_the_points_over_the_hands(
    table: tuple[Person, str],
) -> None:
    ana, _game = table
    game = play_hands(ana, 2)
    ana.open(f"/games/{game}")
    image = ana.page.locator("#score .plot img")
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")

    image.click()
    ana.page.wait_for_url("**/points")
    ana.page.click("summary")

    inspect(ana.page, "points")


def test_from_a_step_a_practice_game_goes_on_at_the_seat_from_which_it_is_seen(
    table: tuple[Person, str],
) -> None:
    replay = Replay(*table, "?step=5&seat=2")
    replay.wait_for(1, 5, "2")
    held = sorted(replay.page.locator("#hands .card .only-read").all_inner_texts())

    replay.page.click("#play-on")

    replay.page.wait_for_url(lambda url: "/replay" not in url)
    replay.page.wait_for_selector("#hand [role=option]")
    own = replay.page.locator("#seats .seat").nth(2).inner_text()
    assert ("Ana" in own, "you" in own) == (True, True)
    assert sorted(replay.page.locator("#hand .card .only-read").all_inner_texts()) == held
    replay.page.wait_for_selector('#status:has-text("your turn")')


def test_a_stranger_finds_no_private_game_and_steps_through_no_hand_but_checks_its_shuffle(
    table: tuple[Person, str], person: Callable[..., Person]
) -> None:
    ana, public = table
    ben = person("Ben")
    private = play_hands(ana, 0, visibility="private")
    replay = Replay(ben, private)
    replay.wait_for_status("There is no")

    replay = Replay(ben, public)
    replay.wait_for_status("Only those who sat")
    assert replay.page.locator("#hands .card, #steps li").count() == 0
    assert replay.check()[0] == "The deal is as it was promised."
    ben.faults[:] = [each for each in ben.faults if "status of 403" not in each]


def test_the_shuffle_is_checked_by_the_page(table: tuple[Person, str]) -> None:
    replay = Replay(*table, "?seat=all")
    replay.wait_for(1, 1, "all")

    verdict, *steps = replay.check()

    assert verdict == "The deal is as it was promised."
    assert len(steps) == 6
    assert all(each.startswith("Right: ") for each in steps)
    assert "(4)" in steps[4]


def other_seed(proof: Any) -> None:
    proof["server_seed"] = proof["server_seed"][::-1]


def other_commitment(proof: Any) -> None:
    proof["commitment"] = "0" * 64


def other_order(proof: Any) -> None:
    at = next(at for at, card in enumerate(proof["order"]) if card != proof["order"][0])
    proof["order"][0], proof["order"][at] = proof["order"][at], proof["order"][0]


def other_entropy(proof: Any) -> None:
    proof["entropy"] = [["seat:1", "ab"], ["seat:0", "cd"]]


def other_hand(proof: Any) -> None:
    proof["context"]["hand"] = 2


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (other_seed, {2, 4}),
        (other_commitment, {1, 2}),
        (other_order, {4}),
        (other_entropy, {3, 4}),
        (other_hand, {1}),
    ],
)
def test_a_wrong_proof_is_shown_as_wrong(
    table: tuple[Person, str], change: Callable[[Any], None], wrong: set[int]
) -> None:
    def forge(route: Any) -> None:
        proof = route.fetch().json()
        change(proof)
        route.fulfill(json=proof)

    replay = Replay(*table, "?seat=all")
    replay.wait_for(1, 1, "all")
    replay.page.route("**/proof", forge)
    verdict, *steps = replay.check()
    replay.page.unroute("**/proof")

    assert verdict == "Something is wrong with this deal."
    assert {at for at, each in enumerate(steps, 1) if each.startswith("Wrong: ")} == wrong


def test_a_hand_that_was_dealt_other_cards_or_drew_them_is_shown_as_wrong(
    table: tuple[Person, str],
) -> None:
    def forge(route: Any) -> None:
        found = route.fetch().json()
        dealt = next(each for each in found["results"] if each["type"] == "hand_dealt")
        dealt["cards"][0] = "AS" if dealt["cards"][0] != "AS" else "KS"
        route.fulfill(json=found)

    def forge_draws(route: Any) -> None:
        found = route.fetch().json()
        move = next(each for each in found["hands"][0]["moves"] if each["drawn"])
        move["drawn"][0] = "AS" if move["drawn"][0] != "AS" else "KS"
        route.fulfill(json=found)

    ana, game = table
    ana.page.route("**/events?*as_seat=1*", forge)
    ana.page.route("**/record", forge_draws)
    replay = Replay(ana, game, "?seat=1")
    replay.wait_for(1, 1, "1")
    _verdict, *steps = replay.check()
    ana.page.unroute("**/events?*as_seat=1*")
    ana.page.unroute("**/record")

    assert steps[4] == "Wrong: Seat 2 held other cards than the pack gives it."
    assert steps[5] == "Wrong: Card 1 that was drawn was not the next one of the pack."


@pytest.mark.parametrize("ruleset", ["handfoot", "denexa"])
def test_second_hands_and_replaced_threes_are_checked_and_so_are_the_moves_before(
    person: Callable[..., Person], ruleset: str
) -> None:
    ana = person("Ana")
    hands = 2 if ruleset == "denexa" else 1
    replay = Replay(ana, play_hands(ana, hands, ruleset=ruleset), f"?seat=all&hand={hands}")
    replay.wait_for(hands, 1, "all")

    verdict, *steps = replay.check()

    assert verdict == "The deal is as it was promised.", steps
    assert ("The moves of the hand before" in steps[2]) is (hands == 2)


def proofs() -> list[Any]:
    """The golden vectors, and proofs of chance."""
    chance = random.Random(14)
    found = [
        each["proof"] for each in json.loads(VECTORS.read_text())["vectors"] if "proof" in each
    ]
    for number in range(1, 21):
        decks = chance.randint(1, 6)
        context = shuffle.Context(f"dé-{number}", number, decks, chance.randint(0, 12), "game")
        entropy = [
            (f"seat:{chance.randrange(12)}", chance.randbytes(chance.randint(1, 80)).hex())
            for _ in range(chance.randrange(5))
        ]
        found.append(shuffle.proof(chance.randbytes(32), context, entropy))
    return found


def test_the_page_shuffles_as_the_engine_does(table: tuple[Person, str]) -> None:
    ana, _game = table
    ana.open("/")
    for proof in proofs():
        assert verify(proof) == []
        found = ana.page.evaluate(
            f"async (proof) => {{ const all = await import('{MODULE}');"
            " return [all.commitmentOf(proof), all.orderOf(proof),"
            " all.sorted(proof.entropy.toReversed()), all.dealerOf(proof, 6)] }",
            proof,
        )
        context = shuffle.Context(**proof["context"])
        seed = bytes.fromhex(proof["server_seed"])
        dealer = shuffle.first_dealer(seed, context, proof["entropy"], 6)
        assert found == [proof["commitment"], proof["order"], proof["entropy"], dealer]
