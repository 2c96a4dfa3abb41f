"""Entries: registration, check-in, withdrawal, substitutes."""

from uuid import UUID

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from games.api.base import player_of
from games.errors import NotDirector
from samba_service.kit.errors import BadFields
from samba_service.kit.http import empty_response, json_response, paged
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import QuerySerializer
from tournaments.api.base import PLAY, READ, EntryApiView, TournamentApiView, viewer_id
from tournaments.api.entries.batches import (
    ROWS_AT_MOST,
    ROWS_PER_CALL,
    price,
    results_view,
    rows_of,
)
from tournaments.api.entries.schemas import (
    EntryAnswer,
    EntryPatch,
    EntryRequest,
    EntryResultsAnswer,
    EntryRowPatch,
    SubstituteRequest,
    entry_view,
)
from tournaments.selectors.entries import entries_seen
from tournaments.selectors.tournaments import tournament_of_club
from tournaments.services.entries import entry_add
from tournaments.services.entry_changes import (
    EntryChange,
    Outcome,
    entries_copy,
    entries_to_copy,
    entries_update,
    entry_delete,
    entry_update,
)
from tournaments.services.seating import When
from tournaments.services.substitutes import substitute_add

ENTRY_TAGS = ("entries",)


class Entries(TournamentApiView):
    @operation(
        "tournaments_entries_list",
        summary="List entries",
        description="In order of registration, the withdrawn among them. One that somebody has not "
        "agreed to is shown to directors and to its own players.",
        access=READ,
        parameters=[QuerySerializer],
        answers={200: page_of(EntryAnswer)},
        tags=ENTRY_TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        self.query(QuerySerializer)
        rows = entries_seen(self.tournament, viewer_id(request), directing=self.directs(request))
        return paged(request, rows, entry_view, ordering="number")

    @operation(
        "tournaments_entries_create",
        summary="Enter",
        description="A player, an active partnership, or members by their ids, which takes a "
        "director. Players enter themselves until the start, directors anybody until the last "
        "round is published, of a knockout the first. Who comes while a draft is open makes it "
        "stale: see `/publish`. A player from outside the club becomes its guest, and sees names "
        "as strangers do until drawn in a published round. Partners are invited, and so are "
        "players from outside whom a director enters: until they accept, the entry is `invited`, "
        "and is neither drawn nor printed. 403 `not_own_entry`, `withdrawn_by_director` for a "
        "player one of whose entries here a director withdrew, 409 `already_entered`, "
        "`name_taken`, `wrong_state`, `too_many_entries`. `from` names another "
        "tournament of the club and enters its entries here, with the players that they had at the "
        "end: 200 with a result for each, in order. "
        "Members, and guests without an account, are entered; accounts from outside are invited; "
        "409 `entry_left_out` for an entry that withdrew, that somebody never agreed to, or one "
        "of whose players was erased or has left. A refused entry stops no other. One call enters "
        "100; the rest are 409 `too_many`, for the next call.",
        access=PLAY,
        request=EntryRequest,
        location="entries/{id}",
        answers={201: EntryAnswer, 200: EntryResultsAnswer},
        idempotent=True,
        versioned=True,
        tags=ENTRY_TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> HttpResponse:
        body = self.body(EntryRequest)
        directing = self.directs(request)
        if body.keys() & {"members", "from"} and not directing:
            raise NotDirector
        if "from" in body:
            return self._copy(request, body["from"])

        def enter() -> Answer:
            entry = entry_add(
                tournament_id=self.tournament.pk,
                by=player_of(request),
                directing=directing,
                player=body.get("player"),
                partnership=body.get("partnership"),
                members=body.get("members", ()),
                name=body.get("name", ""),
            )
            return Answer.of(entry_view(entry))

        return answer_once(request, enter)

    def _copy(self, request: Request, source_id: UUID) -> HttpResponse:
        """Enter everybody of another night of the club."""
        source = tournament_of_club(self.club.pk, source_id)
        if source is None:
            raise BadFields(("from", "The club has no such tournament."))
        self.pay(price(len(entries_to_copy(source.pk))))

        def copy() -> Answer:
            by = player_of(request)
            outcomes = entries_copy(tournament_id=self.tournament.pk, by=by, source=source)
            return Answer.of(results_view(request, self.tournament.pk, outcomes), status=200)

        return answer_once(request, copy)

    @operation(
        "tournaments_entries_update",
        summary="Check in, withdraw, seed many at once",
        description=f"A list of 1 to {ROWS_AT_MOST} rows, each with the `id` of an entry and what "
        "`PATCH /entries/{id}` takes. The rows are done in order. A row that is refused or "
        "malformed undoes no other; its result has the `problem`: 400 also for an entry that an "
        "earlier row has already. Each row that changes something is a version of its own "
        f"in the log. 409 `wrong_state` after the end. Every {ROWS_PER_CALL} rows cost one call "
        "more.",
        access=PLAY,
        request=EntryRowPatch(many=True),
        answers={200: EntryResultsAnswer},
        refusals=(409,),
        versioned=True,
        tags=ENTRY_TAGS,
    )
    def patch(self, request: Request, tournament_id: str) -> HttpResponse:
        rows = rows_of(request.data)
        self.pay(price(len(rows)))
        done = iter(
            entries_update(
                tournament_id=self.tournament.pk,
                by=player_of(request),
                directing=self.directs(request),
                rows=[row for row in rows if not isinstance(row, Exception)],
            )
        )
        outcomes = [
            Outcome(refusal=row) if isinstance(row, Exception) else next(done) for row in rows
        ]
        return json_response(results_view(request, self.tournament.pk, outcomes))


class EntryDetail(EntryApiView):
    @operation(
        "entries_read",
        summary="Look at an entry",
        access=READ,
        answers={200: EntryAnswer},
        versioned=True,
        tags=ENTRY_TAGS,
    )
    def get(self, request: Request, entry_id: str) -> HttpResponse:
        return json_response(entry_view(self.entry))

    @operation(
        "entries_update",
        summary="Check in, withdraw, seed",
        description="Your own, or as a director any; `late` and `seed` are a director's. It acts "
        "from the next draw: a draft must then be redrawn. A change to the current value makes no "
        "version. Only a director restores an entry that a director withdrew, 403 "
        "`withdrawn_by_director`; a player who has left the club or was removed may withdraw, but "
        "not check in or come back, 403 `left_club`. A player's account changes its entries in one "
        "tournament a limited number of times (`facts.limit`), 409 `too_many`; a director does it "
        "any time. 409 `wrong_state` after the end.",
        access=PLAY,
        request=EntryPatch,
        answers={200: EntryAnswer},
        refusals=(409,),
        versioned=True,
        tags=ENTRY_TAGS,
    )
    def patch(self, request: Request, entry_id: str) -> HttpResponse:
        changes: EntryChange = self.body(EntryPatch)
        changed = entry_update(
            entry=self.entry,
            by=player_of(request),
            directing=self.directs(request),
            changes=changes,
        )
        return json_response(entry_view(changed))

    @operation(
        "entries_delete",
        summary="Delete an entry that has played nothing",
        description="Your own, or as a director any, made by mistake. Its number is not "
        "used again. 403 `withdrawn_by_director` for a player's entry that a director withdrew. "
        "409 `entry_drawn` once a round has it: in a draft withdraw it and draw "
        "again. 409 `wrong_state` after the end.",
        access=PLAY,
        answers={204: None},
        refusals=(409,),
        versioned=True,
        tags=ENTRY_TAGS,
    )
    def delete(self, request: Request, entry_id: str) -> HttpResponse:
        entry_delete(entry=self.entry, by=player_of(request), directing=self.directs(request))
        return empty_response()


class EntrySubstitutes(EntryApiView):
    @operation(
        "entries_substitutes_create",
        summary="Add a substitute",
        description="By a director, for rounds to come, and in the round that is being played "
        "while the table has no confirmed result; there `from_hand` is the newcomer's first hand. "
        "At an online table that is the running hand: the newcomer takes the seat over at once, "
        "and the other player no longer sees its cards. "
        "`out` names the player who goes, `player` or `member` the one who comes; without "
        "`to_round`, to the end. What was played stays, results are the entry's, and ratings leave "
        "out a table where somebody came between two hands. With a `reason` it records who really "
        "sat, also in rounds that are closed and at tables whose result is confirmed: members of "
        "the club, at tables that were not played online. Sending it the other way round undoes "
        "it. An account that is no member of the club is invited, unless it has sat for the entry "
        "before: 202, and nothing changes until it accepts. 409 `not_agreed` for an entry that is "
        "invited; `round_published` and `result_confirmed` without a reason, and with one "
        "`played_online`; `already_entered`, "
        "`accounts_missing` at an online table for a newcomer without an account, "
        "`has_seen_cards`, `already_seated`.",
        access=PLAY,
        request=SubstituteRequest,
        answers={201: EntryAnswer, 202: EntryAnswer},
        idempotent=True,
        versioned=True,
        tags=ENTRY_TAGS,
    )
    def post(self, request: Request, entry_id: str) -> HttpResponse:
        body = self.body(SubstituteRequest)
        if not self.directs(request):
            raise NotDirector
        path = "player" if "player" in body else "member"

        def substitute() -> Answer:
            done = substitute_add(
                entry=self.entry,
                by=player_of(request),
                out=body["out"],
                coming=body[path],
                path=path,
                when=When(body["from_round"], body["from_hand"], body["to_round"]),
                reason=body.get("reason", ""),
            )
            return Answer.of(entry_view(done.entry), status=201 if done.sits else 202)

        return answer_once(request, substitute)


urlpatterns = [
    path("tournaments/<str:tournament_id>/entries", Entries.as_view()),
    path("entries/<str:entry_id>", EntryDetail.as_view()),
    path("entries/<str:entry_id>/substitutes", EntrySubstitutes.as_view()),
]
