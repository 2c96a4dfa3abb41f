"""No card, name or token of those who play is in a log line or a metric."""

import logging
import random
import re
from collections.abc import Iterator
from io import StringIO
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.test import Client

from games.services import moves
from games.tasks import turns_play
from samba_service.devstack.__main__ import web_command
from samba_service.kit.logs import CallersFaults, DiscreetFormatter, Reprs
from tests.edge.web import granian_command, live_command, running_web
from tests.factories import Holder
from tests.games.tables import bots_game, play_out
from tests.games_api.tables import NAMES, Table

CARD = re.compile(r"\b([2-9TJQKA][CDHS]|JK)\b")


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """All that production would print, down to DEBUG."""
    written, root = StringIO(), logging.getLogger()
    handler = logging.StreamHandler(written)
    handler.setFormatter(DiscreetFormatter())
    for each in (CallersFaults(), Reprs()):
        handler.addFilter(each)
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


def canaries(text: str, table: Table) -> set[str]:
    """Cards, names and tokens in the text."""
    found = {match.group() for match in CARD.finditer(text)}
    found |= {name for name in NAMES if re.search(rf"\b{name}\b", text, re.IGNORECASE)}
    tokens = [client.text for client in table.clients if isinstance(client, Holder)]
    return found | {token for token in tokens if token in text}


def play(table: Table, hands: int, rng: random.Random) -> None:
    """Hands by examples, with an action that nobody may play before each of them."""
    done = 0
    while done < hands:
        seat = table.to_act
        assert table.move((seat + 1) % 4, {"type": "discard", "card": "KH"}).status_code == 409
        answer = table.move(seat, rng.choice(table.options(seat))["example"])
        assert answer.status_code == 201, answer.content
        done += any(event["type"] == "hand_scored" for event in answer.json()["events"])
        if answer.json()["game"]["status"] != "active":
            break


def all_metrics(settings) -> str:
    settings.SAMBA_METRICS_ADDRESSES = [ip_network("127.0.0.1")]
    return Client().get("/metrics").content.decode()


@pytest.mark.full
@pytest.mark.django_db
def test_hands_are_played_without_a_card_name_or_token_in_lines_and_metrics(
    lines: StringIO, settings
) -> None:
    table = Table().start()
    play(table, 1, random.Random(1))
    table.clients[0].get(f"/api/v1/players?name={NAMES[1]}&card=KH")
    table.clients[0].get(f"/players/{NAMES[1]}")
    bots_game()
    turns_play(0)

    assert lines.getvalue().count('"event":"call"') > 50
    assert canaries(lines.getvalue(), table) == set()
    assert canaries(all_metrics(settings), table) == set()


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("part", range(20))  # one transaction of all would take half an hour
def test_a_thousand_hands_are_played_without_one(lines: StringIO, settings, part: int) -> None:
    rng, table = random.Random(part), Table().start()
    play(table, 1, rng)
    for _ in range(50):
        play_out(bots_game().id)

    assert canaries(lines.getvalue(), table) == set()
    assert canaries(all_metrics(settings), table) == set()


@pytest.mark.django_db
def test_a_fault_that_quotes_a_hand_is_logged_without_it(lines: StringIO, monkeypatch) -> None:
    quoted = " ".join(f"{rank}H" for rank in "K3J") + f" of {NAMES[0]}"

    def fail(*_args: object, **_named: object) -> None:
        raise ValueError(quoted) from KeyError(quoted)

    table = Table().start()
    monkeypatch.setattr(moves, "_play", fail)
    assert table.move(table.to_act, {"type": "draw"}).status_code == 500

    assert "builtins.ValueError" in lines.getvalue()
    assert canaries(quoted, table) == {"KH", "3H", "JH", NAMES[0]}
    assert canaries(lines.getvalue(), table) == set()


@pytest.mark.django_db
def test_the_search_for_canaries_finds_a_logged_hand(lines: StringIO) -> None:
    """The control: if this fails, the tests above prove nothing."""
    table = Table().start()
    holder = table.clients[0]
    assert isinstance(holder, Holder)
    token = holder.text
    logging.getLogger("games").debug("%s holds %s by %s", "Ana", ["KH", "JK"], token)

    assert canaries(lines.getvalue(), table) == {"Ana", "KH", "JK", token}


@pytest.mark.full
@pytest.mark.parametrize("command", [web_command, live_command, granian_command])
def test_no_server_writes_what_is_asked_of_it_nor_from_where(command, tmp_path: Path) -> None:
    with running_web(tmp_path, command) as web:
        at_start = web.said
        for path in ("/api/v1/players?name=Unique77", "/Unique77"):
            answer = web.call(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert answer.startswith(b"HTTP/1.1 4")

    assert str(web.address.port) in at_start
    assert "Unique77" not in web.said
    assert "127.0.0.1" not in web.said.removeprefix(at_start)
