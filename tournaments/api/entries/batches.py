"""Many entries at once: the rows of a body, each validated and answered separately."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from samba_service.kit.errors import NotThere
from samba_service.kit.problems import INVALID_FIELDS, Problem, problem_document, problem_of
from tournaments.api.entries.schemas import (
    EntryResultAnswer,
    EntryResultsAnswer,
    EntryRowPatch,
    entry_view,
)
from tournaments.api.schemas import entry_ref
from tournaments.selectors.entries import entry_rows
from tournaments.selectors.tournaments import version_of
from tournaments.services.entry_changes import EntryRow, Outcome

ROWS_AT_MOST = 200
"""Of one body."""

ROWS_PER_CALL = 2
"""The number of rows that cost as much as a call."""


def price(rows: int) -> int:
    """What the rows cost in addition to the call; a full bucket always has as much."""
    return min(rows, ROWS_AT_MOST) // ROWS_PER_CALL


Row = EntryRow | ValidationError


def rows_of(data: Any) -> list[Row]:
    """The rows of a body, or their errors. Raises a 400 for a body that is no list of them."""
    if not isinstance(data, list) or not 1 <= len(data) <= ROWS_AT_MOST:
        detail = f"A list of 1 to {ROWS_AT_MOST} rows."
        raise Problem(INVALID_FIELDS, errors=[{"path": "", "detail": detail}])
    rows: list[Row] = []
    ids: dict[UUID, int] = {}
    for index, each in enumerate(data):
        row = _row(each)
        first = index if isinstance(row, Exception) else ids.setdefault(row["id"], index)
        rows.append(row if first == index else _again(first))
    return rows


def _again(first: int) -> ValidationError:
    return ValidationError({"id": f"Row {first} already names this entry."})


def _row(data: Any) -> Row:
    judged = EntryRowPatch(data=data)
    try:
        judged.is_valid(raise_exception=True)
    except ValidationError as error:
        return error
    found: EntryRow = judged.validated_data
    return found


def results_view(
    request: Request, tournament_id: UUID, outcomes: Sequence[Outcome]
) -> EntryResultsAnswer:
    """Every row with its status, and the entry as it is after all of them, or the problem.

    An entry that somebody has deleted since is not there.
    """
    version = version_of(tournament_id)
    ids = [outcome.entry for outcome in outcomes if outcome.entry is not None]
    entries = entry_rows(tournament_id).in_bulk(ids)
    results: list[EntryResultAnswer] = []
    for index, outcome in enumerate(outcomes):
        entry = None if outcome.entry is None else entries.get(outcome.entry)
        row: EntryResultAnswer = {"index": index, "status": 200}
        if entry is None:
            problem = problem_of(outcome.refusal or NotThere())
            row["status"] = problem.status
            row["problem"] = problem_document(request._request, problem)
        else:
            if outcome.source:
                row["status"] = 202 if entry.invited else 201
            row["entry"] = entry_view(entry)
        if outcome.source:
            row["copy_of"] = entry_ref(outcome.source)
        results.append(row)
    return {"results": results, "version": version}
