"""Entries: registration, check-in, withdrawal, substitutes."""

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from games.errors import NotDirector
from samba_service.kit.errors import BadFields, NotThere
from samba_service.kit.http import paged
from samba_service.kit.idempotency import Answer
from samba_service.kit.problems import INVALID_FIELDS, Problem, problem_document, problem_of
from samba_service.kit.schema import listing, operation
from tournaments.api.base import PLAY, READ, EntryApiView, TournamentApiView
from tournaments.api.entries.schemas import (
    EntryAnswer,
    EntryPatch,
    EntryRequest,
    EntryResultAnswer,
    EntryResultsAnswer,
    EntryRowPatch,
    SubstituteRequest,
    entry_view,
)
from tournaments.api.schemas import entry_ref
from tournaments.selectors.entries import entries_seen, entry_rows
from tournaments.selectors.tournaments import tournament_of_club, version_of
from tournaments.services.entries import entry_add
from tournaments.services.entry_changes import (
    EntryRow,
    Outcome,
    entries_copy,
    entries_to_copy,
    entries_update,
    entry_delete,
    entry_update,
)
from tournaments.services.seating import When
from tournaments.services.substitutes import substitute_add

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


TAGS = ("entries",)


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
        knockout the first. Who comes while a draft is open makes it stale: see `/publish`. A player
        from outside the club becomes its guest, and sees names as strangers do until drawn in a
        published round. Partners are invited, and so are players from outside whom a director
        enters: until they accept, the entry is `invited`, and is neither drawn nor printed. 403
        `not_own_entry`, `withdrawn_by_director` for a player one of whose entries here a director
        withdrew, 409 `already_entered`, `name_taken`, `wrong_state`, `too_many_entries`. `from`
        names another tournament of the club and enters its entries here, with the players that they
        had at the end: 200 with a result for each, in order. Members, and guests without an
        account, are entered; accounts from outside are invited; 409 `entry_left_out` for an entry
        that withdrew, that somebody never agreed to, or one of whose players was erased or has
        left. A refused entry stops no other. One call enters 100; the rest are 409 `too_many`, for
        the next call.
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

        A list of 1 to 200 rows, each with the `id` of an entry and what `PATCH /entries/{id}`
        takes. The rows are done in order. A row that is refused or malformed undoes no other; its
        result has the `problem`: 400 also for an entry that an earlier row has already. Each row
        that changes something is a version of its own in the log. 409 `wrong_state` after the end.
        Every 2 rows cost one call more.
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


class EntryDetail(EntryApiView, at="entries/{entry_id}"):
    @operation("entries_read", READ, EntryAnswer)
    def get(self) -> EntryAnswer:
        """Look at an entry."""
        return entry_view(self.entry)

    @operation("entries_update", PLAY, EntryAnswer, request=EntryPatch, refusals=(409,))
    def patch(self, body: Any) -> EntryAnswer:
        """Check in, withdraw, seed.

        Your own, or as a director any; `late` and `seed` are a director's. It acts from the next
        draw: a draft must then be redrawn. A change to the current value makes no version. Only a
        director restores an entry that a director withdrew, 403 `withdrawn_by_director`; a player
        who has left the club or was removed may withdraw, but not check in or come back, 403
        `left_club`. A player's account changes its entries in one tournament a limited number of
        times (`facts.limit`), 409 `too_many`; a director does it any time. 409 `wrong_state` after
        the end.
        """
        by, directing = self.player, self.directing
        return entry_view(entry_update(entry=self.entry, by=by, directing=directing, changes=body))

    @operation("entries_delete", PLAY, None, refusals=(409,))
    def delete(self) -> None:
        """Delete an entry that has played nothing.

        Your own, or as a director any, made by mistake. Its number is not used again. 403
        `withdrawn_by_director` for a player's entry that a director withdrew. 409 `entry_drawn`
        once a round has it: in a draft withdraw it and draw again. 409 `wrong_state` after the end.
        """
        entry_delete(entry=self.entry, by=self.player, directing=self.directing)


class EntrySubstitutes(EntryApiView, at="entries/{entry_id}/substitutes"):
    @operation(
        "entries_substitutes_create",
        PLAY,
        {201: EntryAnswer, 202: EntryAnswer},
        request=SubstituteRequest,
    )
    def post(self, body: Any) -> Answer:
        """Add a substitute.

        By a director, for rounds to come, and in the round that is being played while the table has
        no confirmed result; there `from_hand` is the newcomer's first hand. At an online table that
        is the running hand: the newcomer takes the seat over at once, and the other player no
        longer sees its cards. `out` names the player who goes, `player` or `member` the one who
        comes; without `to_round`, to the end. What was played stays, results are the entry's, and
        ratings leave out a table where somebody came between two hands. With a `reason` it records
        who really sat, also in rounds that are closed and at tables whose result is confirmed:
        members of the club, at tables that were not played online. Sending it the other way round
        undoes it. An account that is no member of the club is invited, unless it has sat for the
        entry before: 202, and nothing changes until it accepts. 409 `not_agreed` for an entry that
        is invited; `round_published` and `result_confirmed` without a reason, and with one
        `played_online`; `already_entered`, `accounts_missing` at an online table for a newcomer
        without an account, `has_seen_cards`, `already_seated`.
        """
        if not self.directing:
            raise NotDirector
        path = "player" if "player" in body else "member"
        done = substitute_add(
            entry=self.entry,
            by=self.player,
            out=body["out"],
            coming=body[path],
            path=path,
            when=When(body["from_round"], body["from_hand"], body["to_round"]),
            reason=body.get("reason", ""),
        )
        return Answer.of(entry_view(done.entry), status=201 if done.sits else 202)
