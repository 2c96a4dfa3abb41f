"""Non-interference as in `test_secrecy`, where more is hidden than hands and stock.

Second hands are face down before their owners too, dealt red threes are replaced by hidden cards,
and cards of the pile are set aside.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from games.engine import event_view, events, view
from games.engine.cards import expand, faces
from games.engine.rulesets import load, slugs
from tests.factories import api, player
from tests.games_api.tables import GAMES, NAMES
from tests.games_api.test_secrecy import VARYING, Watched, X
from tests.games_api.twins import Twins, twins

pytestmark = [pytest.mark.django_db, pytest.mark.full]

PLAYS = {
    "handfoot": twins("handfoot", moves=35, seed=409, watcher=X),
    "denexa": twins("denexa", moves=40, seed=940, watcher=X),
}
"""Some moves of each ruleset; their effects are fixed below."""
SEED = 3
OTHERS = [slug for slug in slugs() if slug not in PLAYS and 4 in load(slug).seating.players]


class Lines(logging.Handler):
    """Everything that is logged, whatever its level."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(record.getMessage())


@contextmanager
def logged() -> Iterator[list[str]]:
    """The lines that are logged meanwhile."""
    lines, root = Lines(), logging.getLogger()
    level = root.level
    root.addHandler(lines)
    root.setLevel(logging.DEBUG)
    yield lines.kept
    root.removeHandler(lines)
    root.setLevel(level)


def follow(game: Watched, play: Twins) -> None:
    """Play, and ask for everything after each kind of thing that happens for the first time."""
    seen: set[Any] = set()
    game.look_at_everything()
    for number, (seat, action, caused) in enumerate(play.play):
        body = {"action": action}
        if game.clients[seat] is game.watcher:
            for _ in range(2):  # the second time it is replayed
                game.ask(f"own {action}", "post", "/moves", body, Idempotency_Key=f"move{number}")
        else:
            answer = game.clients[seat].post(f"{GAMES}/{game.id}/moves", body)
            assert answer.status_code == 201, answer.content
        news = {(kind, seat == X) for kind in caused} - seen
        seen |= news
        if news:
            game.look_at_everything()


def both_told(slug: str, watcher: Any, only: str | None) -> list[list[tuple[str, bytes]]]:
    """What the watcher is shown of the one deal, and of the other; the server's log is last."""
    players = [player(name) for name in NAMES]
    play = PLAYS.get(slug) or twins(slug, moves=70, seed=SEED, watcher=X)
    told = []
    for order in (play.order, play.other):
        with logged() as lines, transaction.atomic():
            game = Watched(players, order, watcher, slug, only)
            follow(game, play)
            transaction.set_rollback(True)  # the second game finds the lists as the first did
        text = "\n".join(lines).replace(game.id, "GAME").encode()
        told.append([*game.told, ("the log", VARYING.sub(b"", text))])
    return told


def differences(slug: str, watcher: Any = X, only: str | None = None) -> list[str]:
    """The calls that get different answers from the two games, of all or of `only` one."""
    one, two = both_told(slug, watcher, only)
    assert len(one) == len(two)
    assert only or (len(one) > 200 and len(one[-1][1]) > 1000)
    return [label for (label, a), (_, b) in zip(one, two, strict=True) if a != b]


def happened(slug: str, *, own: bool) -> set[str]:
    """The types of the events that moves of the watching seat, or of others, caused."""
    return {kind for step in PLAYS[slug].play if (step.seat == X) == own for kind in step.caused}


def test_the_plays_cause_what_must_be_hidden():
    own, others = happened("handfoot", own=True), happened("handfoot", own=False)
    assert own >= {"red_three_laid", "melded", "taken_back"}
    assert "foot_taken" not in own
    assert others >= {"foot_taken", "aside_taken", "red_three_laid", "laid_off", "taken_back"}
    assert PLAYS["denexa"].replaced == {0, X, 3}
    assert happened("denexa", own=False) >= {"pile_taken", "permission_answered", "laid_off"}


@pytest.mark.parametrize("slug", PLAYS)
def test_the_two_packs_differ_in_almost_everything_hidden(slug):
    play = PLAYS[slug]
    assert sorted(play.order) == sorted(play.other)
    different = sum(a != b for a, b in zip(play.order, play.other, strict=True))
    assert different > 0.9 * play.hidden > 0.5 * len(play.order)


@pytest.mark.parametrize("slug", PLAYS)
def test_a_seat_learns_nothing_of_what_it_may_not_see(slug):
    assert differences(slug) == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", OTHERS)
def test_nor_is_it_by_any_other_ruleset(slug):
    assert differences(slug) == []


@pytest.mark.parametrize("slug", PLAYS)
def test_a_spectator_learns_nothing_of_any_hand(slug):
    assert differences(slug, api(player("Eve"))) == []


def leak_into_the_log(monkeypatch):
    shown = event_view._cards_drawn

    def leaking(event, seat):
        logging.getLogger("games").debug("drawn: %s", faces(event.cards))
        return shown(event, seat)

    monkeypatch.setitem(event_view._EVENT_VIEWS, events.CardsDrawn, leaking)


def second_hand_before_its_owner(monkeypatch):
    shown = view._hand_view

    def leaking(match, state, seat):
        foot = faces(expand(state.feet[seat or 0]))
        return shown(match, state, seat) | {"feet": foot}

    monkeypatch.setattr(view, "_hand_view", leaking)


def second_hand_as_it_is_picked_up(monkeypatch):
    def leaking(event, _seat):
        return {"seat": event.seat, "cards": faces(event.cards)}

    monkeypatch.setitem(event_view._EVENT_VIEWS, events.FootTaken, leaking)


def replacements(monkeypatch):
    def leaking(event, seat):
        return event_view._cards_drawn(event, event.seat if event.replacing else seat)

    monkeypatch.setitem(event_view._EVENT_VIEWS, events.CardsDrawn, leaking)


@pytest.mark.parametrize(
    ("slug", "plant", "caught"),
    [
        ("handfoot", second_hand_before_its_owner, "game"),
        ("handfoot", second_hand_as_it_is_picked_up, "events"),
        ("denexa", replacements, "events"),
        ("denexa", leak_into_the_log, "the log"),
    ],
)
def test_a_planted_leak_is_caught(monkeypatch, slug, plant, caught):
    plant(monkeypatch)
    assert caught in differences(slug, only=caught)
