"""The code on the strip of a score sheet does what the strip says, and nothing else."""

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from samba_service.kit import throttles
from tests.concurrency.together import at_once
from tests.contract.test_routes import operations
from tests.factories import with_code
from tests.people.test_erasure import everything_stored
from tests.tournaments.nights import night, table_of
from tests.tournaments.paper import COUNTED, OTHER, TOTALS, Paper, code, hand
from tests.tournaments.read_pages import statements_of
from tournaments.models import Result, Round, SheetCode, Table
from tournaments.models.audit import AuditEntry
from tournaments.selectors.codes import code_find
from tournaments.services import sheet_codes
from tournaments.services.draws import round_draw
from tournaments.services.publication import round_publish, round_unpublish
from tournaments.services.rounds import round_redraw, round_reopen
from tournaments.services.sheet_codes import _code, codes_for

pytestmark = pytest.mark.django_db

PHONES = ("phone-of-the-one-side", "phone-of-the-other-side", "phone-of-a-third-person")


class Strips(Paper):
    """A paper table, and the strips of its sheet."""

    def at(self, table: Table) -> None:
        super().at(table)
        self.codes = list(codes_for(self.round, [table]).get(table.pk, ()))

    def holder(self, side: int = 0) -> APIClient:
        return with_code(self.codes[side])

    def write(self, side: int, hands: Any = TOTALS, device: str = "", **body: Any) -> Any:
        """Enter a sheet by the side's code, by default with the side's phone."""
        return self._write(side, "", device, {"hands": hands, **body})

    def agree(self, side: int, sheet: Any, device: str = "") -> Any:
        return self._write(side, "/confirm", device, {"sheet": sheet.json()["id"]})

    def object(self, side: int, sheet: Any, device: str = "", **body: Any) -> Any:
        given = {"sheet": sheet.json()["id"], "reason": "We had more", **body}
        return self._write(side, "/dispute", device, given)

    def _write(self, side: int, act: str, device: str, body: Any) -> Any:
        sent = {"device": device or PHONES[side], **body}
        return self.holder(side).post(f"{self.path}/sheet{act}", sent, format="json")

    def look(self, side: int = 0) -> Any:
        return self.holder(side).get(f"{self.path}/sheet")


@pytest.fixture
def strips() -> Strips:
    return Strips()


def test_two_phones_enter_and_confirm_without_any_account(strips: Strips):
    entered = strips.write(0, COUNTED)
    assert (entered.status_code, entered.json()["status"]) == (201, "entered")
    assert entered.json()["points"] == [2980, 1625]
    [shown] = strips.look(1).json()["sheets"]
    assert (shown["id"], shown["side"], shown["points"]) == (entered.json()["id"], 0, [2980, 1625])
    assert strips.agree(1, entered).json()["status"] == "confirmed"
    result = strips.read()["result"]
    assert (result["status"], result["points"], result["sambas"]) == (
        "confirmed", [2980, 1625], [1, 0],
    )  # fmt: skip


def test_a_strip_says_whose_it_is_and_what_the_form_asks(strips: Strips):
    shown = strips.look(1).json()
    names = [
        [seat.member.name for seat in strips.table.seats.all() if seat.seat % 2 == side]
        for side in (0, 1)
    ]
    assert [side["players"] for side in shown["sides"]] == names
    assert (shown["side"], shown["number"], shown["round"]) == (1, strips.table.number, 1)
    assert (shown["hands_per_round"], shown["next_minimum"]) == (2, [50, 50])
    assert "counts.sambas" in [field["path"] for field in shown["fields"]]
    assert shown["sheets"] == []


def test_the_second_phone_of_a_side_replaces_its_sheet(strips: Strips):
    strips.write(0, OTHER)
    again = strips.write(0, TOTALS, device=PHONES[2])
    assert again.json()["status"] == "entered"
    [latest] = strips.look(1).json()["sheets"]
    assert latest["id"] == again.json()["id"]


def test_the_same_from_both_sides_is_confirmed_and_another_is_disputed(strips: Strips):
    strips.write(0, TOTALS)
    assert strips.write(1, OTHER).json()["status"] == "disputed"
    assert strips.disputes() == [strips.table.number]
    assert strips.write(1, TOTALS).json()["status"] == "confirmed"


