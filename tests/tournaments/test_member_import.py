"""Members from a CSV file: all or none, every bad line named."""

import pytest
from django.utils import timezone

from tests.contract.shapes import conforms
from tests.tournaments.clubs import Cast, guests_add
from tournaments.models import Member

pytestmark = pytest.mark.django_db

FILE = "name,guest,phone\nBen,no,1\nAna,yes,2\n"


def send(cast: Cast, content, query="", kind="text/csv", by="director", **headers):
    if isinstance(content, str):
        content = content.encode()
    path = f"{cast.path}/members/import{query}"
    return cast.clients[by].generic("POST", path, content, content_type=kind, headers=headers)


def names(cast: Cast) -> set[str]:
    return {each["name"] for each in cast.members()} - {"Admin", "Director", "Member"}


def test_everybody_in_the_file_is_a_member(cast: Cast):
    answer = send(cast, FILE)
    assert answer.status_code == 201
    body = answer.json()
    assert (body["dry_run"], body["encoding"], body["ignored"]) == (False, "utf-8", ["phone"])
    added = [(each["line"], each["name"], each["guest"]) for each in body["members"]]
    assert added == [(2, "Ben", False), (3, "Ana", True)]
    listed = {each["id"]: each["claim_code"] for each in cast.members() if not each["player"]}
    assert listed == {each["id"]: each["claim_code"] for each in body["members"]}


def test_json_takes_the_file_as_text(cast: Cast):
    answer = cast.director.post(f"{cast.path}/members/import", {"csv": "name\nZoë\n"})
    assert answer.status_code == 201
    assert names(cast) == {"Zoë"}


def test_what_a_spreadsheet_saves_is_read(cast: Cast):
    answer = send(cast, "name;guest\nZoë;\n".encode("cp1252"), kind="text/csv; charset=whatever")
    assert answer.json()["encoding"] == "windows-1252"
    assert names(cast) == {"Zoë"}


@pytest.mark.parametrize("kind", ["text/csv", "application/json"])
def test_every_bad_line_is_named_and_nobody_added(cast: Cast, kind):
    guests_add(cast.club, "Eve")
    lines = [
        "name,role,guest",
        "Ben,,",
        ",,yes",
        "EVE,,",
        "Cleo,director,",
        "Dan,,perhaps",
        "ben,,",
    ]
    lines += ["Former player X,,", "x" * 41 + ",,"]
    text = "\n".join(lines)
    if kind == "text/csv":
        answer = send(cast, text)
    else:
        answer = cast.director.post(f"{cast.path}/members/import", {"csv": text})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_fields")
    told = [error["path"] for error in answer.json()["errors"]]
    assert told == [f"csv.{line}" for line in (3, 4, 5, 6, 7, 8, 9)]
    assert names(cast) == {"Eve"}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param("", "The file is empty", id="empty"),
        pytest.param("Ana\nBen\n", "The first line must be titles", id="no titles"),
        pytest.param("name\nAna".encode("utf-16"), "In UTF-16", id="UTF-16"),
    ],
)
def test_a_file_that_is_none_says_why(cast: Cast, content, told):
    answer = send(cast, content)
    assert answer.status_code == 400
    [error] = answer.json()["errors"]
    assert error["detail"].startswith(told)


def test_a_trial_adds_nobody_and_judges_the_same(cast: Cast):
    answer = send(cast, FILE, "?dry_run=true")
    assert answer.status_code == 200
    body = answer.json()
    assert body["dry_run"]
    assert [(each["name"], each["id"]) for each in body["members"]] == [
        ("Ben", None),
        ("Ana", None),
    ]
    assert names(cast) == set()
    assert send(cast, "name\n\nBen,x\n", "?dry_run=true").status_code == 400
    assert cast.audit()[0]["act"] != "members_imported"


def test_a_retry_imports_nobody_twice(cast: Cast):
    first, again = (send(cast, FILE, **{"Idempotency-Key": "list"}) for _ in range(2))
    assert first.content == again.content
    assert again["Idempotent-Replayed"] == "true"
    assert Member.objects.filter(club=cast.club, own_name="Ben").count() == 1


def test_the_same_file_again_is_refused_line_by_line(cast: Cast):
    assert send(cast, FILE).status_code == 201
    assert [error["path"] for error in send(cast, FILE).json()["errors"]] == ["csv.2", "csv.3"]


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        pytest.param(b"x" * (8 * 1024 * 1024 + 1), "text/csv", 413, id="over 8 MiB"),
        pytest.param(b"name\n" + b"a" * 70_000, "text/csv", 400, id="over 64 KiB is taken"),
        pytest.param(b"<a/>", "application/xml", 415, id="neither CSV nor JSON"),
        pytest.param(b'{"csv": 5}', "application/json", 400, id="no text"),
        pytest.param(b'{"file": "name"}', "application/json", 400, id="another member"),
    ],
)
def test_other_bodies_are_refused(cast: Cast, content, kind, status):
    assert send(cast, content, kind=kind).status_code == status


@pytest.mark.parametrize(
    ("by", "status"),
    [("anonymous", 401), ("outsider", 404), ("member", 403), ("director", 201), ("admin", 201)],
)
def test_directors_import(cast: Cast, by, status):
    assert send(cast, FILE, by=by).status_code == status


def test_the_answer_is_as_the_schema_says(cast: Cast):
    conforms("clubs_members_import", send(cast, FILE).json())


def test_a_club_has_a_limited_number_of_members_those_who_left_included(cast: Cast, settings):
    settings.SAMBA_MAX_MEMBERS = Member.objects.filter(club=cast.club).count() + 2
    full = send(cast, "name\nBen\nAna\nEve\n")
    assert (full.status_code, full.json()["code"]) == (409, "too_many")
    assert names(cast) == set()
    assert send(cast, "name\nBen\nAna\n").status_code == 201
    Member.objects.filter(own_name="Ben").update(left_at=timezone.now())
    one_more = cast.director.post(f"{cast.path}/members", {"name": "Eve"})
    assert (one_more.status_code, one_more.json()["facts"]["what"]) == (409, "members")


def test_a_long_list_costs_more_calls_and_few_titles_of_it_are_shown(cast: Cast, settings):
    settings.SAMBA_RATE_LIMITS = True
    titles = ",".join(["name", *(f"t{each}" * 30 for each in range(500))])
    short = send(cast, "name\nBen\n", "?dry_run=true")
    long = send(
        cast, titles + "\n" + "".join(f"N{each}\n" for each in range(4999)), "?dry_run=true"
    )
    left = [int(each["RateLimit"].split("r=")[1].split(";")[0]) for each in (short, long)]
    assert left[1] < left[0] - 50
    assert len(long.json()["ignored"]) == 20
    assert max(map(len, long.json()["ignored"])) <= 40
