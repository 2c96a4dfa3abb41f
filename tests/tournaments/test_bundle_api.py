"""A bundle exported and imported is the same tournament, except for its ids."""

import re
from copy import deepcopy
from functools import cache
from typing import Any

import orjson
import pytest

from samba_service.accounts.choices import Scope
from tests.contract.shapes import conforms
from tests.factories import api, player
from tests.tournaments.clubs import club_of
from tests.tournaments.nights import SEED, Night, night, player_at, seen_now, table_of
from tests.tournaments.scores import score, total
from tournaments.choices import Role
from tournaments.engine.results import End
from tournaments.models import Club, Member, Round, Table, Tournament
from tournaments.models.audit import AuditEntry
from tournaments.selectors import standings
from tournaments.selectors.load import tournament_state
from tournaments.selectors.standings import places_of
from tournaments.services.publication import round_publish
from tournaments.services.results import adjustment_add, result_award, result_correct
from tournaments.services.score_sheets import sheet_confirm, sheet_dispute, sheet_enter
from tournaments.services.stints import When
from tournaments.services.substitutes import substitute_add
from tournaments.services.tournaments import tournament_finish

pytestmark = pytest.mark.django_db

IMPORT = "/api/v1/tournaments/import"
UUIDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def exported(path: str, by: Any = None) -> Any:
    answer = api(by).get(f"{path}/export")
    assert answer.status_code == 200, answer.content
    conforms("tournaments_export", answer.json())
    return answer.json()


def nameless(bundle: Any) -> Any:
    """The bundle with its ids numbered by where they first occur."""
    text = orjson.dumps(bundle).decode()
    known: dict[str, str] = {}
    return orjson.loads(UUIDS.sub(lambda id: known.setdefault(id[0], f"#{len(known)}"), text))


def imported(bundle: Any, into: Club, by: Any) -> Any:
    return api(by).post(IMPORT, {"club": str(into.pk), "bundle": bundle})


def busy(**given: Any) -> Night:
    """A night with a substitute, a dispute, a correction, a forfeit, someone late, one gone."""
    evening = night(5, accounts=2, **given)
    first = evening.next_round()
    one, two = first.tables.all()
    sheet = sheet_enter(table_id=one.id, by=player_at(one, 0), directing=False, hands=total(300, 5))
    sheet_dispute(
        result_id=sheet.id, by=player_at(one, 1), directing=False, reason="no", hands=total(5, 5)
    )
    result_correct(table_id=one.id, by=evening.director, reason="heard both", hands=total(300, 5))
    sheet = sheet_enter(table_id=two.id, by=player_at(two, 0), directing=False, hands=total(0, 900))
    sheet_confirm(result_id=sheet.id, by=player_at(two, 1), directing=False)
    evening.close(first)
    late = evening.enter()
    entry = evening.entries[0]
    substitute_add(
        entry=entry, by=evening.director, out=entry.stints.all()[0].member_id,
        coming=player("Sub").pk, when=When(2, last=2),
    )  # fmt: skip
    second = evening.next_round()
    result_award(
        table_id=table_of(second).id, by=evening.director, reason="gone home", end=End.FORFEIT,
        winner=0,
    )  # fmt: skip
    for table in list(second.tables.all())[1:]:
        score(evening, table, 1000, 200)
    evening.close(second)
    evening.change(evening.entries[1], withdrawn=True)
    adjustment_add(
        tournament_id=evening.tournament.id, by=evening.director, entry=late.id, score=-100,
        reason="noise",
    )  # fmt: skip
    return evening


def finished() -> Night:
    evening = busy(rounds=2, name="Monday 12")
    tournament_finish(tournament_id=evening.tournament.id, by=evening.director)
    return evening


