"""The games, tournaments and clubs of a database, in lines that another database is held to.

Each line is about something that only grows: a game up to a version of its log, a tournament at a
version, the log of a club up to a moment. A database that was copied later has all of it. No line
has a name or a card.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from cryptography.fernet import InvalidToken
from django.db import connection

from games.choices import GameStatus
from games.models import DealSecret, Game
from games.vault import unseal
from tournaments.engine.standings import standings
from tournaments.models import Tournament
from tournaments.selectors.standings import scores_of

Line = dict[str, Any]
FORMAT = "samba-inventory/1"
SETTLED = timedelta(minutes=1)
"""A transaction ends sooner: what began before that, and is not there now, never will be."""
CHUNK = 1000
_MOVES = """
    SELECT asked.id, game.version, encode(CASE WHEN game.lobby_version IS NULL THEN move.hash
        WHEN game.version = asked.version THEN game.head END, 'hex')
    FROM unnest(%s::uuid[], %s::int[]) AS asked (id, version)
    LEFT JOIN games_game game ON game.id = asked.id
    LEFT JOIN games_move move
        ON move.game_number = game.number AND move.version = asked.version
"""
_CLUBS = """
    SELECT club_id, count(*), encode(sha256(string_agg(sha256(convert_to(concat_ws(
        '|', id, tournament_id, version, extract(epoch FROM at), actor_id, act, facts, reason
    ), 'UTF8')), ''::bytea ORDER BY id)), 'hex')
    FROM tournaments_auditentry WHERE at <= %s GROUP BY club_id ORDER BY club_id
"""


def inventory() -> Iterator[Line]:
    """Raises InvalidToken if a deal of a running game cannot be opened here."""
    settled = _now() - SETTLED
    yield {"format": FORMAT, "settled": settled.isoformat(), "deals": deals_opened()}
    games = Game.objects.filter(version__gt=0).order_by("number")
    for id_, version, head in games.values_list("id", "version", "head").iterator(CHUNK):
        yield {"game": str(id_), "version": version, "hash": bytes(head).hex()}
    for tournament in Tournament.objects.order_by("pk").iterator():
        yield _tournament_line(tournament)
    for club, entries, digest in _club_logs(settled):
        yield {"club": str(club), "entries": entries, "log": digest}


def deals_opened() -> int:
    """How many sealed deals running games have; each opens. Raises InvalidToken."""
    running = DealSecret.objects.filter(game__status=GameStatus.ACTIVE)
    sealed = running.values_list("sealed", flat=True).iterator(CHUNK)
    return sum(1 for each in sealed if unseal(bytes(each)))


@dataclass
class Comparison:
    """This database against the lines of another one."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def run(self, lines: Iterator[Line]) -> None:
        head = next(lines, {})
        if head.get("format") != FORMAT:
            self.faults.append(f"no inventory: it does not begin with {FORMAT}")
            return
        try:
            self.counts["deals of running games open"] = deals_opened()
        except InvalidToken:
            self.faults.append("SAMBA_DEAL_KEY does not open the deals: running hands would end")
        clubs = {
            str(club): (entries, digest)
            for club, entries, digest in _club_logs(datetime.fromisoformat(head["settled"]))
        }
        while chunk := list(islice(lines, CHUNK)):
            self._games([line for line in chunk if "game" in line])
            for line in chunk:
                if "tournament" in line:
                    self._tournament(line)
                elif "club" in line:
                    self._club(line, clubs)

    def _games(self, lines: list[Line]) -> None:
        if not lines:
            return
        ids, versions = [each["game"] for each in lines], [each["version"] for each in lines]
        with connection.cursor() as cursor:
            cursor.execute(_MOVES, [ids, versions])
            found = {str(id_): (now, digest) for id_, now, digest in cursor}
        for line in lines:
            now, digest = found[line["game"]]
            name = f"game {line['game']}"
            if now is None:
                self.faults.append(f"{name} is missing")
            elif digest is None:
                self.faults.append(f"{name} ends at version {now}, before {line['version']}")
            elif digest != line["hash"]:
                self.faults.append(f"{name} has another hash at version {line['version']}")
            else:
                self.counts["games have their hash"] += 1

    def _tournament(self, line: Line) -> None:
        name = f"tournament {line['tournament']}"
        tournament = Tournament.objects.filter(pk=line["tournament"]).first()
        if tournament is None:
            self.faults.append(f"{name} is missing")
        elif tournament.version < line["version"]:
            self.faults.append(f"{name} ends at {tournament.version}, before {line['version']}")
        elif tournament.version > line["version"]:
            self.counts["tournaments went on since: their standings are others"] += 1
        elif _tournament_line(tournament) != line:
            self.faults.append(f"{name} has other standings")
        else:
            self.counts["tournaments have their standings"] += 1

    def _club(self, line: Line, clubs: dict[str, tuple[int, str]]) -> None:
        if clubs.get(line["club"]) != (line["entries"], line["log"]):
            self.faults.append(f"club {line['club']} has another log")
        else:
            self.counts["clubs have their log"] += 1


def _tournament_line(tournament: Tournament) -> Line:
    state = scores_of(tournament)
    digest = hashlib.sha256(repr(standings(state)).encode()).hexdigest()
    return {"tournament": str(tournament.pk), "version": state.version, "standings": digest}


def _now() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT samba_now()")
        now: datetime = cursor.fetchone()[0]
    return now


def _club_logs(until: datetime) -> Iterable[tuple[Any, int, str]]:
    with connection.cursor() as cursor:
        cursor.execute(_CLUBS, [until])
        return list(cursor)
