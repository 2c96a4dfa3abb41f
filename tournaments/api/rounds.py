"""A round: requested, drawn, published, closed, and each of these undone."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, cast
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers

from games.selectors.deal_sets import deal_set_get
from games.store.row import clock_read
from samba_service.kit import strict
from samba_service.kit.answers import Whole, answer_of
from samba_service.kit.http import paged
from samba_service.kit.schema import listing, operation
from samba_service.kit.throttles import DRAWS
from tournaments.api.base import MANAGE, READ, RoundApiView, TournamentApiView
from tournaments.api.schemas import (
    METHODS,
    NEXT_ROUND,
    ROUND_STATES,
    DrawErrorAnswer,
    EntryRefAnswer,
    LockAnswer,
    UndoRequest,
    WarningAnswer,
    reason,
    reason_said,
    why_view,
)
from tournaments.api.tables import TableAnswer, round_tables_view
from tournaments.engine.bundle.document import WhyAnswer
from tournaments.engine.draws import Reason
from tournaments.engine.tournament import RoundState
from tournaments.rights import reason_shown
from tournaments.selectors.rounds import byes_of, names_of, rounds_seen
from tournaments.services.changes import reload
from tournaments.services.draft_edits import byes_update
from tournaments.services.publication import round_publish, round_unpublish
from tournaments.services.round_clock import clock_extend, clock_pause, clock_resume
from tournaments.services.rounds import round_close, round_redraw, round_reopen, round_request

if TYPE_CHECKING:
    from tournaments.models import Round

TAGS = ("rounds",)

START_WITHIN = timedelta(days=366)


class ByePatch(strict.Serializer):
    entry = strict.UUIDField()
    locked = strict.BooleanField()


class RoundPatch(strict.Serializer):
    byes = serializers.ListField(child=ByePatch(), min_length=1, max_length=50)


class PublishRequest(strict.Serializer):
    late = strict.ChoiceField(
        [NEXT_ROUND], required=False, allow_null=True, default=None,
        help_text="Publish although somebody came since the draw: they play from the next round on",
    )  # fmt: skip
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, default=None,
        help_text="When online tables are dealt, within a year; null: at once",
    )  # fmt: skip

    def validate_starts_at(self, starts_at: datetime | None) -> datetime | None:
        """Far enough from the end of all dates."""
        if starts_at is not None and starts_at > timezone.now() + START_WITHIN:
            raise serializers.ValidationError("Within a year.")
        return starts_at


class ExtendRequest(strict.Serializer):
    minutes = strict.IntegerField(min_value=-600, max_value=600, help_text="Negative: less time")
    reason = reason(required=False, default="", allow_blank=True)

    def validate_minutes(self, minutes: int) -> int:
        """Something has to change."""
        if minutes == 0:
            raise serializers.ValidationError("Not 0.")
        return minutes


class RoundClockAnswer(TypedDict):
    """The clock of a round by time; `ends_at` of the round is as it is now planned."""

    last_call_at: Annotated[datetime, "From then on no hand begins."]
    last_called_at: Annotated[datetime | None, "When the last hands were called"]
    paused_since: Annotated[datetime | None, "While it is paused, all its times move."]
    server_now: Annotated[datetime, "The time of the service"]


class ByeAnswer(TypedDict):
    entry: EntryRefAnswer
    slot: Whole | None
    locked: bool
    why: WhyAnswer


class RoundSummaryAnswer(TypedDict):
    id: UUID
    number: Whole
    state: Annotated[str, ("enum", ROUND_STATES)]
    method: Annotated[str, ("enum", METHODS)] | None
    starts_at: datetime | None
    ends_at: Annotated[datetime | None, "Of rounds by time"]
    error: Annotated[
        DrawErrorAnswer | None,
        "Why no draw could be made; `draw_failed`: by an error of the service",
    ]


class SharedDealsAnswer(TypedDict):
    """Deals that all tables of a round play."""

    commitments: Annotated[list[str], "By hand, in hex; promised before the draw"]
    entropy: Annotated[list[str], "What the director stirred in, in hex"]
    open: Annotated[bool, "True if the deals are shown"]


class RoundAnswer(RoundSummaryAnswer):
    tournament: UUID
    version: Annotated[Whole, "Of the tournament"]
    tables: list[TableAnswer]
    byes: list[ByeAnswer]
    locks: list[LockAnswer]
    clock: Annotated[RoundClockAnswer | None, "Null: it is by hands, or not being played"]
    warnings: Annotated[list[WarningAnswer], "Of a change by hand; else none"]
    deals: Annotated[SharedDealsAnswer | None, "Null: every table plays its own"]


def round_summary(round_: "Round") -> RoundSummaryAnswer:
    """A round where a list of them is shown."""
    return answer_of(RoundSummaryAnswer, round_, method=round_.method or None)


def round_view(
    round_: "Round",
    viewer: UUID | None,
    warnings: Sequence[Reason] = (),
    *,
    directing: bool,
) -> RoundAnswer:
    """A round of `rounds_seen` as the viewer may see it; in a draft, who would sit there now.

    `warnings` concern the viewer's own change.
    """
    names, deals = names_of(round_.tournament_id), round_.deal_set_id
    return answer_of(
        RoundAnswer,
        round_,
        **round_summary(round_),
        tournament=round_.tournament_id,
        version=round_.tournament.version,
        tables=round_tables_view(round_, viewer, names, directing=directing),
        byes=[answer_of(ByeAnswer, each, why=why_view(each, names)) for each in byes_of(round_)],
        locks=[_lock(each) for each in round_.locks],
        clock=clock_view(round_),
        warnings=[
            answer_of(WarningAnswer, each, text=reason_said(each, names)) for each in warnings
        ],
        deals=deals and deal_set_get(deals),
    )


def clock_view(round_: "Round") -> RoundClockAnswer | None:
    """The clock of a published round by time; else none."""
    call_at = round_.last_call_at
    if call_at is None or round_.state != RoundState.PUBLISHED:
        return None
    return {
        "last_call_at": call_at,
        "last_called_at": round_.last_called_at,
        "paused_since": round_.paused_at,
        "server_now": clock_read(),
    }


def _lock(stored: dict[str, Any]) -> LockAnswer:
    shown = {"after_publication": False} | stored | {"reason": reason_shown(stored["reason"])}
    return cast(LockAnswer, shown)


Shown = Callable[[], RoundAnswer]
"""Shows a round, after the commit."""


class Rounds(TournamentApiView, at="tournaments/{tournament_id}/rounds"):
    @listing("tournaments_rounds_list", READ, RoundSummaryAnswer)
    def get(self) -> HttpResponse:
        """List rounds.

        Only directors see those not published yet.
        """
        rounds = rounds_seen(self.tournament.pk, directing=self.directing)
        return paged(self.request, rounds, round_summary, ordering="number")

    @operation(
        "tournaments_rounds_create",
        MANAGE,
        {202: RoundSummaryAnswer},
        location="rounds/{id}",
        rate=DRAWS,
    )
    def post(self) -> RoundSummaryAnswer:
        """Ask for the next draw.

        A worker draws it: see `GET /rounds/{id}`. Asked again before it is published, it is the
        same round; one with an `error` is drawn again. 409 `round_open` while a round is published,
        `no_rounds_left`, `wrong_state`; `too_many` at the account's limit of draws under way. A
        draw of more than 70 entries costs more calls, one of a thousand 150.
        """
        self.pay_for_drawing()
        return round_summary(round_request(tournament_id=self.tournament.pk, by=self.player))


class OneRound(RoundApiView):
    def shown(self, warnings: Sequence[Reason] = ()) -> RoundAnswer:
        """The current round. Its version is read before the tables, so that it is never newer."""
        round_ = reload(rounds_seen(self.tournament.pk, directing=True), self.round.pk)
        return round_view(round_, self.viewer, warnings, directing=self.directing)

    def change(self, act: "Callable[..., Round]", **how: Any) -> Shown:
        """Do it, and show the round after the commit."""
        act(round_id=self.round.pk, by=self.player, **how)
        return self.shown


class RoundDetail(OneRound, at="rounds/{round_id}"):
    @operation("rounds_read", READ, RoundAnswer)
    def get(self) -> RoundAnswer:
        """Look at a round.

        It lists the tables and byes, each with its reason and result. Where all tables play the
        same deals, `deals` has what was promised of them before the draw.
        """
        return self.shown()

    @operation("rounds_update", MANAGE, RoundAnswer, request=RoundPatch, refusals=(409,))
    def patch(self, body: Any) -> Shown:
        """Lock byes of a draft.

        A locked bye is kept by a redraw. 409 `wrong_state` after publication.
        """
        return self.change(byes_update, byes=body["byes"])


class RoundRedraw(OneRound, at="rounds/{round_id}/redraw"):
    @operation(
        "rounds_redraw", MANAGE, {202: RoundSummaryAnswer}, location="rounds/{id}", rate=DRAWS
    )
    def post(self) -> RoundSummaryAnswer:
        """Draw a draft again.

        What is locked is kept, in every format; all others are drawn again, with the reasons of
        that draw. A lock that names somebody who left has lapsed. 409 `wrong_state` unless it is a
        draft, `too_many` at the account's limit of draws under way. It costs as much as asking for
        the draw.
        """
        self.pay_for_drawing()
        return round_summary(round_redraw(round_id=self.round.pk, by=self.player))


class RoundPublish(OneRound, at="rounds/{round_id}/publish"):
    @operation("rounds_publish", MANAGE, RoundAnswer, request=PublishRequest)
    def post(self, body: Any) -> Shown:
        """Publish a draft.

        Seats are given, and online tables have their games: lobbies until a worker deals them, now
        or at `starts_at`. 409 `draft_stale` names who came or left since the draw, or has another
        place in the bracket because a result was corrected. With `late: next_round` who came waits
        for the next round, and this one counts as missed by lateness and as a sit-out; where no
        round is left for them (the last one, any of a knockout) they are listed, and play no more.
        409 `draft_outdated` if an earlier round was corrected since, `no_draft` where no draw could
        be made, `accounts_missing` where somebody could not play online, `already_entered` where
        somebody would sit twice, `wrong_state`, and `has_seen_cards` where a player and their bot
        account would play the same deals at two tables.
        """
        late = body["late"] == NEXT_ROUND
        return self.change(round_publish, starts_at=body["starts_at"], without_late=late)


class RoundPause(OneRound, at="rounds/{round_id}/pause"):
    @operation("rounds_pause", MANAGE, RoundAnswer, request=UndoRequest)
    def post(self, body: Any) -> Shown:
        """Pause the clock of a round.

        Of a published round by time. Its online tables pause too, if they have a clock: nobody
        moves there. 409 `no_clock` for a round by hands, `wrong_state`.
        """
        return self.change(clock_pause, reason=body.get("reason", ""))


class RoundResume(OneRound, at="rounds/{round_id}/resume"):
    @operation("rounds_resume", MANAGE, RoundAnswer)
    def post(self) -> Shown:
        """Resume a paused round.

        It ends as much later as the pause took. 409 `not_paused`, `no_clock`, `wrong_state`.
        """
        return self.change(clock_resume)


class RoundExtend(OneRound, at="rounds/{round_id}/extend"):
    @operation("rounds_extend", MANAGE, RoundAnswer, request=ExtendRequest)
    def post(self, body: Any) -> Shown:
        """Give a round more time, or less.

        The opposite undoes it. Where the last hands were called and there is time for others again,
        the call is taken back. 409 `no_clock`, `wrong_state`; 422 `round_time` beyond 24 hours, or
        under a minute.
        """
        return self.change(clock_extend, **body)


class RoundClose(OneRound, at="rounds/{round_id}/close"):
    @operation("rounds_close", MANAGE, RoundAnswer)
    def post(self) -> Shown:
        """Close a round.

        409 `results_missing` with `facts.tables`; `winner_missing` for a tie in a knockout;
        `deals_at_play` while a table plays deals that others share; `wrong_state`.
        """
        return self.change(round_close)


class RoundUnpublish(OneRound, at="rounds/{round_id}/unpublish"):
    @operation("rounds_unpublish", MANAGE, RoundAnswer, request=UndoRequest)
    def post(self, body: Any) -> Shown:
        """Make a published round a draft again.

        As it was drafted, to be changed, drawn again or published. Online games of it end, and
        nobody plays their cards again: the round gets new deals. 409 `results_entered`,
        `hands_played`, `wrong_state`.
        """
        return self.change(round_unpublish, reason=body.get("reason", ""))


class RoundReopen(OneRound, at="rounds/{round_id}/reopen"):
    @operation("rounds_reopen", MANAGE, RoundAnswer, request=UndoRequest)
    def post(self, body: Any) -> Shown:
        """Open a closed round again.

        A draft of the next round is dropped, to be asked for again. 409 `later_round_published`,
        `wrong_state`.
        """
        return self.change(round_reopen, reason=body.get("reason", ""))
