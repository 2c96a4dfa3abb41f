"""Rounds: asking for a draw, changing a draft, publishing, closing, and what undoes it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.kit.http import paged, path_number
from samba_service.kit.problems import not_found
from samba_service.kit.schema import listing, operation
from samba_service.kit.throttles import DRAWS
from tournaments.api.base import MANAGE, READ, RoundApiView, TournamentApiView
from tournaments.api.rounds.schemas import (
    ComparisonAnswer,
    CorrectionsRequest,
    PublishRequest,
    RoundAnswer,
    RoundPatch,
    RoundSummaryAnswer,
    StirRequest,
    TablePatch,
    comparison_view,
    round_summary,
    round_view,
)
from tournaments.api.schemas import NEXT_ROUND, ReasonRequest, UndoRequest
from tournaments.engine.draws import Reason
from tournaments.selectors.rounds import round_compared, rounds_seen
from tournaments.services.changes import reload
from tournaments.services.draft_edits import TableChange, byes_update, draft_table_update
from tournaments.services.publication import round_publish, round_unpublish
from tournaments.services.reseating import round_correct, table_reseat
from tournaments.services.rounds import (
    round_add_entropy,
    round_close,
    round_deals_reveal,
    round_redraw,
    round_reopen,
    round_request,
)

if TYPE_CHECKING:
    from tournaments.models import Round

TAGS = ("rounds",)

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

        A worker draws it, and `GET /rounds/{id}` shows when it is there. Asked again before it is
        published, it is the same round; one with an `error` is drawn again. 409 `round_open` while
        a round is published, `no_rounds_left`, `wrong_state`; `too_many` while as many draws of the
        account are under way as it may have. A draw of more than 70 entries costs more calls, one
        of a thousand 150.
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


class RoundTable(OneRound, at="rounds/{round_id}/tables/{number}"):
    number: int

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        self.number = path_number(kwargs["number"], most=1_000_000)
        if not self.round.tables.filter(number=self.number).exists():
            raise not_found()

    @operation("rounds_tables_update", MANAGE, RoundAnswer, request=TablePatch, refusals=(409, 422))
    def patch(self, body: TableChange) -> Shown:
        """Change a table of a draft or of a published round.

        `sides` by entry ids: those who come change places with those who go. The table is locked,
        and nothing else: `/redraw` draws the displaced again. `locked` keeps the table in a redraw,
        `venue` says where it is played. `warnings` name the constraints that this overrides: a
        stationary entry moved, two seated together who are kept apart. After publication `sides`
        only, while none of the tables concerned has a result (409 `results_entered`), or a hand
        played in an online game that was not abandoned (`hands_played`); all tables concerned are
        locked. An online game that has begun ends, and a new one begins with new deals; where all
        tables play the same deals it is 409 `deals_for_all`. 409 `wrong_state`; 422
        `forbidden_pair` without `override` and `reason`.
        """
        act = draft_table_update if self.round.published_version is None else table_reseat
        warnings = act(round_id=self.round.pk, number=self.number, by=self.player, changes=body)
        return partial(self.shown, warnings)


class RoundRedraw(OneRound, at="rounds/{round_id}/redraw"):
    @operation(
        "rounds_redraw", MANAGE, {202: RoundSummaryAnswer}, location="rounds/{id}", rate=DRAWS
    )
    def post(self) -> RoundSummaryAnswer:
        """Draw a draft again.

        What is locked is kept, in every format; all others are drawn again, with the reasons of
        that draw. A lock that names somebody who left has lapsed. 409 `wrong_state` unless it is a
        draft, `too_many` while as many draws of the account are under way as it may have. It costs
        as much as asking for the draw.
        """
        self.pay_for_drawing()
        return round_summary(round_redraw(round_id=self.round.pk, by=self.player))


class RoundPublish(OneRound, at="rounds/{round_id}/publish"):
    @operation("rounds_publish", MANAGE, RoundAnswer, request=PublishRequest)
    def post(self, body: Any) -> Shown:
        """Publish a draft.

        Seats are given, and online tables have their games from now on; a worker deals them, now or
        at `starts_at`, and until then they are lobbies. 409 `draft_stale` if somebody came or left
        since the draw, or has another place in the bracket because a result was corrected, by name;
        with `late: next_round` who came waits for the next round, and this one counts as missed by
        lateness and as a sit-out. Where no round is left for them (the last one, any of a knockout)
        they came too late: they are listed, and play no more. 409 `no_draft` where no draw could be
        made, `accounts_missing` where somebody could not play online, `wrong_state`, and
        `has_seen_cards` where a player and their bot account would play the same deals at two
        tables.
        """
        late = body["late"] == NEXT_ROUND
        return self.change(round_publish, starts_at=body["starts_at"], without_late=late)


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


class RoundCorrections(OneRound, at="rounds/{round_id}/corrections"):
    @operation("rounds_corrections_create", MANAGE, RoundAnswer, request=CorrectionsRequest)
    def post(self, body: Any) -> Shown:
        """Record who really sat at tables of a round.

        All tables concerned in one call. Results stay with their side, and count for those who sat
        there; who sat at none of the tables has the bye of who came to one. Each table is locked
        with `after_publication`; put back as it was drawn, it is not. No published round is drawn
        again for it; a draft has to be. 409 `tables_at_play`, `already_entered`, `wrong_state`.
        """
        return self.change(round_correct, tables=body["tables"], reason=body["reason"])


class RoundEntropy(OneRound, at="rounds/{round_id}/entropy"):
    @operation("rounds_entropy_add", MANAGE, RoundAnswer, request=StirRequest)
    def post(self, body: Any) -> Shown:
        """Stir the deals that all tables will play.

        A phrase or dice, public and on record, until the round is published. 409 `deals_not_shared`
        where every table plays its own deals, `too_much_entropy` after 16, `wrong_state`.
        """
        return self.change(round_add_entropy, value=body["value"])


class RoundOpenDeals(OneRound, at="rounds/{round_id}/open-deals"):
    @operation("rounds_open_deals", MANAGE, RoundAnswer, request=ReasonRequest)
    def post(self, body: Any) -> Shown:
        """Open the deals before the last table has ended.

        For a table that will not end. The reason is on the club's record; changes nothing once all
        have ended. 403 `own_deals` for a director whose own table is at play; 409
        `deals_not_shared`, and `wrong_state` before the publication.
        """
        return self.change(round_deals_reveal, reason=body["reason"])


class RoundComparison(RoundApiView, at="rounds/{round_id}/comparison"):
    @operation("rounds_comparison", READ, ComparisonAnswer, refusals=(409,))
    def get(self) -> ComparisonAnswer:
        """Compare tables that played the same deals.

        Of every hand the datum, which is the mean of what side 0 made more than side 1 at each
        table, without the highest and the lowest from `trimmed_from` tables on, to the nearest
        point, halves up; and how far each side is from it. A report: standings go by each table's
        own margin. Tables whose result has no hands are left out. 409 `deals_not_yet` before the
        last table has ended, `deals_not_shared`.
        """
        return comparison_view(round_compared(self.round))