def test_a_side_disputes_with_its_own_figures_or_without_any(strips: Strips):
    sheet = strips.write(0)
    assert strips.object(1, sheet).json()["status"] == "disputed"
    assert strips.object(1, sheet, hands=OTHER).json()["points"] == [2880, 1625]
    assert strips.disputes() == [strips.table.number]


DEVICES = [
    pytest.param(lambda s: s.agree(1, s.write(0), PHONES[0]), id="confirms what it entered"),
    pytest.param(lambda s: [s.write(0), s.write(1, device=PHONES[0])][1], id="enters it again"),
    pytest.param(
        lambda s: s.agree(1, [s.write(0), s.write(0, device=PHONES[2])][1], PHONES[0]),
        id="another phone of its side wrote meanwhile",
    ),
    pytest.param(
        lambda s: s.agree(1, [s.write(1, OTHER, PHONES[0]), s.write(0, TOTALS, PHONES[0])][1],
                          PHONES[0]),
        id="entered for both",
    ),
]  # fmt: skip


@pytest.mark.parametrize("confirm", DEVICES)
def test_the_device_that_entered_for_one_side_cannot_confirm_for_the_other(
    strips: Strips, confirm: Callable[[Strips], Any]
):
    refused = confirm(strips)
    assert code(refused) == (409, "same_device")
    assert strips.read()["result"]["status"] != "confirmed"


def test_another_device_confirms_and_a_director_may_too(strips: Strips):
    sheet = strips.write(0)
    assert code(strips.agree(1, sheet, PHONES[0])) == (409, "same_device")
    assert strips.agree(1, sheet, PHONES[2]).status_code == 201
    strips.at(table_of(strips.round, 2))
    sheet = strips.write(0)
    assert strips.judge("director", sheet).status_code == 201


def test_a_device_has_no_name_that_follows_it_to_another_table(strips: Strips):
    strips.write(0)
    strips.at(table_of(strips.round, 2))
    strips.write(0)
    first, second = (bytes(each.device or b"") for each in Result.objects.order_by("version"))
    assert first
    assert first != second
    assert PHONES[0] not in everything_stored()


def test_a_side_does_not_confirm_its_own_sheet(strips: Strips):
    sheet = strips.write(0)
    assert code(strips.agree(0, sheet, PHONES[2])) == (403, "own_sheet")
    assert code(strips.object(0, sheet, PHONES[2])) == (403, "own_sheet")


MARKS = [
    pytest.param(lambda s: s.agree(1, s.write(0)), (None, True), id="codes only"),
    pytest.param(lambda s: [s.write(0), s.write(1)], (None, True), id="both entered"),
    pytest.param(lambda s: s.agree(1, s.enter("one")), (None, False), id="an account, then a code"),
    pytest.param(lambda s: s.judge("other", s.write(0)), ("", False), id="a code, then an account"),
    pytest.param(lambda s: s.judge("director", s.write(0)), ("", False), id="a director"),
    pytest.param(lambda s: s.write(0), (None, True), id="only entered"),
    pytest.param(lambda s: s.enter("one"), ("", False), id="an account only"),
]


@pytest.mark.parametrize(("write", "marked"), MARKS)
def test_what_only_codes_have_said_is_marked(strips: Strips, write: Any, marked: Any):
    write(strips)
    result = strips.read()["result"]
    nobody, by_code = marked
    assert (result["by"]["player"] is None) is (nobody is None)
    assert result["by_code"] is by_code
    assert result["by"]["side"] in (0, 1, None)


def test_the_log_says_that_it_was_by_code_and_for_which_side(strips: Strips):
    strips.agree(1, strips.write(0))
    entered, confirmed = AuditEntry.objects.filter(act__startswith="sheet_").order_by("id")
    assert (entered.actor, entered.facts["by"], entered.facts["side"]) == (None, "code", 0)
    assert (confirmed.actor, confirmed.facts["by"], confirmed.facts["side"]) == (None, "code", 1)
    page = strips.clients["director"].get(f"{strips.night.path}/events?limit=50").json()
    texts = [each["text"] for each in page["results"]]
    at = f"round 1, table {strips.table.number}"
    assert f"{at}: 2,980\N{EN DASH}1,625 confirmed, by code" in texts