def test_into_the_same_club_the_same_people_come_back():
    evening = finished()
    members = set(Member.objects.values_list("pk", flat=True))
    bundle = exported(evening.path)
    answer = imported(bundle, evening.club, evening.director)
    assert answer.status_code == 201, answer.content
    told = answer.json()
    conforms("tournaments_import", told)
    assert told["imported_from"] == str(evening.tournament.id) != told["id"]
    assert (told["version"], told["state"]) == (bundle["version"], "finished")
    again = exported(f"/api/v1/tournaments/{told['id']}")
    assert again["players"] == bundle["players"]
    assert nameless(again) == nameless(bundle)
    assert set(Member.objects.values_list("pk", flat=True)) == members


def test_into_another_club_they_become_members_without_an_account():
    evening = finished()
    bundle = exported(evening.path)
    other = player("Other")
    club = club_of(other, name="Storks")
    told = imported(bundle, club, other).json()
    again = exported(f"/api/v1/tournaments/{told['id']}")
    assert {each["name"] for each in again["players"]} == {e["name"] for e in bundle["players"]}
    assert not {e["id"] for e in again["players"]} & {e["id"] for e in bundle["players"]}
    assert not club.members.exclude(player=other).exclude(player=None).exists()
    assert nameless(by_name(again)) == nameless(by_name(bundle))
    second = imported(bundle, club, other).json()
    assert exported(f"/api/v1/tournaments/{second['id']}")["players"] == again["players"]


def by_name(bundle: Any) -> Any:
    """The bundle with its players in order of their names, which are all different."""
    return bundle | {"players": sorted(bundle["players"], key=lambda each: each["name"])}


def test_standings_are_identical_to_the_bit_as_of_every_version():
    evening = finished()
    told = imported(exported(evening.path), evening.club, evening.director).json()
    log = AuditEntry.objects.filter(tournament=evening.tournament, act="entry_added")
    everybody_from = max(version or 0 for version in log.values_list("version", flat=True))

    def shown(id: Any, version: int) -> Any:
        rows = places_of(Tournament.objects.get(pk=id), version).rows
        return [(row.rank, row.entry.name, row.withdrawn, row.metrics) for row in rows]

    for version in range(everybody_from, told["version"] + 1):
        assert shown(told["id"], version) == shown(evening.tournament.id, version), version


@pytest.mark.full
def test_a_tournament_goes_on_where_it_was_imported():
    evening = busy(rounds=4)
    draft = evening.draw()
    bundle = exported(evening.path, evening.director)
    assert [each["state"] for each in bundle["rounds"]] == ["closed", "closed", "draft"]
    told = imported(bundle, evening.club, evening.director).json()
    copy = Night(
        evening.club, evening.admin, evening.director, Tournament.objects.get(pk=told["id"])
    )
    Tournament.objects.filter(pk=told["id"]).update(seed=SEED)  # it had drawn one of its own
    again = exported(copy.path, evening.director)
    assert nameless(again) == nameless(bundle)
    drawn = []
    for each, round_ in (
        (evening, draft),
        (copy, Round.objects.get(tournament=told["id"], number=3)),
    ):
        round_publish(round_id=round_.id, by=evening.director)
        for table in round_.tables.all():
            score(each, table, 100 * table.number, 0)
        each.close(round_)
        each.draw()
        drawn.append(nameless(exported(each.path, evening.director))["rounds"][-1])
    assert drawn[0] == drawn[1]


def test_the_log_of_an_import_is_one_row_at_its_version():
    evening = finished()
    told = imported(exported(evening.path), evening.club, evening.director).json()
    [row] = AuditEntry.objects.filter(tournament=told["id"])
    assert (row.act, row.version, row.actor) == (
        "tournament_imported", told["version"], evening.director,
    )  # fmt: skip
    assert row.facts == {"from": str(evening.tournament.id)}


def test_a_draft_is_in_the_bundle_only_for_directors():
    evening = night(4)
    evening.draw()
    assert len(exported(evening.path, evening.director)["rounds"]) == 1
    outsider = player()
    assert exported(evening.path)["rounds"] == exported(evening.path, outsider)["rounds"] == []


