"""A player's ratings and what they were day by day: for their own players, and for all if asked."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest

from samba_service.accounts.models import Player
from samba_service.accounts.services.people import player_anonymise
from tests.contract.shapes import conforms
from tests.factories import api, player
from tests.tournaments.nights import Night, table_of
from tests.tournaments.rated import counted, replayed, work_through
from tests.tournaments.scores import total
from tests.tournaments.test_ratings_earned import alone, asks
from tournaments.engine.ratings import Strength
from tournaments.models import RatingList, Round
from tournaments.services.ratings import rating_list_replay
from tournaments.services.results import result_correct

pytestmark = pytest.mark.django_db

ME = "/api/v1/players/me"


def ratings(of: Player, by: Player, *scopes: str) -> list[Any]:
    """The answer to `by` about the ratings of `of`."""
    answer = api(by, *scopes).get(f"/api/v1/players/{of.pk}/ratings")
    assert answer.status_code == 200, answer.content
    conforms("players_ratings", answer.json())
    found: list[Any] = answer.json()["results"]
    return found


def history(of: Player, by: Player, *partners: Player, **query: str | int) -> Any:
    """The answer to `by` about the days of the rating in `classic`, as one with `partners`."""
    if partners:
        query["partners"] = ",".join(str(each.pk) for each in partners)
    return api(by).get(f"/api/v1/players/{of.pk}/ratings/classic", query)


def days(answer: Any) -> list[Any]:
    assert answer.status_code == 200, answer.content
    conforms("players_rating_history", answer.json())
    found: list[Any] = answer.json()["results"]
    return found


def as_shown(strength: Strength) -> tuple[int, int, int]:
    return strength.rating, strength.deviation, strength.tables


def values(row: Any) -> tuple[int, int, int]:
    return row["rating"], row["deviation"], row["tables"]


def played_again(*days_later: int) -> None:
    """As if the tables that count had the same results again, that many days later each time."""
    ratings = RatingList.objects.get()
    for table in list(ratings.tables.all()):
        for later in days_later:
            table.pk, table.source, table.day = None, uuid4(), table.day + later
            table.save()
    rating_list_replay(ratings, since=0)


def a_pair() -> tuple[Night, list[Player]]:
    """A night that counts, and two partners with accounts who won it."""
    evening = counted()
    table = table_of(Round.objects.get(tournament=evening.tournament))
    people = [seat.member.player for seat in table.seats.order_by("seat") if seat.seat % 2 == 0]
    return evening, [each for each in people if each is not None]


def test_a_player_sees_their_own_rating_and_others_see_it_once_asked() -> None:
    _, (winner, *_) = alone()
    other = player("Olga")

    [own] = ratings(winner, winner)
    assert values(own) == as_shown(replayed()[str(winner.pk)])
    assert (own["ruleset"], own["kind"], own["partners"]) == ("classic", "player", [])
    assert [values(row) for row in days(history(winner, winner))] == [values(own)]
    assert ratings(winner, other) == []
    assert days(history(winner, other)) == []

    asks(winner, listed=True)
    assert ratings(winner, other) == [own]
    assert days(history(winner, other)) == days(history(winner, winner))


def test_what_is_not_listed_takes_the_scope_of_the_profile() -> None:
    _, (winner, *_) = alone()

    assert ratings(winner, winner, "games:read") == []
    assert len(ratings(winner, winner, "profile")) == 1


def test_a_partnership_is_shown_to_each_of_its_players_and_to_others_once_both_asked() -> None:
    _, (one, partner) = a_pair()
    other = player("Olga")

    for own, second in ((one, partner), (partner, one)):
        [row] = ratings(own, own)
        assert [each["id"] for each in row["partners"]] == [str(second.pk)]
        assert row["kind"] == "partnership"
        assert [values(day) for day in days(history(own, own, second))] == [values(row)]
    assert ratings(one, partner) != [], "it is theirs too"
    assert days(history(one, one)) == [], "as a player one has no rating"
    assert days(history(one, one, partner, kind="player")) == []

    asks(one, listed=True)
    assert ratings(one, other) == []
    assert days(history(one, other, partner)) == []
    asks(partner, listed=True)
    assert [row["partners"][0]["name"] for row in ratings(one, other)] == [partner.display_name]
    assert len(days(history(one, other, partner))) == 1


def test_the_history_has_the_rating_after_each_day_the_latest_first() -> None:
    _, (one, partner) = a_pair()
    key = "+".join(sorted((str(one.pk), str(partner.pk))))
    first = replayed()[key]
    played_again(7, 30)

    told = days(history(one, one, partner))
    assert [row["tables"] for row in told] == [3, 2, 1]
    assert values(told[0]) == as_shown(replayed()[key])
    assert values(told[-1]) == as_shown(first)
    newest, second, oldest = [date.fromisoformat(row["day"]) for row in told]
    assert ((second - oldest).days, (newest - second).days) == (7, 30)

    page = history(one, one, partner, limit=2)
    assert days(page) == told[:2]
    assert days(api(one).get(page.json()["next"])) == told[2:]
    assert ratings(one, one)[0]["last_played"] == told[0]["day"]


def test_a_correction_changes_the_days_since() -> None:
    evening, (one, partner) = a_pair()
    [before] = days(history(one, one, partner))
    table = table_of(Round.objects.get(tournament=evening.tournament))
    result_correct(table_id=table.id, by=evening.director, reason="misread", hands=total(0, 4000))
    work_through()
    [after] = days(history(one, one, partner))
    assert before["rating"] > 0 > after["rating"]


def test_of_an_erased_account_nothing_is_shown() -> None:
    _, (winner, *_) = alone()
    asks(winner, listed=True)
    other = player("Olga")
    assert len(ratings(winner, other)) == 1

    player_anonymise(player_id=winner.pk)
    assert ratings(winner, other) == []
    assert days(history(winner, other)) == []


@pytest.mark.parametrize(
    "query",
    [
        {"kind": "pair"},
        {"partners": "anna"},
        {"partners": ""},
        {"partners": "00000000-0000-4000-8000-00000000000A"},
        {"cursor": "x"},
        {"limit": 0},
    ],
)
def test_a_malformed_question_is_refused(query: Any) -> None:
    who = player("Olga")
    assert history(who, who, **query).status_code == 400


def test_who_has_not_played_has_no_ratings() -> None:
    who = player("Olga")
    assert ratings(who, who) == days(history(who, who)) == days(history(who, who, who)) == []
    answer = api(who).get(f"/api/v1/players/{uuid4()}/ratings/classic")
    assert answer.status_code == 404