# --- and nothing else ----------------------------------------------------------------------------


def refusals(strips: Strips, side: int = 0, sheet: str = "") -> list[tuple[int, str]]:
    """How each call of a code is refused."""
    given = {"device": PHONES[side], "sheet": sheet or "0" * 8 + "-0000-4000-8000-" + "0" * 12}
    client = strips.holder(side)
    return [
        code(client.get(f"{strips.path}/sheet")),
        code(client.post(f"{strips.path}/sheet", {"device": PHONES[side], "hands": TOTALS})),
        code(client.post(f"{strips.path}/sheet/confirm", given)),
        code(client.post(f"{strips.path}/sheet/dispute", given | {"reason": "No"})),
        code(client.post(f"{strips.path}/sheet/count", {"hands": TOTALS})),
    ]


def test_a_code_is_for_one_table(strips: Strips):
    mine = strips.path
    strips.at(table_of(strips.round, 2))
    sheet = strips.write(0).json()["id"]
    before, strips.path = strips.state(), mine
    assert refusals(strips, 1, sheet) == [(401, "wrong_code")] * 5
    assert strips.state() == before


def test_a_code_judges_no_sheet_of_another_table(strips: Strips):
    sheet = strips.write(0)
    strips.at(table_of(strips.round, 2))
    before = strips.state()
    assert code(strips.agree(1, sheet)) == (404, "not_found")
    assert code(strips.object(1, sheet)) == (404, "not_found")
    assert strips.state() == before


def close(strips: Strips) -> None:
    for number in (1, 2):
        strips.at(table_of(strips.round, number))
        for _ in "12":
            strips.enter("director")
    strips.night.close(strips.round)


def test_a_code_ends_with_its_round_and_comes_back_with_it(strips: Strips):
    codes, path = strips.codes, strips.path
    close(strips)
    strips.codes, strips.path = codes, path
    before = strips.state()
    assert refusals(strips) == [(409, "wrong_state")] * 5
    assert strips.state() == before
    assert codes_for(Round.objects.get(pk=strips.round.pk), [strips.table]) == {}
    strips.night.draw()
    assert refusals(strips) == [(409, "wrong_state")] * 5, "in the next round too"
    round_reopen(round_id=strips.round.pk, by=strips.night.director)
    assert strips.look().status_code == 200


def test_the_strip_of_a_draft_shows_nothing_until_it_is_published():
    strips = Strips()
    round_unpublish(round_id=strips.round.pk, by=strips.night.director)
    assert refusals(strips) == [(409, "wrong_state")] * 5
    assert "players" not in strips.look().content.decode()


def test_a_strip_of_an_archived_night_does_nothing(strips: Strips):
    strips.at(table_of(strips.round, 2))
    codes = strips.codes
    close(strips)
    strips.codes = codes
    tournament = strips.night.tournament
    type(tournament).objects.filter(pk=tournament.pk).update(archived_at="2026-01-01T00:00Z")
    assert refusals(strips) == [(409, "archived")] * 5


def test_a_strip_of_a_night_that_was_called_off_does_nothing(strips: Strips):
    tournament = strips.night.tournament
    type(tournament).objects.filter(pk=tournament.pk).update(state="cancelled")
    assert refusals(strips) == [(409, "wrong_state")] * 5


def test_a_revoked_code_says_so_and_the_next_print_has_others(strips: Strips):
    sheet = strips.write(0)
    revoked = strips.clients["director"].post(f"{strips.path}/revoke-codes")
    assert revoked.status_code == 200
    before = strips.state()
    assert refusals(strips) == [(401, "code_revoked")] * 5
    assert "ask for a new one" in strips.look().json()["detail"]
    assert strips.state() == before
    old = strips.codes
    strips.at(strips.table)
    assert not {*strips.codes} & {*old}
    assert strips.agree(1, sheet).status_code == 201, "what was entered stays"
    again = strips.clients["director"].post(f"{strips.path}/revoke-codes")
    assert again.status_code == 200
    third = strips.clients["director"].post(f"{strips.path}/revoke-codes")
    assert code(third) == (409, "no_codes")


