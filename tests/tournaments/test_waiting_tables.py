"""A tournament's table that waits for its time: only those whom the director seated play at it."""

import pytest
from django.utils import timezone

from games.models import DueWork
from games.services.rebuild import game_check
from samba_service.accounts.models import Player
from tests.factories import api, player
from tests.games.tables import state
from tests.games_api.test_lobby import refused
from tests.tournaments.nights import night
from tests.tournaments.online_table import ROOT, Online
from tournaments.services import table_games
from tournaments.services.publication import round_publish
from tournaments.services.table_games import DEAL, deal_soon
from tournaments.tasks import deal_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting() -> Online:
    """A table that is dealt in an hour."""
    return Online(wait=True)


def seated(at: Online) -> list[Player]:
    """Those at the table, by seat."""
    return [each.player for each in at.game.stints.filter(to_version=None).order_by("number")]


def test_a_round_is_published_before_a_card_is_dealt(monkeypatch: pytest.MonkeyPatch):
    """The deals take a while, and other writers wait for the lock of a publication."""
    monkeypatch.setattr(table_games, "deal_soon", deal_soon)
    evening = night(4, accounts=2, venue="online", visibility="public")
    draft = evening.draw()
    round_ = round_publish(round_id=draft.pk, by=evening.director)
    games = round_.tables.values_list("game__status", "game__visibility")
    assert list(games) == [("lobby", "private")] * 2
    [work] = DueWork.objects.filter(kind=DEAL, subject=round_.pk)
    assert work.due_at <= timezone.now()

    deal_round(str(round_.pk), work.step)
    assert list(games.all()) == [("active", "public")] * 2
    assert not DueWork.objects.filter(kind=DEAL).exists()


def leave(at: Online, who: Player) -> None:
    assert api(who).delete(f"{at.path}/seats/me").status_code == 204


def test_who_stood_up_returns_to_no_chair_but_their_own(waiting: Online):
    people = seated(waiting)
    ana, ben = people[:2]
    for who in (ana, ben):
        leave(waiting, who)

    refused(api(ana).post(f"{waiting.path}/seats", {"seat": 1}), 403, "not_director")

    for who in (ben, ana):
        assert api(who).post(f"{waiting.path}/seats").status_code == 201
    assert seated(waiting) == people


def test_nobody_else_sits_down_where_a_player_stood_up_with_or_without_the_code(waiting: Online):
    ana, member = seated(waiting)[0], waiting.newcomer().player
    assert member is not None
    leave(waiting, ana)

    for who in (member, player("Sid")):
        answer = api(who).post(f"{ROOT}/games/join", {"code": waiting.game.join_code})
        refused(answer, 403, "not_director")
        refused(api(who).post(f"{waiting.path}/seats"), 404, "not_found")


def test_only_a_director_invites_to_a_table_that_waits(waiting: Online):
    ana, ben = seated(waiting)[:2]
    leave(waiting, ana)
    sid = player("Sid")
    body = {"player": str(sid.pk)}
    for who in (api(ana), api(ben), api(waiting.night.director, "games:play")):
        refused(who.post(f"{waiting.path}/invitations", body), 403, "not_director")

    assert waiting.director.post(f"{waiting.path}/invitations", body).status_code == 201
    assert api(sid).post(f"{waiting.path}/seats").status_code == 201
    assert seated(waiting)[0] == sid
    assert game_check(waiting.game.pk) == []


def test_a_chair_that_the_director_gave_to_somebody_is_not_taken_back(waiting: Online):
    ana, sid = seated(waiting)[0], player("Sid")
    leave(waiting, ana)
    offered = waiting.director.put(f"{waiting.path}/seats/0", {"player": str(sid.pk)})
    assert offered.status_code == 202
    assert api(sid).post(f"{waiting.path}/seats").status_code == 201
    leave(waiting, sid)

    refused(api(ana).post(f"{waiting.path}/seats"), 403, "not_director")
    assert api(sid).post(f"{waiting.path}/seats").status_code == 201


def test_who_stood_up_takes_their_chair_back_from_a_bot_before_and_after_the_first_deal(
    waiting: Online,
):
    people = seated(waiting)
    for who, seat in zip(people[:2], (0, 1), strict=True):
        leave(waiting, who)
        waiting.director.put(f"{waiting.path}/seats/{seat}", {"bot": "novice"})

    assert api(people[0]).post(f"{waiting.path}/seats").status_code == 201
    assert waiting.director.post(f"{waiting.path}/start").status_code == 200
    assert api(people[1]).post(f"{waiting.path}/seats").status_code == 201

    assert seated(waiting) == people
    assert game_check(waiting.game.pk) == []


def test_only_a_director_begins_a_tournaments_game_before_its_time(waiting: Online):
    for who in (api(seated(waiting)[0]), api(waiting.night.director, "games:play")):
        refused(who.post(f"{waiting.path}/start"), 403, "not_director")
    assert not state(waiting.game.pk).started

    assert waiting.director.post(f"{waiting.path}/start").status_code == 200
    assert state(waiting.game.pk).started
