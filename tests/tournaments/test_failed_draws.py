"""A draw that fails, whatever the error: the director sees it, and the night goes on."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games import tasks
from games.models import DueWork
from games.services.work import PATIENCE
from games.tasks import sweep
from tests.tournaments.clubs import Cast
from tests.tournaments.evenings import Evening
from tests.tournaments.test_rounds_api import ROOT, announced
from tournaments.models import Round, Tournament
from tournaments.services import draws
from tournaments.services.draws import draw_abandon, round_draw

pytestmark = pytest.mark.django_db
NO_ROUND = UUID(int=7)
LEVELS = [{"path": "house_bots", "detail": "It is one of: random, novice."}]


def test_house_bots_of_no_level_that_there_is_are_refused_with_the_levels(cast: Cast):
    path = announced(cast, venue="online", house_bots="random")
    night = {
        "club": str(cast.club.pk), "name": "Monday", "format": "rotating", "ruleset": "classic",
        "rounds": 3, "hands_per_round": 4, "venue": "online",
    }  # fmt: skip
    for answer in (
        cast.director.post(f"{ROOT}/tournaments", night | {"house_bots": "genius"}),
        cast.director.post(f"{ROOT}/tournaments", {"like": path[-36:], "house_bots": "genius"}),
        cast.director.patch(path, {"house_bots": "genius"}),
    ):
        assert (answer.status_code, answer.json()["errors"]) == (400, LEVELS)
    assert cast.director.patch(path, {"house_bots": "novice"}).json()["house_bots"] == "novice"
    assert cast.director.patch(path, {"house_bots": None}).json()["house_bots"] is None


def broken(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """From now on every draw raises the error."""

    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr(draws, "draw_round", fail)


def asked(evening: Evening) -> Any:
    return evening.post(f"/tournaments/{evening.night.tournament.id}/rounds", status=202)


def failed(evening: Evening, round_: Any) -> None:
    """A worker comes, and meets the error."""
    row = Round.objects.get(pk=round_["id"])
    with pytest.raises(ZeroDivisionError):
        round_draw(round_id=row.pk, step=row.step)


@pytest.mark.parametrize("again", ["asked", "redrawn"])
def test_a_draw_that_fails_by_an_error_of_ours_is_a_draft_that_is_drawn_again(
    monkeypatch: pytest.MonkeyPatch, again: str
):
    evening = Evening(4)
    with monkeypatch.context() as patch:
        broken(patch, ZeroDivisionError("a secret"))
        round_ = asked(evening)
        failed(evening, round_)
    shown = evening.round(round_)
    assert (shown["state"], shown["error"]["code"], shown["tables"]) == ("draft", "draw_failed", [])
    assert "secret" not in str(shown)
    refused = evening.publish(round_, status=409)
    assert refused["code"] == "no_draft"
    assert "the service made an error: draw the round again by `/redraw`" in refused["detail"]
    evening.patch(f"/tournaments/{evening.night.tournament.id}", {"name": "Tuesday"})
    if again == "asked":
        assert [asked(evening)["id"], asked(evening)["id"]] == [round_["id"]] * 2
        assert evening._drawn(round_)["error"] is None
    else:
        assert evening.redraw(round_)["error"] is None
    evening.publish(round_)
    log = evening.director.get(f"{evening.night.path}/events").json()["results"]
    texts = [each["text"] for each in log]
    assert "round 1: could not be drawn" in texts
    assert "round 1: drawn" in texts


def test_a_level_of_bots_that_is_no_more_does_not_trap_the_night():
    evening = Evening(5, format="rotating", venue="online", house_bots="random")
    Tournament.objects.update(house_bots="genius")
    round_ = asked(evening)
    row = Round.objects.get()
    with pytest.raises(KeyError):
        round_draw(round_id=row.pk, step=row.step)
    assert evening.round(round_)["error"]["code"] == "draw_failed"
    assert evening.post(f"/tournaments/{row.tournament_id}/finish", {"rounds": "as_played"})


def sweeps(number: int) -> None:
    """The sweeper's next looks, each when the lease of the last has run out."""
    for _ in range(number):
        overdue = timezone.now() - timedelta(minutes=1)
        DueWork.objects.update(due_at=overdue, locked_until=None)
        sweep()


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_draw_that_is_given_up_after_its_attempts_is_drawn_when_it_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
):
    monkeypatch.setattr(tasks, "publish", lambda *_: False)
    evening = Evening(4)
    with monkeypatch.context() as patch:
        broken(patch, error("the database is away"))
        round_ = asked(evening)
        sweeps(PATIENCE - 1)
        assert evening.round(round_)["state"] == "drawing", "it may come back"
        sweeps(1)
    assert evening.round(round_)["error"]["code"] == "draw_failed"
    assert not DueWork.objects.exists()
    asked(evening)
    sweeps(1)
    drawn = evening.round(round_)
    assert (drawn["state"], drawn["error"], len(drawn["tables"])) == ("draft", None, 2)


def test_a_draw_that_was_asked_for_again_is_not_given_up_with_the_one_before():
    evening = Evening(4)
    round_ = asked(evening)
    before = Round.objects.get().step
    evening._drawn(round_)
    evening.post(f"/rounds/{round_['id']}/redraw", status=202)
    draw_abandon(round_id=Round.objects.get().pk, step=before)
    assert evening.round(round_)["state"] == "drawing"
    assert evening._drawn(round_)["error"] is None
    draw_abandon(round_id=Round.objects.get().pk, step=Round.objects.get().step)
    assert evening.round(round_)["error"] is None, "what is drawn stays"
    draw_abandon(round_id=NO_ROUND, step=1)


def test_asking_again_for_a_round_that_is_there_is_on_no_record():
    evening = Evening(4)
    round_ = asked(evening)
    evening._drawn(round_)
    before = evening.night.version()
    assert asked(evening)["id"] == round_["id"]
    assert evening.night.version() == before
