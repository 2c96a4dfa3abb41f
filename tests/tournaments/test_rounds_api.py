"""A night's rounds over HTTP: announced, entered, drawn, published, played, closed."""

from typing import Any

import pytest

from tests.depth import first_of, in_the_full_run
from tests.factories import api
from tests.tournaments.clubs import Cast, guests_add
from tests.tournaments.evenings import Evening
from tournaments.engine.drawing import drafted, draw_round, house_bots_wanted
from tournaments.models import Round, Stint, Tournament
from tournaments.selectors.load import tournament_state
from tournaments.selectors.standings import draw_state
from tournaments.services.draws import round_draw

pytestmark = pytest.mark.django_db

ROOT = "/api/v1"


def announced(cast: Cast, **settings: Any) -> str:
    """A tournament's path."""
    body = {
        "club": str(cast.club.pk),
        "name": "Monday",
        "format": "swiss",
        "ruleset": "classic",
        "rounds": 3,
        "hands_per_round": 4,
        "venue": "table",
    } | settings
    answer = cast.director.post(f"{ROOT}/tournaments", body)
    assert answer.status_code == 201, answer.content
    return f"{ROOT}/tournaments/{answer.json()['id']}"


def entered(cast: Cast, path: str, entries: int, players: int = 2) -> list[str]:
    """Entries of members without accounts, checked in; their paths."""
    members = guests_add(cast.club, *(f"P{n}" for n in range(1, entries * players + 1)))
    found = []
    for n in range(entries):
        ids = [str(each.pk) for each in members[n * players : (n + 1) * players]]
        answer = cast.director.post(f"{path}/entries", {"members": ids})
        assert answer.status_code == 201, answer.content
        entry = f"{ROOT}/entries/{answer.json()['id']}"
        assert cast.director.patch(entry, {"checked_in": True}).status_code == 200
        found.append(entry)
    return found


def drawn(cast: Cast, path: str) -> str:
    """The next round, asked for and drawn; its path."""
    answer = cast.director.post(f"{path}/rounds", {})
    assert answer.status_code == 202, answer.content
    round_ = Round.objects.get(pk=answer.json()["id"])
    assert answer["Location"] == f"{ROOT}/rounds/{round_.pk}"
    assert round_draw(round_id=round_.pk, step=round_.step)
    return f"{ROOT}/rounds/{round_.pk}"


@pytest.mark.parametrize(
    ("format_", "entries", "players"),
    [
        ("swiss", 5, 2),
        ("round_robin", 4, 2),
        ("knockout", 6, 2),
        in_the_full_run(("rotating", 9, 1)),
        in_the_full_run(("swiss_individual", 9, 1)),
    ],
)
def test_a_round_is_drawn_and_published(cast: Cast, format_: str, entries: int, players: int):
    path = announced(cast, format=format_)
    entered(cast, path, entries, players)
    assert cast.director.post(f"{path}/start", {}).status_code == 200
    round_ = drawn(cast, path)
    assert cast.outsider.get(round_).status_code == 404, "a draft is the director's"
    draft = cast.director.get(round_).json()
    assert draft["state"] == "draft", draft
    assert all(table["why"]["text"] for table in draft["tables"])
    seats = [p["id"] for t in draft["tables"] for side in t["sides"] for p in side["players"]]
    byes = [bye["entry"]["number"] for bye in draft["byes"]]
    assert len(seats) == len(set(seats)) == (entries - len(byes)) * players
    german = cast.director.get(round_, HTTP_ACCEPT_LANGUAGE="de")
    assert "Accept-Language" in german["Vary"]
    whys = [[each["why"] for each in d["tables"] + d["byes"]] for d in (draft, german.json())]
    for english, said in zip(*whys, strict=True):
        assert (english["code"], english["facts"]) == (said["code"], said["facts"])
        assert english["text"] != said["text"]
    published = cast.director.post(f"{round_}/publish", {})
    assert published.status_code == 200, published.content
    assert cast.outsider.get(round_).json()["state"] == "published"


