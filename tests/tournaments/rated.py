"""Nights and games that count for public ratings, and the worker that counts them."""

from typing import Any

from games.models import DueWork
from samba_service.accounts.models import Player
from tests import kept_worlds
from tests.contract.shapes import conforms
from tests.factories import api
from tests.tournaments.nights import Night, night, tournament_end
from tests.tournaments.scores import score
from tournaments.engine.rated_tables import Model, PublicTable, RatedTable
from tournaments.engine.ratings import Strength, Strengths, strengths_after
from tournaments.models import Club, CountedTable, RatingCheckpoint, RatingLine, Round
from tournaments.services.ratings import RATE, RATE_CLUB, club_ratings_compute, ratings_compute
from tournaments.services.tournaments import tournament_rate

RATINGS = "/api/v1/ratings"


def work_through() -> int:
    """What a worker does: all that is due for ratings; how many sources that were."""
    sources = DueWork.objects.filter(kind=RATE).values_list("subject", flat=True).distinct()
    return sum(ratings_compute(source_id=each) for each in list(sources))


def of_club(club: Club, by: Player | None, *scopes: str, **query: Any) -> Any:
    """The answer to who looks at a club's ratings once a worker has computed what is due."""
    client, path = api(by, *scopes), f"/api/v1/clubs/{club.pk}/ratings"
    asked = {"ruleset": "classic", "kind": "partnership", **query}
    client.get(path, asked)
    club_lists_work_through()
    return client.get(path, asked)


def club_lists_work_through() -> int:
    """What a worker does: all lists of clubs that are due; how many these were."""
    due = list(DueWork.objects.filter(kind=RATE_CLUB).values_list("subject", flat=True))
    for each in due:
        club_ratings_compute(list_id=each)
    return len(due)


def public_answer(kind: str = "partnership", **query: Any) -> Any:
    """As a stranger without an account reads the ratings."""
    answer = api().get(RATINGS, {"ruleset": "classic", "kind": kind, **query})
    assert answer.status_code == 200, answer.content
    conforms("ratings_list", answer.json())
    return answer.json()


def public(kind: str = "partnership", **query: Any) -> list[Any]:
    """The rows of that."""
    found: list[Any] = public_answer(kind, **query)["results"]
    return found


def marked(evening: Night, *, rated: bool = True) -> Night:
    """As the site's operator marks it, and a worker counts it."""
    tournament_rate(tournament_id=evening.tournament.pk, by=None, rated=rated)
    work_through()
    return evening


def ended(evening: Night) -> Night:
    """The night after its last result: its round closed, and itself finished."""
    for round_ in Round.objects.filter(tournament=evening.tournament).exclude(state="closed"):
        evening.close(round_)
    tournament_end(tournament_id=evening.tournament.pk, by=evening.director)
    work_through()
    return evening


@kept_worlds.kept
def counted(points: int = 4000, entries: int = 2, **given: Any) -> Night:
    """A night of one round that the operator marked; side 0 won at each table."""
    evening = marked(night(entries, **{"rounds": 1, "publish": True, "accounts": 2, **given}))
    for table in Round.objects.get(tournament=evening.tournament).tables.all():
        score(evening, table, points, 0)
    return ended(evening)


def replayed(margin_sd: int = 2000) -> Strengths:
    """By key, what all tables that count come to, from the very first."""
    rows = CountedTable.objects.order_by("day", "source", "round", "number")
    tables = [
        PublicTable(
            RatedTable(row.day, tuple(map(tuple, row.sides)), tuple(row.points), row.hands),
            None if row.rated is None else frozenset(row.rated),
            frozenset(row.without_gain or ()),
        )
        for row in rows
    ]
    return strengths_after(Model(margin_sd=margin_sd), {}, tables)


def kept() -> dict[str, Strength]:
    """By key, what the lines say."""
    return {
        line.key: Strength(line.mean, line.variance, line.tables, line.day)
        for line in RatingLine.objects.all()
    }


def checkpoints() -> list[tuple[str, int, float, float, int]]:
    """All of them, in order."""
    rows = RatingCheckpoint.objects.order_by("line__key", "day")
    return list(rows.values_list("line__key", "day", "mean", "variance", "tables"))
