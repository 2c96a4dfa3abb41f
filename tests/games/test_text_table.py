"""The page of a table as text plays every ruleset by its forms, and shows no card of others."""

import html
import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from deploy.examples.play import choose
from games.api.answers import game_answer
from games.api.moves import legal_answer
from games.engine.rulesets import resolve, slugs
from games.models import Game
from games.selectors.games import game_get
from games.web.words import card_name
from samba_service.accounts.models import Person, Player
from samba_service.kit import throttles
from tests.games.tables import people_game, person

pytestmark = pytest.mark.django_db
MOVES = 12
"""Enough for each seat to draw and discard."""


class Reader:
    """Somebody without scripts: pages are text, and forms are what can be sent."""

    def __init__(self, game: Game, player: Player) -> None:
        self.client, self.player, self.game = Client(), player, game
        account, _ = Person.objects.get_or_create(username=f"p{player.id.hex}", player=player)
        self.client.force_login(account)
        self.path = f"/games/{game.id}/text"

    def page(self) -> str:
        answer = self.client.get(self.path)
        assert answer.status_code == 200
        return html.unescape(answer.content.decode())

    def press(self, do: str, *cards: str, **more: Any) -> tuple[int, str]:
        """Press a button that the page has, with cards that it has; status and page after it."""
        page = self.page()
        version = re.search(r'name="version" value="(\d+)"', page)
        assert version is not None
        sent = {"do": do, "card": cards, "version": version[1], **more}
        answer = self.client.post(self.path, sent)
        return answer.status_code, html.unescape(answer.content.decode())

    def play(self, action: dict[str, Any]) -> None:
        """Do by the forms what `action` says."""
        do, cards, staged = pressed(action)
        assert f'value="{do}"' in self.page() or do == "lay_down"
        more = {"rank": action.get("as", ""), "staged": staged}
        status, page = self.press(do, *cards, **more)
        assert status == 302, re.findall(r'role="alert">(.*?)<', page)

    def legal(self) -> list[Any]:
        state = game_get(game_id=self.game.id, viewer=self.player.id)
        assert state.seat is not None
        return legal_answer(0, state.match, state.seat)["options"]


def pressed(action: dict[str, Any]) -> tuple[str, list[str], list[str]]:
    """The button, the selected cards and the staged melds of an action."""
    kind, onto = action["type"], action.get("onto")
    staged = [
        " ".join(meld["cards"]) + (f"={meld['as']}" if "as" in meld else "")
        for meld in action.get("melds", [])
    ]
    match kind:
        case "meld":
            return "lay_down", [], staged
        case "take_pile":
            return ("take_pile" if onto is None else f"take_pile:{onto}"), action["with"], staged
        case "merge":
            return f"merge:{action['into']}:{action['from']}", [], []
        case "answer_out":
            return f"answer_{'yes' if action['answer'] else 'no'}", [], []
        case "discard":
            return kind, [action["card"]], []
    return (kind if onto is None else f"{kind}:{onto}"), action.get("cards", []), []


def table(ruleset: str = "classic") -> tuple[Game, list[Reader]]:
    rules = resolve(ruleset)
    sizes = rules.seating.players
    seats = 4 if 4 in sizes else sizes[0]
    game, players = people_game(rules=rules, overrides={}, seats=seats)
    return game, [Reader(game, each) for each in players]


def on_turn(game: Game, readers: list[Reader]) -> Reader:
    hand: Any = game_answer(game_get(game_id=game.id, viewer=readers[0].player.id))["hand"]
    seat: int = hand["to_act"][0]
    return readers[seat]


@pytest.mark.parametrize("ruleset", sorted(slugs()))
def test_every_ruleset_is_played_by_forms(ruleset: str) -> None:
    game, readers = table(ruleset)

    for _ in range(MOVES * 2):
        reader = on_turn(game, readers)
        reader.play(choose(reader.legal()))
        if game_get(game_id=game.id, viewer=reader.player.id).match.hands_played:
            break

    assert "draws" in readers[0].page()


def test_a_page_shows_the_own_cards_and_no_others() -> None:
    game, readers = table()
    for reader in readers:
        page = reader.page()
        hand: Any = game_answer(game_get(game_id=game.id, viewer=reader.player.id))["hand"]
        own = hand["hands"][readers.index(reader)]["cards"]
        shown = re.findall(r'name="card" value="(\w\w)"', page)
        assert shown == own
        named = set(re.findall(r"\b\w+ of (?:spades|hearts|diamonds|clubs)\b|\bjoker\b", page))
        assert named <= {card_name(card) for card in (*own, hand["pile"]["top"])}


def test_melds_are_put_together_and_taken_apart_before_they_are_laid() -> None:
    game, readers = table()
    reader = on_turn(game, readers)
    reader.press("draw")
    cards = re.findall(r'name="card" value="(\w\w)"', reader.page())

    status, page = reader.press("stage", *cards[:3])
    assert status == 200
    assert f'name="staged" value="{" ".join(cards[:3])}"' in page
    assert len(re.findall(r'name="card"', page)) == len(cards) - 3

    status, page = reader.press("undo", staged=[" ".join(cards[:3])])
    assert 'name="staged"' not in page
    assert len(re.findall(r'name="card"', page)) == len(cards)


