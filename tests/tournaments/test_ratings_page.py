"""The page of a player's ratings: for those who may see them, drawn and as a table."""

import re
from typing import Any

import pytest
from django.test import Client

from samba_service.accounts.models import Player
from tests.factories import player
from tests.tournaments.read_pages import statements
from tests.tournaments.test_rating_history import a_pair, played_again
from tests.tournaments.test_ratings_earned import alone, asks
from tournaments.models import RatingList

pytestmark = pytest.mark.django_db


def page_for(reader: Player, path: str) -> Any:
    client = Client()
    client.force_login(reader.person)
    return client.get(path)


def images_of(page: Any) -> list[str]:
    return [each.replace("&amp;", "&") for each in re.findall(r'<img src="([^"]+)"', page)]


def test_a_pair_reads_what_it_was_after_each_day() -> None:
    _, (one, partner) = a_pair()
    played_again(7, 30)

    page = page_for(one, f"/players/{one.pk}/ratings").content.decode()
    assert f"with {partner.display_name}" in page
    assert "after 3 tables" in page
    assert len(re.findall(r'<th scope="row">\d+ \w+ 20\d\d</th>', page)) == 3

    [source] = images_of(page)
    image = page_for(one, source)
    assert image["Content-Type"] == "image/svg+xml"
    assert image.content.count(b"<circle") == 3
    assert one.display_name.encode() in image.content


def test_another_sees_the_page_and_the_image_once_the_player_asked_to_be_listed() -> None:
    _, (winner, *_) = alone()
    reader, path = player("Olga"), f"/players/{winner.pk}/ratings"

    assert images_of(page_for(reader, path).content.decode()) == []
    assert page_for(reader, f"{path}/classic.svg").status_code == 404

    asks(winner, listed=True)
    [source] = images_of(page_for(reader, path).content.decode())
    assert page_for(reader, source).content.count(b"<circle") == 1


def test_a_visitor_signs_in_first(client: Client) -> None:
    who = player("Olga")
    for path in (f"/players/{who.pk}/ratings", f"/players/{who.pk}/ratings/classic.svg"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/sign-in?next={path}")


@pytest.mark.parametrize("query", ["?kind=pair", "?partners=anna", "?partners=,", ""])
def test_an_address_that_names_no_rating_is_not_found(query: str) -> None:
    who = player("Olga")
    assert page_for(who, f"/players/{who.pk}/ratings/classic.svg{query}").status_code == 404


def test_more_ratings_cost_no_more_statements() -> None:
    _, (one, _) = a_pair()
    path = f"/players/{one.pk}/ratings"
    before = statements(path, one)
    for slug in ("bolivia", "quad"):
        added = RatingList.objects.create(ruleset_slug=slug, kind="player")
        line = added.lines.create(key=str(one.pk), players=[one.pk], variance=1.0, day=739_000)
        line.checkpoints.create(day=739_000, mean=1.0, variance=1.0, tables=1)
    assert len(images_of(page_for(one, path).content.decode())) == 3
    assert statements(path, one) == before <= 10
