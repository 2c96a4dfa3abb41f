"""Rounds on shared deals for tests: played table by table, and searched for what is shown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson
from django.db import transaction
from rest_framework.test import APIClient

from games.models import Game
from games.services.moves import move_play
from samba_service.accounts.models import Player
from tests.contract.shapes import SCHEMA
from tests.factories import api
from tests.games.tables import some_action, state
from tests.games_api.test_duplicate import CARD, LISTS, LOOKS, leaks, whole
from tests.kept_worlds import kept
from tests.tournaments.nights import Night, night
from tests.tournaments.printing.pages import texts
from tournaments.models import Result, Round, Table
from tournaments.services.results import game_result_record

GAMES, ROOT = "/api/v1/games", "/api/v1"
HANDS = 2
TERMS = {
    "venue": "online",
    "duplicate": True,
    "hands_per_round": HANDS,
    "ruleset": {"extends": "classic", "overrides": {"seating": {"hand_size": {"4": 38}}}},
    "tiebreaks": ["score", "points", "played"],
}
"""A stock of few cards, and metrics that are 0 for an entry without a result."""
RESULTS = frozenset({"points", "scores", "total", "winner", "difference"})
NO_POINTS = re.compile(
    r"Player\s+\d+|\d+\s+from\s+\d+|\b20\d\d\b|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
)
"""Names, what it takes to open, years and ids: their numbers may equal points of some player."""
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")
HERE = re.compile(r"/(tournaments/{tournament_id}|rounds/{round_id}|tables/{table_id})(/|$)")
READS = [
    *sorted(path for path, item in SCHEMA["paths"].items() if "get" in item and HERE.search(path)),
    "/api/v1/clubs/{club_id}/audit",
]


@dataclass
class SharedRound:
    """A published round on shared deals, and who sits where."""

    night: Night
    round: Round

    def __post_init__(self) -> None:
        self.tables = {table.number: table for table in self.round.tables.order_by("number")}
        self.people = {number: seated(table) for number, table in self.tables.items()}

    @property
    def path(self) -> str:
        return f"{ROOT}/rounds/{self.round.id}"

    def game(self, number: int) -> Game:
        game = self.tables[number].game
        assert game is not None
        return game

    def client(self, number: int) -> APIClient:
        """Of somebody who sits at this table."""
        return api(self.people[number][0])

    def play(self, number: int, hands: int = HANDS) -> None:
        """Play at a table until this many hands have ended; a result is taken as on commit."""
        game = self.game(number)
        while (match := state(game.id)).hands_played < hands:
            assert match.hand is not None
            mover = self.people[number][match.hand.to_act[0]]
            with transaction.atomic():
                move_play(game_id=game.id, player_id=mover.id, action=some_action(game.id))
        if hands == HANDS:
            assert game_result_record(game_id=game.id)

    def told(
        self, client: APIClient, *, own: int | None = None, directing: bool = False
    ) -> list[str]:
        """The calls of tournaments that show a card, or the result of another table.

        A director who does not play may know results.
        """
        return [
            at
            for at, answer in self._answers(client)
            if CARD.search(_played(answer)) or (not directing and self._tells(answer, own))
        ]

    def _answers(self, client: APIClient) -> Iterator[tuple[str, Any]]:
        ids = {"tournament_id": self.night.tournament.id, "round_id": self.round.id}
        for path in READS:
            tables = list(self.tables.values()) if "{table_id}" in path else [self.tables[1]]
            for table in tables:
                at = path.format(**ids, table_id=table.id, club_id=self.night.club.id)
                yield at, client.get(at)

    def _tells(self, answer: Any, own: int | None) -> bool:
        """True if a result is shown, in JSON or in a file."""
        if answer.content.endswith(b"}"):
            mine = None if own is None else str(self.tables[own].id)
            return any(table is None or table != mine for table in self._of(answer.json()))
        return self.prints(answer, own)

    def _of(self, value: Any, table: str | None = None) -> Iterator[str | None]:
        """The tables whose results are in an answer; None for what belongs to no single table."""
        if isinstance(value, list):
            for each in value:
                yield from self._of(each, table)
        if isinstance(value, dict):
            known = {str(each.id) for each in self.tables.values()}
            table = value["id"] if value.get("id") in known else table
            if any(value.get(name) is not None for name in RESULTS) or _is_metric(value):
                yield table
            for name, each in value.items():
                if name != "ruleset":  # its document has points of its own
                    yield from self._of(each, table)

    def prints(self, answer: Any, own: int | None = None) -> bool:
        """True if a file shows the points of a table; those of the table `own` do not count."""
        if answer.status_code != 200:
            return False
        text = _printed(answer) if _is_pdf(answer) else answer.content.decode()
        results = Result.objects.filter(table__round=self.round)
        points = {
            (table == own, str(abs(each)))
            for table, of in results.values_list("table__number", "points")
            for each in of or ()
            if abs(each) > 99
        }
        mine = {each for is_own, each in points if is_own}
        wanted = {each for _, each in points} - mine
        return bool(wanted & set(re.findall(r"\d+", NO_POINTS.sub("", text))))

    def shown(self, client: APIClient, number: int, *, scores: bool) -> list[str]:
        """The calls of a table's game that show a card, or scores that are not for the caller."""
        game = f"{GAMES}/{self.game(number).id}"
        paths = [*(f"{game}{look}" for look in LOOKS), *LISTS]
        return leaks(((path, whole(client.get(path))) for path in paths), scores=scores)


def _is_pdf(answer: Any) -> bool:
    return bool(answer["Content-Type"] == "application/pdf")


def _printed(answer: Any) -> str:
    """The text of a PDF. Its compressed bytes can look like a card by chance."""
    return THOUSANDS.sub("", "\n".join(texts(answer.content)))


def _played(answer: Any) -> bytes:
    """An answer without the ruleset of a bundle, which names jokers."""
    if answer.status_code == 200 and _is_pdf(answer):
        return (str(sorted(answer.items())) + _printed(answer)).encode()
    if not answer.content.startswith(b'{"format":'):
        return whole(answer)
    bundle = answer.json()
    del bundle["tournament"]["ruleset"]
    return orjson.dumps(bundle)


def _is_metric(value: dict[str, Any]) -> bool:
    return value.keys() == {"name", "value"} and bool(value["value"])


def seated(table: Table) -> list[Player]:
    """Who sits at a table, seat by seat; all have accounts."""
    members = [seat.member for seat in table.seats.select_related("member__player")]
    return [member.player for member in members if member.player is not None]


def shared_night(pairs: int = 4, **given: Any) -> Night:
    """A night online on the same deals, of pairs with accounts."""
    return night(pairs, accounts=2, **{**TERMS, **given})


@kept
def shared_round(pairs: int = 4, **given: Any) -> SharedRound:
    evening = shared_night(pairs, **given)
    return SharedRound(evening, evening.next_round())