BUNDLE_FAULTS = [
    pytest.param(("format", "samba-tournament/2"), "format", id="another format"),
    pytest.param(("tournament.name", "x" * 81), "tournament.name", id="a long name"),
    pytest.param(
        ("tournament.ruleset.sha256", "0" * 64), "tournament.ruleset.sha256", id="another ruleset"
    ),
    pytest.param(
        ("tournament.ruleset.document.pack", {}), "tournament.ruleset.document.pack", id="document"
    ),
    pytest.param(
        ("tournament.ruleset.document", [1]), "tournament.ruleset.document", id="a list as ruleset"
    ),
    pytest.param(
        ("tournament.ruleset.document.tournament.margin_sd", 0),
        "tournament.ruleset.document.tournament.margin_sd", id="margins of nothing",
    ),
    pytest.param(
        ("tournament.ruleset.slug", "denexa"), "tournament.ruleset.slug", id="another one's name"
    ),
    pytest.param(("players.0.name", "a\nb"), "players.0.name", id="two lines of name"),
    pytest.param(("players.0.name", ""), "players.0.name", id="no name"),
    pytest.param(("entries.0.number", 2), "entries.1.number", id="a number twice"),
    pytest.param(("entries.0.seed", 40000), "entries.0.seed", id="a large seed"),
    pytest.param(("entries.1.tenures.0.player", "p"), "entries.1.tenures.0.player", id="nobody"),
    pytest.param(("rounds.0.state", "draft"), "rounds.0.state", id="an open round in the middle"),
    pytest.param(("rounds.0.number", 3), "rounds.0.number", id="a round out of order"),
    pytest.param(("rounds.1.state", "draft"), "rounds.1.published", id="a published draft"),
    pytest.param(
        ("rounds.0.tables.0.results.0.points", [900, 10]),
        "rounds.0.tables.0.results.0.scores", id="points that do not score so",
    ),
    pytest.param(
        ("rounds.0.tables.0.results.0.sambas", [99999, 0]),
        "rounds.0.tables.0.results.0.sambas", id="too many sambas",
    ),
    pytest.param(("standings.0.rank", 2), "standings", id="other standings"),
    pytest.param(("version", 3), "entries.3.presence.0.version", id="an early version"),
]  # fmt: skip


@cache
def foreign() -> Any:
    """The bundle of a night that no longer exists here."""
    return exported(finished().path)


@pytest.fixture
def whole(db: None) -> Any:
    """A bundle to be broken."""
    return deepcopy(foreign())


@pytest.fixture
def admin(db: None) -> Any:
    """Of a club of their own."""
    return player("Admin")


@pytest.fixture
def club(admin: Any) -> Club:
    return club_of(admin, name="Storks")


@pytest.mark.parametrize(("change", "path"), BUNDLE_FAULTS)
def test_what_is_wrong_in_a_bundle_is_reported_by_its_path(whole, club, admin, change, path):
    *parents, last = change[0].split(".")
    part = whole
    for name in parents:
        part = part[int(name)] if isinstance(part, list) else part[name]
    part[last] = change[1]
    before = Tournament.objects.count(), Member.objects.count()
    answer = imported(whole, club, admin)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "bundle_unsound"), problem
    assert path in {error["path"][: len(path)] for error in problem["errors"]}, problem
    assert (Tournament.objects.count(), Member.objects.count()) == before


def test_a_bundle_has_no_more_wishes_than_a_director_may_have(whole, club, admin):
    pair = [entry["id"] for entry in whole["entries"][:2]]
    whole["tournament"]["forbidden"] = [{"entries": pair, "as": "both"}] * 501
    answer = imported(whole, club, admin)
    assert answer.status_code == 422
    assert [error["path"] for error in answer.json()["errors"]] == ["tournament.forbidden"]


