"""What a director does at an online table is in the club's record, however it was called."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.services import locked
from tests.factories import api, bot, player
from tests.tournaments.online_table import ROOT, Online
from tests.tournaments.test_act_texts import audit, events
from tournaments.models import Tournament
from tournaments.models.audit import AuditEntry
from tournaments.services import changes

pytestmark = pytest.mark.django_db


def acts(online: Online) -> list[str]:
    return list(AuditEntry.objects.order_by("id").values_list("act", flat=True))


def in_the_lobby() -> Online:
    return Online(wait=True)


def abandon(online: Online) -> Any:
    return online.director.post(f"{online.path}/abandon", {"reason": "The lights went out"})


def fill(online: Online, **who: Any) -> Any:
    return online.director.put(f"{online.path}/seats/0", who)


def invite(online: Online) -> Any:
    wanted = player("Wanted")
    return online.director.post(f"{online.path}/invitations", {"player": str(wanted.pk)})


def take_back(online: Online) -> Any:
    wanted = player("Wanted")
    online.director.post(f"{online.path}/invitations", {"player": str(wanted.pk)})
    return online.director.delete(f"{online.path}/invitations/{wanted.pk}")


def offer(online: Online) -> Any:
    return fill(online, player=str(player("Wanted").pk))


def with_a_bot(online: Online) -> Any:
    return fill(online, bot="novice")


def with_an_own_bot(online: Online) -> Any:
    return fill(online, player=str(bot(online.night.director, "Engine").pk))


def close(online: Online) -> Any:
    return online.director.delete(online.path)


def start(online: Online) -> Any:
    return online.director.post(f"{online.path}/start", {})


CALLS = [
    pytest.param(Online, abandon, 200, "the game was abandoned", id="abandon"),
    pytest.param(Online, with_a_bot, 200, "the bot novice was put into seat 0", id="a bot"),
    pytest.param(Online, with_an_own_bot, 200, "a player was put into seat 0", id="own bot"),
    pytest.param(Online, offer, 202, "somebody was invited to seat 0", id="a seat offered"),
    pytest.param(Online, invite, 201, "somebody was invited to a seat", id="invitation"),
    pytest.param(Online, take_back, 204, "an invitation was taken back", id="taken back"),
    pytest.param(in_the_lobby, close, 204, "the game was called off before it began", id="close"),
    pytest.param(in_the_lobby, start, 200, "the game was started", id="start"),
    pytest.param(in_the_lobby, with_a_bot, 200, "the bot novice was put into seat 0", id="early"),
    pytest.param(in_the_lobby, invite, 201, "somebody was invited to a seat", id="early guest"),
]


@pytest.mark.parametrize(("world", "call", "status", "sentence"), CALLS)
@pytest.mark.full
def test_what_the_director_does_at_a_table_is_in_the_record(
    world: Callable[[], Online],
    call: Callable[[Online], Any],
    status: int,
    sentence: str,
):
    online = world()
    before, version = len(audit(online.night)), online.night.version()
    answer = call(online)
    assert answer.status_code == status, answer.content
    told = audit(online.night)
    name = online.night.director.display_name
    reason = ": The lights went out" if call is abandon else ""
    assert told[-1] == f"round 1, table 1: {sentence}, by {name}{reason}"
    done = 2 if call is take_back else 1
    assert (len(told) - before, online.night.version() - version) == (done, done)


def test_a_member_who_was_put_into_a_seat_is_named():
    online = Online()
    director = online.night.director
    fill(online, player=str(director.pk))
    assert audit(online.night)[-1] == (
        f"round 1, table 1: {director.display_name} was put into seat 0, by {director.display_name}"
    )
    assert director.display_name not in str(AuditEntry.objects.latest("id").facts)


def test_who_reads_along_learns_of_it_without_the_reason():
    online = Online()
    abandon(online)
    [last] = events(online.night)[-1:]
    assert last.startswith("round 1, table 1: the game was abandoned")
    assert "lights" not in last


def test_what_is_refused_is_not_in_the_record():
    online = Online()
    before, stranger = audit(online.night), api(player("Stranger"))
    assert start(online).status_code == 409
    assert close(online).status_code == 409
    assert fill(online, bot="nobody").status_code == 422
    assert fill(online, player=str(online.out.player_id)).status_code == 409
    absent = f"{online.path}/invitations/{player('Absent').pk}"
    assert online.director.delete(absent).status_code == 404
    assert stranger.put(f"{online.path}/seats/0", {"bot": "novice"}).status_code == 403
    assert audit(online.night) == before


def test_what_players_do_at_their_table_is_no_act_of_a_director():
    online = Online()
    before, holder = audit(online.night), api(online.holder)
    assert holder.post(f"{online.path}/abandon", {}).status_code == 202
    assert holder.delete(f"{online.path}/abandon").status_code == 204
    assert holder.delete(f"{online.path}/seats/me").status_code == 204
    assert audit(online.night) == before


def test_a_director_with_a_players_token_acts_as_a_player():
    online = Online()
    plays = api(online.night.director, "games:play", "games:read")
    before = audit(online.night)
    assert plays.post(f"{online.path}/abandon", {}).status_code == 403
    assert audit(online.night) == before


def test_a_game_outside_tournaments_is_on_no_clubs_record():
    online = Online()
    before, director = len(acts(online)), online.director
    made = director.post(f"{ROOT}/games", {"ruleset": "classic", "bots": {"1": "novice"}})
    assert made.status_code == 201, made.content
    assert director.delete(f"{ROOT}/games/{made.json()['id']}").status_code in (200, 204)
    assert len(acts(online)) == before


def test_a_game_of_an_archived_night_can_still_be_ended_and_that_is_on_record():
    online = Online()
    Tournament.objects.update(archived_at=timezone.now())
    assert abandon(online).status_code == 200
    assert acts(online)[-1] == "game_abandoned"


@pytest.mark.parametrize(("world", "call"), [each.values[:2] for each in CALLS])
def test_the_tournament_is_locked_before_its_game(world: Any, call: Any, monkeypatch: Any):
    online, taken = world(), list[str]()
    for module, name in ((changes, "version_take"), (locked, "game_lock")):
        _noting(monkeypatch, module, name, taken)
    call(online)
    assert taken[:2] == ["version_take", "game_lock"], "or a cancellation meets it: deadlock"


def _noting(monkeypatch: Any, module: Any, name: str, into: list[str]) -> None:
    real = getattr(module, name)

    def noting(*args: Any, **named: Any) -> Any:
        into.append(name)
        return real(*args, **named)

    monkeypatch.setattr(module, name, noting)
