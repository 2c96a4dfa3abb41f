"""The page that compares tables of the same deals, once all of them have ended."""

import re

import pytest
from django.utils.html import escape

from tests.factories import api, player
from tests.tournaments.read_pages import page_of, reading, statements
from tests.tournaments.shared import SharedRound, shared_round
from tournaments.models import Club, Tournament

pytestmark = pytest.mark.django_db


def played() -> tuple[SharedRound, str]:
    at = shared_round()
    for number in at.tables:
        at.play(number)
    return at, f"/rounds/{at.round.pk}/comparison"


def test_nothing_is_compared_before_the_last_table_has_ended():
    at = shared_round()
    at.play(1)
    path = f"/rounds/{at.round.pk}/comparison"
    for reader in (None, at.night.director):
        answer = reading(reader).get(path)
        assert answer.status_code == 409
        assert "when the last one has ended" in answer.content.decode()
        assert "<table" not in answer.content.decode()


def test_sides_come_in_order_of_their_distance_and_hands_with_every_table():
    _, path = played()
    page = page_of(path)
    told = api().get(f"/api/v1{path}").json()

    rows = re.findall(r'<tr><th scope="row">(.*?)</th>.*?<b>([+]?)(-?\d+)</b>', page)
    differences = [int(difference) for _, _, difference in rows]
    assert differences == sorted((each["difference"] for each in told["sides"]), reverse=True)
    assert all((sign == "+") == (int(difference) > 0) for _, sign, difference in rows)
    names = {
        escape(" & ".join(entry["name"] for entry in side["entries"])) for side in told["sides"]
    }
    assert {name for name, _, _ in rows} == names
    for hand in told["hands"]:
        assert f"The deal is worth {hand['datum']} to" in page
        for row in hand["tables"]:
            assert "{} : {}".format(*row["points"]) in page


def test_others_see_what_the_club_and_the_night_let_them():
    at, path = played()
    names = [entry.name for entry in at.night.entries]
    Club.objects.update(names="none")
    assert not any(escape(name) in page_of(path, player("Olga")) for name in names)
    assert all(escape(name) in page_of(path, at.night.director) for name in names)

    Tournament.objects.update(visibility="club")
    assert reading(player("Olga")).get(path).status_code == 404
    assert reading().get(path).status_code == 404
    page_of(path, at.night.director)


def test_more_tables_cost_no_more_statements():
    counts = []
    for pairs in (4, 6):
        at = shared_round(pairs)
        for number in at.tables:
            at.play(number)
        counts.append(statements(f"/rounds/{at.round.pk}/comparison", at.night.director))
    assert counts[0] == counts[1] <= 20