def test_a_refusal_names_the_rule_and_keeps_what_was_put_together() -> None:
    game, readers = table()
    reader = on_turn(game, readers)
    reader.press("draw")
    cards = re.findall(r'name="card" value="(\w\w)"', reader.page())

    status, page = reader.press("lay_down", staged=[f"{cards[0]} {cards[-1]} JK"])

    assert status == 422
    said = re.search(r'role="alert">([^<]+)<a href="/rules/[A-Z]+-\d+">[A-Z]+-\d+<', page)
    assert said is not None
    assert not re.search(r"\b[2-9TJQKA][SHDC]\b", said[1]), "cards have names"
    assert 'name="staged"' in page


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        pytest.param({"do": "draw", "version": "1"}, 412, id="a page that is too old"),
        pytest.param({"do": "dance"}, 400, id="no such button"),
        pytest.param({}, 400, id="no button"),
        pytest.param({"do": "discard", "card": ["KH", "KD"]}, 400, id="two cards to discard"),
        pytest.param({"do": "discard", "card": "ZZ"}, 400, id="no card"),
        pytest.param({"do": "lay_off:x", "card": "KH"}, 400, id="a meld without a number"),
        pytest.param({"do": "merge:1"}, 400, id="one meld to merge"),
        pytest.param({"do": "lay_down", "staged": "=" * 200}, 400, id="a meld that is none"),
    ],
)
def test_what_no_page_sends_is_refused_in_words(sent: dict[str, Any], status: int) -> None:
    game, readers = table()
    reader = on_turn(game, readers)

    answer = reader.client.post(reader.path, sent)

    assert answer.status_code == status
    assert 'role="alert"' in answer.content.decode()


def test_another_player_cannot_act_and_a_stranger_cannot_look() -> None:
    game, readers = table()
    reader = on_turn(game, readers)
    waiting = next(each for each in readers if each is not reader)
    status, _ = waiting.press("draw")
    assert status == 409

    game.visibility = "private"
    game.save(update_fields=["visibility"])
    stranger = Reader(game, person("Zoe"))
    assert stranger.client.get(stranger.path).status_code == 404
    assert stranger.client.post(stranger.path, {"do": "draw"}).status_code == 404
    assert Client().get(reader.path).status_code == 302
    nowhere = f"/games/{UUID(int=uuid4().int)}/text"
    assert reader.client.get(nowhere).status_code == 404


def test_too_many_looks_are_refused(settings, monkeypatch) -> None:
    settings.SAMBA_RATE_LIMITS = True
    monkeypatch.setattr(throttles, "READS", throttles.Rate("few", per_s=0.01, burst=3))
    _game, readers = table()

    answers = [readers[0].client.get(readers[0].path).status_code for _ in range(4)]

    assert answers == [200, 200, 200, 429]


def test_what_no_page_sends_is_refused_or_left_out() -> None:
    game, players = people_game()
    reader = Reader(game, players[0])
    for sent in (
        {"do": "stage", "card": ["ZZ", "", "\0"]},
        {"do": "undo", "staged": ["ZZ", "KH"]},
        {"do": "lay_down", "staged": ["\0"]},
        {"do": "lay_off:" + "9" * 5000, "version": "9" * 5000},
        {"do": "discard", "card": ["ZZ"]},
        {"do": "no:such", "rank": "ZZ"},
    ):
        answer = reader.client.post(reader.path, sent)
        assert answer.status_code in (200, *range(400, 500)), sent


@pytest.mark.parametrize("ruleset", sorted(slugs()))
def test_what_a_wild_card_is_in_a_sequence_is_asked_only_where_one_may_be(ruleset: str) -> None:
    game, readers = table(ruleset)
    reader = on_turn(game, readers)
    reader.play(next(each["example"] for each in reader.legal() if each["type"] == "draw"))
    page = reader.page()

    may_meld = 'value="stage"' in page
    asks = '<option value="T">ten</option>' in page
    assert (
        asks
        == ('name="rank"' in page)
        == (may_meld and resolve(ruleset).sequence_limits.max_wilds > 0)
    )


@pytest.mark.parametrize("version", ["", "seven", "-1", "\u0663", "9" * 40])
def test_a_move_without_the_version_that_its_page_showed_is_not_played(version: str) -> None:
    game, readers = table()
    reader = on_turn(game, readers)

    before = Game.objects.get(pk=game.pk).seq
    status, page = reader.press("draw", version=version)

    assert status == 412
    assert 'role="alert"' in page
    assert Game.objects.get(pk=game.pk).seq == before


def test_who_plays_too_fast_keeps_what_was_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    game, readers = table()
    reader = on_turn(game, readers)
    reader.press("draw")
    cards = re.findall(r'name="card" value="(\w\w)"', reader.page())

    def refuse(request: Any, rate: throttles.Rate, *_: Any) -> dict[str, str]:
        if rate is throttles.MOVES:
            raise throttles.Bucket(rate, taken=False, left=0, wait_s=1.0).refusal
        return {}

    monkeypatch.setattr(throttles, "take", refuse)
    status, page = reader.press("lay_down", staged=[" ".join(cards[:3])])

    assert status == 429
    assert f'name="staged" value="{" ".join(cards[:3])}"' in page


def test_more_cards_than_a_pack_has_are_as_if_they_were_not_sent() -> None:
    game, readers = table()
    reader = on_turn(game, readers)

    status, page = reader.press("stage", *["KH"] * 900, staged=["KH " * 20_000, "QD QD QD"])

    assert status == 200
    assert len(page) < 60_000


@pytest.mark.parametrize(
    ("spectators", "said"), [("none", "only to its players"), ("delayed", "later")]
)
def test_who_watches_a_running_game_does_not_read_that_it_is_over(
    spectators: str, said: str
) -> None:
    game, _readers = table()
    Game.objects.filter(pk=game.pk).update(spectators=spectators)

    page = Reader(game, person("Zoe")).page()

    assert said in page
    assert "The game is over." not in page
