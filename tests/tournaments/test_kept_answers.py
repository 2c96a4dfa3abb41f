"""Standings, papers and bundles are made once, and nobody gets what another may see."""

import json

import pytest

from samba_service.kit import throttles
from tests.factories import api
from tests.tournaments.clubs import club_of
from tests.tournaments.nights import Night, night, table_of
from tests.tournaments.printing.pages import texts
from tests.tournaments.scores import score
from tournaments.api import printing
from tournaments.club_errors import TooManyEntries
from tournaments.selectors import bundle, standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Night:
    """Four pairs, one of whose tables has a result."""
    evening = night(4, rounds=2, publish=True)
    score(evening, table_of(evening.tournament.rounds.get()), 4000, 0)
    return evening


@pytest.fixture
def made(monkeypatch) -> list[str]:
    """What has been made, in order."""
    made: list[str] = []

    def counted(module, name):
        original = getattr(module, name)

        def counting(*args, **kwargs):
            made.append(name)
            return original(*args, **kwargs)

        counting.__qualname__ = name
        monkeypatch.setattr(module, name, counting)

    counted(printing, "standings_pdf")
    counted(printing, "pairings_pdf")
    counted(printing, "sheets_pdf")
    counted(printing, "round_pdf")
    counted(printing, "movement_pdf")
    counted(bundle, "bundle_of")
    counted(standings, "standings")
    return made


def read(evening: Night, path: str, client=None) -> bytes:
    answer = (client or api()).get(f"{evening.path}/{path}")
    assert answer.status_code == 200, answer.content
    content: bytes = answer.content
    return content


@pytest.mark.parametrize(
    ("path", "maker"),
    [
        ("standings", "standings"),
        ("standings.csv", "standings"),
        ("standings.pdf", "standings_pdf"),
        ("pairings.pdf", "pairings_pdf"),
        ("score-sheets.pdf", "sheets_pdf"),
        ("round.pdf", "round_pdf"),
        ("export", "bundle_of"),
    ],
)
@pytest.mark.full
def test_it_is_made_once_until_something_changes(evening, made, path, maker):
    assert read(evening, path) == read(evening, path)
    assert made.count(maker) == 1
    evening.change(evening.entries[0], withdrawn=True)
    read(evening, path)
    expected = 1 if path in ("pairings.pdf", "score-sheets.pdf") else 2  # nothing changed on these
    assert made.count(maker) == expected


def test_guide_cards_are_drawn_once_until_somebody_leaves(made):
    evening = night(9, format="rotating")
    evening.draw()
    director = api(evening.director)
    cards = read(evening, "movement.pdf", director)
    assert read(evening, "movement.pdf", director) == cards
    assert made == ["movement_pdf"]
    evening.change(evening.entries[0], withdrawn=True)
    assert read(evening, "movement.pdf", director) != cards


@pytest.mark.parametrize(
    "path", ["standings.pdf", "pairings.pdf", "score-sheets.pdf", "round.pdf", "export"]
)
def test_a_name_does_not_outlive_its_change(evening, path):
    member = evening.entries[0].stints.first().member
    words = texts if path.endswith("pdf") else lambda content: content.decode()
    old, new = member.name, "Zenobia"
    assert old in str(words(read(evening, path)))
    if member.player is None:
        member.own_name = new
        member.save()
    else:
        member.player.display_name = new
        member.player.save()
    after = str(words(read(evening, path)))
    assert new in after


def test_a_draft_is_in_nobody_s_bundle_but_a_director_s(evening):
    score(evening, table_of(evening.tournament.rounds.get(), 2), 1000, 0)
    evening.close(evening.tournament.rounds.get())
    evening.draw()
    director = api(evening.director)
    states = [
        [each["state"] for each in json.loads(read(evening, "export", reader))["rounds"]]
        for reader in (director, None, director, None)
    ]
    assert states == [["closed", "draft"], ["closed"]] * 2


def test_what_has_to_be_made_costs_more(evening, settings, monkeypatch):
    settings.SAMBA_RATE_LIMITS = True

    def left(path: str) -> int:
        answer = api().get(f"{evening.path}/{path}", REMOTE_ADDR="192.0.2.1")
        return int(answer["RateLimit"].split("r=")[1].split(";")[0])

    slow = throttles.Rate("reads", per_s=0.001, burst=200)
    monkeypatch.setattr(throttles, "READS", slow)
    for view, method in ((printing.PairingsPdf, "get"),):
        operation = getattr(view, method).operation
        assert operation.making == 20
        changed = type(operation)(operation.access, slow, operation.price, operation.making)
        monkeypatch.setattr(getattr(view, method), "operation", changed)
    assert [left("pairings.pdf") for _ in range(3)] == [179, 178, 177]


def test_a_tournament_takes_as_many_entries_as_the_setting_says(evening, settings):
    settings.SAMBA_MAX_ENTRIES = 4
    with pytest.raises(TooManyEntries):
        evening.enter()
    settings.SAMBA_MAX_ENTRIES = 5
    evening.enter()


@pytest.mark.parametrize(
    ("setting", "path"), [("SAMBA_MAX_BUNDLE_PLAYERS", "players"), ("SAMBA_MAX_ENTRIES", "entries")]
)
def test_a_bundle_that_is_too_long_is_refused_before_it_is_read(evening, settings, setting, path):
    bundle = api().get(f"{evening.path}/export").json()
    setattr(settings, setting, 3)
    body = {"club": str(evening.club.pk), "bundle": {**bundle, "rounds": "nonsense"}}
    refused = api(evening.director).post("/api/v1/tournaments/import", body)
    assert (refused.status_code, refused.json()["code"]) == (422, "bundle_unsound")
    assert refused.json()["errors"] == [{"path": path, "detail": "at most 3"}]


def test_a_bundle_adds_no_more_members_than_a_club_may_have(evening, settings):
    bundle = api().get(f"{evening.path}/export").json()
    club = club_of(evening.director, name="Egrets")
    body = {"club": str(club.pk), "bundle": bundle}
    director = api(evening.director)
    settings.SAMBA_MAX_MEMBERS = club.members.count() + 1
    refused = director.post("/api/v1/tournaments/import", body)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many")
    settings.SAMBA_MAX_MEMBERS = 10_000
    assert director.post("/api/v1/tournaments/import", body).status_code == 201
    settings.SAMBA_MAX_MEMBERS = club.members.count()
    again = director.post("/api/v1/tournaments/import", body)
    assert again.status_code == 201, "everybody is a member by now"