def test_the_codes_of_a_table_are_revoked_a_limited_number_of_times(
    strips: Strips, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sheet_codes, "REVOKED_AT_MOST", 2)
    path = f"{strips.path}/revoke-codes"
    for _ in range(2):
        assert strips.clients["director"].post(path).status_code == 200
        strips.at(strips.table)
    assert code(strips.clients["director"].post(path)) == (409, "too_many")
    assert strips.look().status_code == 200


@pytest.mark.parametrize("published", [False, True], ids=["a draft", "after it was published"])
def test_a_round_is_drawn_again_after_its_strips_were_printed(published: bool):
    held = night(6)
    round_ = held.draw()
    if published:
        round_publish(round_id=round_.pk, by=held.director)
        round_.refresh_from_db()
    table = table_of(round_)
    [strip, _] = codes_for(round_, [table])[table.pk]
    if published:
        round_unpublish(round_id=round_.pk, by=held.director)
        held.change(held.entries[0], withdrawn=True)

    asked = round_redraw(round_id=round_.pk, by=held.director)
    assert round_draw(round_id=asked.pk, step=asked.step)
    connection.check_constraints()  # as at the end of a transaction
    assert Round.objects.get(pk=round_.pk).error is None
    assert with_code(strip).get(f"/api/v1/tables/{table.pk}/sheet").status_code == 401


def test_a_strip_ends_when_others_come_to_its_side(strips: Strips):
    first, second = strips.table, table_of(strips.round, 2)
    strips.at(second)
    there = strips.codes
    strips.at(first)
    here = strips.codes
    sides = [[str(entry_at(second, 0))], [str(entry_at(first, 1))]]
    path = f"/api/v1/rounds/{strips.round.pk}/tables/1"
    changed = strips.clients["director"].patch(path, {"sides": sides}, format="json")
    assert changed.status_code == 200, changed.content

    def look(table: Table, strip: str) -> Any:
        return code(with_code(strip).get(f"/api/v1/tables/{table.pk}/sheet"))

    assert look(first, here[0]) == look(second, there[0]) == (401, "code_revoked")
    assert strips.look(1).status_code == 200, "they are where they were"
    strips.at(first)
    assert strips.codes[0] != here[0]
    assert strips.codes[1] == here[1]
    assert strips.look(0).status_code == 200


def entry_at(table: Table, side: int) -> Any:
    return table.assignments.get(side=side).entry_id


def test_only_directors_revoke(strips: Strips):
    path = f"{strips.path}/revoke-codes"
    assert code(strips.clients["one"].post(path)) == (403, "not_director")
    assert code(strips.holder().post(path)) == (401, "invalid_token")
    assert strips.look().status_code == 200


@pytest.mark.parametrize("sent", [
    "", "A" * 16, "A" * 15, "a b", "' OR 1=1", "A" * 5000, "\u0000",
])  # fmt: skip
def test_a_wrong_code_is_refused_whatever_it_is(strips: Strips, sent: str):
    strips.codes = [sent]
    assert refusals(strips) == [(401, "wrong_code")] * 5


def test_an_account_opens_nothing_here_and_a_code_in_lower_case_does(strips: Strips):
    for who in ("one", "director"):
        answer = strips.clients[who].get(f"{strips.path}/sheet")
        assert code(answer) == (401, "wrong_code")
        assert answer["WWW-Authenticate"].startswith("SheetCode")
    strips.codes = [strips.codes[0].lower()]
    assert strips.look().status_code == 200


OWN = ("tables_sheet_read", "tables_sheet_enter", "tables_sheet_confirm", "tables_sheet_dispute",
       "tables_sheet_count")  # fmt: skip


def test_a_code_opens_no_other_call(strips: Strips):
    """Not even what an anonymous caller may do: it is no token."""
    client = strips.holder()
    values = {"table_id": strips.table.pk, "tournament_id": strips.night.tournament.pk,
              "round_id": strips.round.pk, "club_id": strips.night.club.pk}  # fmt: skip
    before = strips.state()
    for address, method, declared in operations():
        path = "/" + address
        for name, value in values.items():
            path = path.replace(f"<str:{name}>", str(value))
        if "<" in path or ("/sheet" in path and "score-sheets" not in path):
            continue
        if declared.access.by_password:
            continue  # a password opens these, and headers are not read
        answer = getattr(client, method.lower())(path)
        assert answer.status_code in (401, 429), (method, path, answer.status_code)
    assert strips.state() == before


