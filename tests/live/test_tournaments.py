"""The log of a tournament, live: the same rows as the page, for each reader."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db.models.functions import Now

from samba_service.accounts.choices import Scope
from tests.factories import player, secret
from tests.live.process import NDJSON, SSE, Stream, call
from tests.tournaments.nights import Night, night
from tournaments.models import Club, Member, Tournament
from tournaments.services.joining import club_join

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


def follow(live: Any, at: Night, token: str, after: int | None = None, **how: Any) -> Stream:
    return Stream(live, f"{at.path}/stream", token, after=after, **how)


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_stream_shows_each_reader_the_rows_of_the_page(live, accept):
    at = night(4)
    Club.objects.filter(pk=at.club.pk).update(names="none")  # for who is no member
    readers = [secret(at.director), secret(at.director, Scope.TOURNAMENTS_MANAGE), secret(player())]
    streams = [follow(live, at, token, accept=accept) for token in readers]
    try:
        began, *_ = [each.until(1)[0] for each in streams]
        assert began["type"] == "snapshot"
        assert began["tournament"] == call(live, at.path, readers[0])[1]
        at.next_round()
        last = call(live, at.path, readers[0])[1]["version"]
        for token, each in zip(readers, streams, strict=True):
            page = call(live, f"{at.path}/events?after={began['seq']}&limit=200", token)[1]
            assert each.until(last)[1:] == page["results"] != []
        assert streams[0].items[1:] != streams[2].items[1:]
    finally:
        for each in streams:
            each.connection.close()


def test_a_waiting_call_gets_the_next_row(live):
    at = night(4)
    token = secret(at.director)
    version = call(live, at.path, token)[1]["version"]
    path = f"{at.path}/events?after={version}&wait=30"
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(call, live, path, token)
        at.next_round()
        status, page = answer.result(60)
    assert status == 200
    assert page["results"][0]["version"] == version + 1


def test_a_stream_of_a_club_night_ends_with_the_membership(live):
    at, reader = night(4, visibility="club"), player("Rita")
    member, token = club_join(code=at.club.join_code, player=reader).member, secret(reader)
    with follow(live, at, token) as stream:
        stream.until(1)
        Member.objects.filter(pk=member.pk).update(left_at=Now())
        stream.to_the_end()
    assert call(live, at.path, token)[0] == 404


def test_a_stream_of_a_night_ends_when_it_is_a_draft_again(live):
    at, reader = night(4), player("Rita")
    with follow(live, at, secret(reader)) as stream:
        stream.until(1)
        Tournament.objects.filter(pk=at.tournament.pk).update(state="draft")
        stream.to_the_end()
