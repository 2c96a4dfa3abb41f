"""Lists whose queries are written once."""

from datetime import datetime
from typing import Any
from unittest.mock import Mock
from uuid import UUID

import pytest
from django.core.exceptions import ValidationError
from django.db.models import QuerySet

from samba_service.accounts.models import Player
from samba_service.kit.listed import Listed

pytestmark = pytest.mark.django_db


def players(
    player: UUID | None = None,
    name: str | None = None,
    since: datetime | None = None,
    bots: bool = False,
) -> QuerySet[Player, Any]:
    found = Player.objects.filter(kind="bot" if bots else "human")
    if player is not None:
        found = found.filter(pk=player)
    if name is not None:
        found = found.filter(display_name=name)
    if since is not None:
        found = found.filter(created_at__gte=since)
    return found.values_list("display_name")


def named(*ordering: str, build: Any = players, **given: Any) -> Listed[str]:
    listed = Listed(build, given, lambda row: str(row[0]))
    return listed.order_by(*(ordering or ("display_name", "pk")))


@pytest.fixture(autouse=True)
def three() -> dict[str, Player]:
    return {name: Player.objects.create(display_name=name) for name in ("ana", "ben", "100 %s")}


def test_every_choice_of_filters_finds_its_rows_for_every_value(three) -> None:
    for name, player in three.items():
        assert named(player=player.id)[0:9] == [name]
        assert named(name=name, player=None)[0:9] == [name]
        assert named(name=name, player=three["ben"].id)[0:9] == ["ben"] * (name == "ben")
        assert named(name=name, bots=False)[0:9] == [name]
        assert named(name=name, bots=True)[0:9] == []
    assert len(named(since=min(each.created_at for each in Player.objects.all()))[0:9]) == 3


def test_a_page_is_cut_ordered_and_begins_beyond_a_place() -> None:
    assert named()[0:2] == ["100 %s", "ana"]
    assert named()[1:9] == ["ana", "ben"]
    assert named("-display_name", "pk")[0:2] == ["ben", "ana"]
    for place, rest in [("ana", ["ben"]), ("100 %s", ["ana", "ben"]), ("ben", [])]:
        assert named().filter(display_name__gt=place)[0:9] == rest
    with pytest.raises(ValidationError):
        named("created_at").filter(created_at__gt="yesterday")[0:9]


def test_a_query_is_written_once_for_each_choice(three) -> None:
    build = Mock(side_effect=players)
    for name, player in three.items():
        named(build=build, name=name)[0:9]
        named(build=build, name=name, player=player.id, bots=True)[0:3]
        named(build=build, name=name, player=player.id, bots=False)[0:3]
    assert build.call_count == 3


def test_what_finds_nothing_for_anybody_asks_nothing() -> None:
    assert named(build=lambda: Player.objects.none())[0:9] == []