def test_a_table_that_came_to_play_online_takes_no_sheets(strips: Strips):
    assert codes_for(strips.round, [Table(pk=strips.table.pk, venue="online")]) == {}


def test_a_code_is_nowhere_but_on_the_paper(strips: Strips, caplog):
    with caplog.at_level(logging.DEBUG):
        strips.agree(1, strips.write(0))
        strips.look()
        wrong = strips.holder().post(f"{strips.path}/sheet", {"hands": "x"}, format="json")
        strips.clients["director"].post(f"{strips.path}/revoke-codes")
        refused = strips.look(1)
    stored = everything_stored()
    said = json.dumps([dict(answer.headers) for answer in (wrong, refused)])
    for each in strips.codes:
        assert each not in stored
        assert each not in caplog.text
        assert each not in said + wrong.content.decode() + refused.content.decode()


def test_no_report_of_a_fault_has_the_code(strips: Strips, caplog, monkeypatch):
    def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("tournaments.api.sheet_codes.sheet_enter", fails)
    with caplog.at_level(logging.DEBUG):
        answer = strips.write(0)
    assert answer.status_code == 500
    assert strips.codes[0] not in caplog.text + answer.content.decode()


def test_who_has_the_database_has_no_code(strips: Strips, settings):
    rows = list(SheetCode.objects.filter(table=strips.table))
    settings.SECRET_KEY = "another"
    assert {_code(row.pk) for row in rows}.isdisjoint(strips.codes)
    assert strips.look().status_code == 200, "what was printed goes on"


def test_a_new_secret_prints_new_strips(strips: Strips, settings):
    old = strips.codes
    settings.SECRET_KEY = "another"
    strips.at(strips.table)
    assert not {*strips.codes} & {*old}
    assert strips.look().status_code == 200


# --- limits --------------------------------------------------------------------------------------


@pytest.fixture
def slow(settings, monkeypatch):
    """Rate limits, with few codes for each address."""
    settings.SAMBA_RATE_LIMITS = True
    few = throttles.Rate("sheet-codes", per_s=0.01, burst=5, by_address=True)
    monkeypatch.setattr(throttles, "SHEET_CODES", few)


def guess(path: str, code_: str, address: str = "192.0.2.1") -> int:
    client = with_code(code_, REMOTE_ADDR=address)
    return client.get(f"{path}/sheet").status_code


def test_an_address_guesses_a_few_codes_and_then_none(slow, strips: Strips):
    path = strips.path
    tried = [guess(path, f"{'A' * 15}{letter}") for letter in "BCDEFGH"]
    assert tried == [401] * 5 + [429] * 2
    assert guess(path, strips.codes[0]) == 429, "a right guess comes too late as well"
    assert guess(path, strips.codes[0], "192.0.2.2") == 200, "other addresses go on"


def test_a_code_that_has_worked_goes_on_where_somebody_guesses(slow, strips: Strips):
    path = strips.path
    assert guess(path, strips.codes[0]) == 200
    for letter in "BCDEFGH":
        guess(path, f"{'A' * 15}{letter}")
    assert guess(path, strips.codes[0]) == 200
    assert guess(path, strips.codes[1]) == 429


def test_a_side_writes_a_limited_number_of_sheets(strips: Strips, settings):
    settings.SAMBA_SHEETS_OF_PLAYER = 2
    for total in (2000, 2010):
        assert strips.write(0, [hand(total, 0), hand(5, 5)]).status_code == 201
    assert code(strips.write(0, TOTALS, PHONES[2])) == (409, "too_many")
    sheet = strips.write(1, TOTALS)
    assert sheet.status_code == 201, "the other side's are its own"
    assert strips.agree(0, sheet).status_code == 201