def test_a_player_at_two_tables_is_reported(whole, club, admin):
    sides = whole["rounds"][0]["tables"][0]["sides"]
    sides[0]["players"][0] = whole["rounds"][0]["tables"][1]["sides"][0]["players"][0]
    problem = imported(whole, club, admin).json()
    assert [error["path"] for error in problem["errors"]] == ["rounds.0"]


def test_a_bundle_from_elsewhere_may_lack_what_is_ours(whole, club, admin):
    """It has no members that only our export adds, and a ruleset that ships."""
    for name in ("overrides", "document"):
        del whole["tournament"]["ruleset"][name]
    del whole["tournament"]["handicap"]
    for entry in whole["entries"]:
        del entry["withdrawn"]
    answer = imported(whole, club, admin)
    assert answer.status_code == 201
    again = exported(f"/api/v1/tournaments/{answer.json()['id']}")
    assert nameless(by_name(again)) == nameless(by_name(foreign()))


def test_importing_is_for_directors_of_the_club():
    evening = night(2, rounds=1)
    bundle = exported(evening.path)
    member, outsider = player(), player()
    club = club_of(evening.director, member, name="Storks")
    for caller in (member, outsider):
        answer = imported(bundle, club, caller)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_director")
    reader = api(evening.director, Scope.TOURNAMENTS_READ)
    answer = reader.post(IMPORT, {"club": str(club.pk), "bundle": bundle})
    assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope")
    assert Member.objects.get(club=club, player=member).role == Role.MEMBER


def test_the_same_key_imports_once():
    evening = night(2, rounds=1)
    bundle = exported(evening.path)
    client = api(evening.director)
    answers = [
        client.post(
            IMPORT, {"club": str(evening.club.pk), "bundle": bundle},
            headers={"Idempotency-Key": "once"},
        ).content
        for _ in range(2)
    ]  # fmt: skip
    assert answers[0] == answers[1]
    assert Tournament.objects.count() == 2


@pytest.mark.parametrize("bundle", [None, [], "x", {}, {"format": "samba-tournament/1"}])
def test_what_is_no_bundle_is_refused(club, admin, bundle):
    answer = imported(bundle, club, admin)
    assert answer.status_code == (422 if isinstance(bundle, dict) else 400)


def test_an_export_takes_no_parameter_that_it_does_not_know():
    answer = api().get(f"{night(2, rounds=1).path}/export", {"as_of": 1})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, "as_of")


def test_what_changes_while_it_is_read_is_read_again(monkeypatch):
    evening = night(4)
    read = tournament_state

    def interrupted(tournament: Tournament) -> Any:
        monkeypatch.setattr(standings, "tournament_state", read)
        state = read(tournament)
        evening.change(evening.entries[0], withdrawn=True)
        return state

    monkeypatch.setattr(standings, "tournament_state", interrupted)
    bundle = exported(evening.path, evening.director)

    assert bundle["version"] == Tournament.objects.get().version
    assert [entry["withdrawn"] for entry in bundle["entries"]] == [True, False, False, False]


@pytest.mark.parametrize("state", ["draft", "open", "running", "finished"])
def test_results_of_an_import_are_corrected_whatever_state_it_has(state: str):
    evening = busy(rounds=4)
    bundle = exported(evening.path, evening.director)
    bundle["tournament"]["state"] = state
    answer = imported(bundle, evening.club, evening.director)
    assert answer.status_code == 201, answer.content
    tables = Table.objects.filter(round__tournament=answer.json()["id"]).order_by("round__number")
    path, director = f"/api/v1/tables/{tables[0].pk}/corrections", api(evening.director)
    left = {"end": "forfeit", "winner": 0, "reason": "left", **seen_now(tables[0].pk)}
    forfeit = director.post(path, left)
    assert forfeit.status_code == 201, forfeit.content
    found = {"end": "unfinished", "reason": "found the sheet", **seen_now(tables[0].pk)}
    hands = {"hands": total(300, 5), **found}
    corrected = director.post(path, hands)
    assert corrected.status_code == 201, corrected.content
