"""Presence from calls and open streams, as a running service has it."""

import pytest

from games.models import Presence
from tests.concurrency.fleet import wait_until
from tests.games_api.tables import Table
from tests.live.process import PATIENCE_S, Stream, call, live_process, token_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]


def test_who_calls_or_has_a_stream_open_is_online_for_the_others(tmp_path):
    table = Table().start()
    with (
        live_process(tmp_path, SAMBA_PRESENCE="true") as live,
        Stream(live, f"{table.path}/stream", token_of(table, 0)) as stream,
    ):
        while not stream.events:
            stream.receive()
        assert call(live, table.path, token_of(table, 1))[0] == 200
        while len(stream.events) < 2:
            stream.receive()
        first, second = stream.events
        assert [each["seat"] for each in (first, second)] == [0, 1]
        assert {each["presence"] for each in (first, second)} == {"online"}
        mine = Presence.objects.filter(game=table.id, player=table.players[0])
        heard = mine.get().heard_at
        wait_until(lambda: mine.get().heard_at > heard, PATIENCE_S)  # the stream is enough
    assert [seat["presence"] for seat in table.get()["seats"]] == ["online", "online", None, None]
