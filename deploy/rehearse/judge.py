"""What became of the night: acknowledged moves against the log, and a copy against its source."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import psycopg

from deploy.rehearse.players import Played

SHOWN = 5
"""How many games of a fault are named."""


class Head(NamedTuple):
    """How far a game is, and the hash of its log up to there."""

    version: int
    hash: str


def moves_faults(
    acknowledged: Mapping[str, Sequence[Played]], logged: Mapping[str, Sequence[Played]]
) -> list[str]:
    """Moves that were acknowledged and are not in the log, or are there and were not, by player."""
    lost, doubled = Counter[str](), Counter[str]()
    for player in {*acknowledged, *logged}:
        sent = Counter(map(_text, acknowledged.get(player, ())))
        kept = Counter(map(_text, logged.get(player, ())))
        lost += sent - kept
        doubled += kept - sent
    return [
        *_named("acknowledged moves are not in the log", lost),
        *_named("moves are in the log, and were acknowledged to nobody", doubled),
    ]


def heads_faults(copy: Mapping[str, Head], hashes: Mapping[tuple[str, int], str]) -> list[str]:
    """Games of a copy whose hash is not the one that the log has at that version."""
    wrong = [
        f"{game} at version {head.version}"
        for game, head in copy.items()
        if hashes.get((game, head.version)) != head.hash
    ]
    return _named("games of the restored database have another hash", Counter(wrong))


def kept_faults(early: Iterable[Played], logged: Mapping[str, Sequence[Played]]) -> list[str]:
    """Moves that were acknowledged before a backup began, and are not in what it restores."""
    kept = Counter(_text(played) for moves in logged.values() for played in moves)
    lost = Counter(map(_text, early)) - kept
    return _named("moves that were acknowledged before the backup are not in it", lost)


def moves_logged(url: str, players: Iterable[str]) -> dict[str, list[Played]]:
    """What the log has of these players' actions."""
    found: dict[str, list[Played]] = {}
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT m.actor::text, g.id::text, m.version, m.action FROM games_move m"
            " JOIN games_game g ON g.number = m.game_number"
            " WHERE m.actor = ANY(%s::uuid[]) AND m.action <> ''",
            [list(players)],
        )
        for player, game, version, action in rows:
            found.setdefault(player, []).append(Played(game, version, json.loads(action)))
    return found


def heads(url: str) -> dict[str, Head]:
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT id::text, version, encode(head, 'hex') FROM games_game WHERE version > 0"
        )
        return {game: Head(version, head) for game, version, head in rows}


def hashes(url: str) -> dict[tuple[str, int], str]:
    """Of the log, by game and version."""
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT g.id::text, m.version, encode(m.hash, 'hex') FROM games_move m"
            " JOIN games_game g ON g.number = m.game_number"
        )
        return {(game, version): digest for game, version, digest in rows}


def statuses(url: str) -> Counter[str]:
    """How many games are in each state."""
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT status, count(*) FROM games_game GROUP BY status")
        return Counter(dict(rows.fetchall()))


def _text(played: Played) -> str:
    return f"{played.game} at version {played.version}: {json.dumps(played.action, sort_keys=True)}"


def _named(what: str, found: Counter[str]) -> list[str]:
    if not found:
        return []
    some = "; ".join(sorted(found)[:SHOWN])
    return [f"{found.total()} {what}: {some}"]