def test_after_a_strip_was_lost_the_next_one_writes_again(strips: Strips, settings):
    settings.SAMBA_SHEETS_OF_PLAYER = 1
    assert strips.write(0).status_code == 201
    assert code(strips.write(0)) == (409, "too_many")
    strips.clients["director"].post(f"{strips.path}/revoke-codes")
    strips.at(strips.table)
    assert strips.write(0).status_code == 201
    assert code(strips.write(0)) == (409, "too_many")


# --- the network ---------------------------------------------------------------------------------


def test_what_is_sent_again_with_its_key_is_entered_once(strips: Strips):
    body = {"hands": TOTALS, "device": PHONES[0]}
    client, path = strips.holder(), f"{strips.path}/sheet"
    first, again = (client.post(path, body, headers={"Idempotency-Key": "k"}) for _ in "12")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert strips.kinds() == ["sheet"]
    other = strips.holder(1).post(
        path, {"hands": OTHER, "device": PHONES[1]}, headers={"Idempotency-Key": "k"}
    )
    assert other.status_code == 201, "the keys of a code are its own"


def test_an_answer_that_was_lost_is_given_again_after_the_round_was_closed(strips: Strips):
    client, path = strips.holder(), f"{strips.path}/sheet"
    body = {"hands": TOTALS, "device": PHONES[0]}
    first = client.post(path, body, headers={"Idempotency-Key": "k"})
    close(strips)
    assert client.post(path, body, headers={"Idempotency-Key": "k"}).json() == first.json()
    assert code(client.post(path, body)) == (409, "wrong_state")


def test_sheets_are_counted_by_the_rules_of_the_table(strips: Strips):
    Table.objects.filter(pk=strips.table.pk).update(start_scores=[0, 1500])
    counted = strips.holder().post(f"{strips.path}/sheet/count", {"hands": COUNTED}).json()
    assert (counted["totals"], counted["next_minimum"]) == ([2980, 3125], [90, 120])
    wrong = strips.holder().post(f"{strips.path}/sheet/count", {"hands": [hand(1, 0)]})
    assert code(wrong) == (422, "not_a_multiple_of_five")
    assert Result.objects.count() == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.concurrency
def test_both_sides_enter_the_same_at_once_and_one_sheet_confirms_the_other():
    strips = Strips()
    ended = at_once(*(lambda side=side: strips.write(side).json()["status"] for side in (0, 1)))
    assert ended == {"entered": 1, "confirmed": 1}
    assert sorted(strips.kinds()) == ["confirmation", "sheet"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.concurrency
def test_a_sheet_is_confirmed_while_it_is_replaced_and_one_of_the_two_is_refused():
    strips = Strips()
    sheet = strips.write(0)
    ended = at_once(
        lambda: str(strips.agree(1, sheet).json().get("code", "confirmed")),
        lambda: str(strips.write(0, OTHER, PHONES[2]).json().get("code", "entered")),
    )
    assert ended in ({"confirmed": 1, "result_confirmed": 1}, {"entered": 1, "sheet_superseded": 1})


@pytest.mark.django_db(transaction=True)
@pytest.mark.concurrency
def test_a_code_that_is_revoked_meanwhile_writes_nothing_afterwards(monkeypatch):
    strips = Strips()
    real = code_find

    def revoked_after(sent: str) -> Any:
        found = real(sent)
        SheetCode.objects.filter(table=strips.table).update(revoked_at="2026-01-01T00:00Z")
        return found

    monkeypatch.setattr("tournaments.api.code_credentials.code_find", revoked_after)
    assert code(strips.write(0)) == (401, "code_revoked")
    assert strips.kinds() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.concurrency
def test_two_directors_print_at_once_and_have_the_same_strips():
    strips = Strips()
    SheetCode.objects.all().delete()
    printed: list[Any] = []
    ended = at_once(*[lambda: printed.append(dict(codes_for(strips.round, [strips.table])))] * 3)
    assert ended == {"done": 3}
    assert printed[0] == printed[1] == printed[2]


def test_more_sheets_cost_the_page_of_a_strip_no_more_statements(strips: Strips):
    counts = []
    for _ in range(2):
        for hands in (COUNTED, OTHER):
            assert strips.write(0, hands).status_code == 201
        counts.append(statements_of(strips.holder(), f"{strips.path}/sheet"))
    assert counts[0] == counts[1] <= 15