@pytest.mark.parametrize("format_", ["swis", ["swiss"], None, 1])
def test_a_format_that_there_is_not_is_answered_with_those_there_are(cast: Cast, format_: object):
    body = {
        "club": str(cast.club.pk), "name": "Monday", "format": format_, "ruleset": "classic",
        "rounds": 3, "hands_per_round": 4,
    }  # fmt: skip
    answer = cast.director.post(f"{ROOT}/tournaments", body)

    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["path"] == "format"
    if format_ is not None:
        assert error["detail"] == (
            "It is one of: swiss, round_robin, double_round_robin, knockout, rotating, "
            "swiss_individual."
        )


@pytest.mark.parametrize("number", first_of(["0", "7" * 20, "7" * 5000, "-1", "x"]))
def test_what_is_no_number_of_a_table_is_not_found(cast: Cast, number):
    path = announced(cast)
    entered(cast, path, 4)
    cast.director.post(f"{path}/start", {})
    answer = cast.director.patch(f"{drawn(cast, path)}/tables/{number}", {"locked": True})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_round_starts_within_a_year(cast: Cast):
    path = announced(cast)
    entered(cast, path, 4)
    cast.director.post(f"{path}/start", {})
    body = {"starts_at": "9999-12-31T23:59:59Z"}
    answer = cast.director.post(f"{drawn(cast, path)}/publish", body)
    assert answer.status_code == 400
    assert [error["path"] for error in answer.json()["errors"]] == ["starts_at"]


def test_a_draft_is_shown_only_for_a_token_that_may_direct(cast: Cast):
    path = announced(cast)
    entered(cast, path, 4)
    cast.director.post(f"{path}/start", {})
    round_ = drawn(cast, path)
    reading = api(cast.players["director"], "tournaments:read")
    assert reading.get(round_).status_code == 404
    assert reading.get(f"{path}/rounds").json()["results"] == []
    assert cast.director.get(round_).status_code == 200


def test_a_token_to_play_with_reads_what_everybody_reads(cast: Cast):
    path = announced(cast)
    playing = api(cast.players["member"], "tournaments:play")
    assert playing.get(path).status_code == 200


def test_nobody_is_seated_twice_though_an_import_says_so(cast: Cast):
    path = announced(cast)
    entered(cast, path, 4)
    cast.director.post(f"{path}/start", {})
    round_ = drawn(cast, path)
    first, second = Stint.objects.filter(position=0).order_by("entry__number")[:2]
    Stint.objects.filter(pk=second.pk).update(member=first.member)
    answer = cast.director.post(f"{round_}/publish", {})
    assert (answer.status_code, answer.json()["code"]) == (409, "already_entered")
    assert cast.director.get(round_).json()["state"] == "draft"


@pytest.mark.parametrize(
    ("format_", "given"),
    [
        ("swiss", {"house_bots": "novice", "venue": "online", "accounts": 2}),
        in_the_full_run(("swiss", {})),
        in_the_full_run(("knockout", {})),
        in_the_full_run(("rotating", {})),
    ],
)
def test_a_draw_reads_all_of_a_tournament_that_decides_it(format_: str, given: dict[str, Any]):
    evening = Evening(7, format=format_, **given)
    evening.play()
    evening.tell(1, withdrawn=True)
    evening.play()
    round_ = evening.draft()
    number = round_["tables"][0]["number"]
    evening.patch(f"/rounds/{round_['id']}/tables/{number}", {"locked": True})
    night = Tournament.objects.get(pk=evening.night.tournament.pk)
    whole, read = tournament_state(night), draw_state(night)
    assert house_bots_wanted(whole) == house_bots_wanted(read)
    from_all, drawn = (drafted(each, 3, draw_round(each, 3)) for each in (whole, read))
    assert drawn == from_all
    assert len(drawn.locks) == 1
