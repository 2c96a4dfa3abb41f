"""Entering a tournament: players, pairs, members, the entries of another night."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, NotRequired, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from games.errors import NotDirector
from samba_service.accounts.api.schemas import DisplayNameField
from samba_service.kit import strict
from samba_service.kit.answers import Whole
from samba_service.kit.errors import BadFields, NotThere
from samba_service.kit.http import paged
from samba_service.kit.idempotency import Answer
from samba_service.kit.problems import (
    INVALID_FIELDS,
    Problem,
    ProblemAnswer,
    problem_document,
    problem_of,
)
from samba_service.kit.schema import listing, operation
from tournaments.api.base import PLAY, READ, TournamentApiView
from tournaments.api.entries import EntryAnswer, EntryPatch, entry_view
from tournaments.api.schemas import EntryRefAnswer, entry_ref
from tournaments.selectors.tournaments import (
    entries_seen,
    entry_rows,
    tournament_of_club,
    version_of,
)
from tournaments.services.entries import entry_add
from tournaments.services.entry_changes import (
    EntryRow,
    Outcome,
    entries_copy,
    entries_to_copy,
    entries_update,
)

TAGS = ("entries",)


class EntryRequest(strict.Serializer):
    """One of the four, and your name in a club that you are new in."""

    player = strict.UUIDField(required=False)
    partnership = strict.UUIDField(required=False)
    members = serializers.ListField(
        child=strict.UUIDField(), required=False, min_length=1, max_length=3,
        help_text="Of the club, by their own or their players' ids; for directors",
    )  # fmt: skip

    name = DisplayNameField(
        required=False,
        help_text="Your name in the club, or that of the bot account that you enter, if it is new "
        "there and another member has the account's name",
    )

    def get_fields(self) -> dict[str, Any]:
        """With `from`, which is a keyword of Python."""
        text = "A tournament of the club, all of whose entries are to be entered; for directors"
        return {**super().get_fields(), "from": strict.UUIDField(required=False, help_text=text)}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one."""
        if len(attrs.keys() - {"name"}) != 1 or attrs.keys() == {"from", "name"}:
            raise serializers.ValidationError("One of player, partnership, members and from.")
        return attrs


class EntryRowPatch(EntryPatch):
    """One of many entries."""

    id = strict.UUIDField(help_text="Of the entry")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """At least one in addition to the id."""
        super().validate({name: value for name, value in attrs.items() if name != "id"})
        return attrs


class EntryResultAnswer(TypedDict):
    """The result for one of many entries: `entry` or `problem`."""

    index: Annotated[Whole, "In the body, or among the entries of the other night"]
    status: Annotated[Whole, "200 changed, 201 entered, 202 invited, else the problem's"]
    copy_of: NotRequired[Annotated[EntryRefAnswer, "The entry of the other night"]]
    entry: NotRequired[EntryAnswer]
    problem: NotRequired[ProblemAnswer]


class EntryResultsAnswer(TypedDict):
    results: list[EntryResultAnswer]
    version: Annotated[Whole, "Of the tournament, after all of them"]


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


class Entries(TournamentApiView, at="tournaments/{tournament_id}/entries"):
    @listing("tournaments_entries_list", READ, EntryAnswer)
    def get(self) -> HttpResponse:
        """List entries.

        In order of registration, the withdrawn among them. One that somebody has not agreed to is
        shown to directors and to its own players.
        """
        rows = entries_seen(self.tournament, self.viewer, directing=self.directing)
        return paged(self.request, rows, entry_view, ordering="number")

    @operation(
        "tournaments_entries_create",
        PLAY,
        {201: EntryAnswer, 200: EntryResultsAnswer},
        request=EntryRequest,
        location="entries/{id}",
    )
    def post(self, body: Any) -> Any:
        """Enter.

        A player, an active partnership, or members by their ids, which takes a director. Players
        enter themselves until the start, directors anybody until the last round is published, of a
        knockout the first. An open draft becomes stale: see `/publish`. A player from outside the
        club becomes its guest, and sees names as strangers do until drawn in a published round.
        Partners, and players from outside whom a director enters, are invited: until they accept,
        the entry is `invited`, and is neither drawn nor printed. 403 `not_own_entry`,
        `withdrawn_by_director` for a player one of whose entries here a director withdrew; 409
        `already_entered`, `name_taken`, `wrong_state`, `too_many_entries`.

        `from` enters the entries of another tournament of the club here, with the players that they
        had at the end: 200 with a result for each, in order. Members, and guests without an
        account, are entered; accounts from outside are invited; 409 `entry_left_out` for an entry
        that withdrew, that somebody never agreed to, or one of whose players was erased or has
        left. A refused entry stops no other. After 100 the rest are 409 `too_many`, for the next
        call.
        """
        if body.keys() & {"members", "from"} and not self.directing:
            raise NotDirector
        if "from" in body:
            return self._copy(body["from"])
        entered = entry_add(
            tournament_id=self.tournament.pk, by=self.player, directing=self.directing, **body
        )
        return entry_view(entered)

    def _copy(self, source_id: UUID) -> Answer:
        """Enter everybody of another night of the club."""
        source = tournament_of_club(self.club.pk, source_id)
        if source is None:
            raise BadFields(("from", "The club has no such tournament."))
        self.pay(price(len(entries_to_copy(source.pk))))
        outcomes = entries_copy(tournament_id=self.tournament.pk, by=self.player, source=source)
        shown = partial(results_view, self.request, self.tournament.pk, outcomes)
        return Answer.of(shown, status=200)

    @operation(
        "tournaments_entries_update",
        PLAY,
        EntryResultsAnswer,
        request=EntryRowPatch(many=True),
        refusals=(409,),
    )
    def patch(self, body: Any) -> EntryResultsAnswer:
        """Check in, withdraw, seed many at once.

        1 to 200 rows, each with the `id` of an entry and what `PATCH /entries/{id}` takes, are done
        in order. A row that is refused or malformed undoes no other; its result has the `problem`:
        400 also for an entry that an earlier row has. Each row that changes something is a version
        of its own in the log. 409 `wrong_state` after the end. Every 2 rows cost one call more.
        """
        rows = rows_of(body)
        self.pay(price(len(rows)))
        done = iter(
            entries_update(
                tournament_id=self.tournament.pk,
                by=self.player,
                directing=self.directing,
                rows=[row for row in rows if not isinstance(row, Exception)],
            )
        )
        outcomes = [
            Outcome(refusal=row) if isinstance(row, Exception) else next(done) for row in rows
        ]
        return results_view(self.request, self.tournament.pk, outcomes)
