"""The log of one player, live: what begins to wait for them in all games, and what ceases."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from games.models import Notice
from games.selectors.notices import last_seq
from samba_service.accounts.authentication import tokens
from samba_service.accounts.choices import Scope
from tests.contract.shapes import conforms
from tests.factories import erase, player, secret, with_secret
from tests.games_api.tables import Table
from tests.games_api.test_lobby import refused
from tests.live.process import NDJSON, SSE, Stream, call, token_of
from tests.live.test_cuts import cut_again_and_again

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

ME = "/api/v1/players/me"


def last_of(table: Table, seat: int) -> int:
    return last_seq(table.players[seat].pk)


def a_turn(table: Table) -> None:
    seat = table.to_act
    while table.to_act == seat:
        table.play_example(random.Random(1), seat)


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_stream_begins_with_what_waits_and_goes_on_with_the_log(live, accept):
    table = Table().start()
    seat = (table.to_act + 1) % 4
    with Stream(live, f"{ME}/stream", token_of(table, seat), accept=accept) as stream:
        [began] = stream.until(1)
        assert (began["type"], began["seq"]) == ("snapshot", last_of(table, seat))
        assert began["waiting"] == call(live, f"{ME}/waiting", token_of(table, seat))[1]["results"]
        assert [each["type"] for each in began["waiting"]] == ["my_table"]

        a_turn(table)

        news = stream.until(last_of(table, seat))[1:]
        assert [(each["type"], each["game"]) for each in news] == [("my_turn", table.id)]
        path = f"{ME}/events?after={began['seq']}"
        page = call(live, path, token_of(table, seat))[1]
        conforms("players_me_events", page)
        assert page["results"] == news


def test_a_waiting_call_gets_the_turn(live):
    table = Table().start()
    seat = (table.to_act + 1) % 4
    path = f"{ME}/events?after={last_of(table, seat)}&wait=30"
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(call, live, path, token_of(table, seat))
        a_turn(table)
        status, page = answer.result(20)
    assert status == 200
    assert [each["type"] for each in page["results"]] == ["my_turn"]


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_who_is_cut_off_goes_on_without_gap_or_repeat(live, accept):
    table = Table().start()
    for _ in range(8):
        a_turn(table)
    token, last = token_of(table, 0), last_of(table, 0)

    events, cuts = cut_again_and_again(live, f"{ME}/stream", token, last, 12, 3, accept)

    assert cuts
    assert events == call(live, f"{ME}/events", token)[1]["results"]


def test_the_stream_ends_with_the_token_and_with_the_account(live):
    for end in (revoke, erase):
        who = player("Rita")
        token = secret(who)
        with Stream(live, f"{ME}/stream", token) as stream:
            stream.until(0)
            assert end(with_secret(token)).status_code == 204
            tokens.clear()
            stream.to_the_end()
        assert not Notice.objects.filter(player_id=who.pk).exists()


def revoke(client: Any) -> Any:
    [mine] = client.get("/api/v1/auth/tokens").json()["results"]
    return client.delete(f"/api/v1/auth/tokens/{mine['id']}")


def test_a_place_in_the_log_that_is_not_kept_any_more(live):
    table = Table().start()
    for _ in range(8):
        a_turn(table)
    token, last = token_of(table, 0), last_of(table, 0)
    Notice.objects.filter(seq__lt=last).delete()
    late = with_secret(token).get(f"{ME}/events?after=1")
    refused(late, 409, "notices_gone")
    with Stream(live, f"{ME}/stream", token, after=1) as stream:
        assert stream.until(last)[0]["type"] == "snapshot"


def test_another_scope_is_not_enough():
    token = secret(player(), Scope.GAMES_PLAY)
    for path in ("events", "stream", "waiting"):
        refused(with_secret(token).get(f"{ME}/{path}"), 403, "insufficient_scope")
