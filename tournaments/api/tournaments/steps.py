"""Steps of a whole tournament: start, finish, archive, and what undoes them; its rating."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from games.api.base import player_of
from games.api.schemas import EmptyRequest
from samba_service.kit.access import caller_of
from samba_service.kit.http import json_response
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.schema import operation
from tournaments.api.base import ADMIN, MANAGE, TAGS, TournamentApiView
from tournaments.api.schemas import ReasonRequest
from tournaments.api.tournaments.schemas import (
    FinishRequest,
    RatedRequest,
    TournamentAnswer,
    tournament_view,
)
from tournaments.errors import NotStaff
from tournaments.selectors.tournaments import tournament_get
from tournaments.services.seasons import tournament_archive, tournament_unarchive
from tournaments.services.tournaments import (
    tournament_finish,
    tournament_rate,
    tournament_reopen,
    tournament_start,
)

if TYPE_CHECKING:
    from tournaments.models import Tournament


class _Step(TournamentApiView):
    """A step of the whole tournament."""

    def step(self, request: Request, act: "Callable[..., Tournament]", **how: Any) -> HttpResponse:
        by = player_of(request)

        def effect() -> Answer:
            act(tournament_id=self.tournament.pk, by=by, **how)
            now = tournament_get(self.tournament.pk, by.pk)
            return Answer.of(tournament_view(now), status=200)

        return answer_once(request, effect)


class TournamentStart(_Step):
    @operation(
        "tournaments_start",
        summary="Start: rounds can be drawn, the scale is frozen",
        description="409 `wrong_state`; `too_many` if the club has reached its limit of running "
        "tournaments; 422 `tournament_unplayable` if the entries do not make the tournament that "
        "was announced.",
        access=MANAGE,
        request=EmptyRequest,
        answers={200: TournamentAnswer},
        idempotent=True,
        versioned=True,
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> HttpResponse:
        self.body(EmptyRequest)
        return self.step(request, tournament_start)


class TournamentFinish(_Step):
    @operation(
        "tournaments_finish",
        summary="End the tournament",
        description="After the last planned round; sooner with `rounds: as_played`, else 409 "
        "`rounds_left`. 409 `round_open` while a round is published. `/reopen` undoes it.",
        access=MANAGE,
        request=FinishRequest,
        answers={200: TournamentAnswer},
        idempotent=True,
        versioned=True,
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> HttpResponse:
        as_played = "rounds" in self.body(FinishRequest)
        return self.step(request, tournament_finish, as_played=as_played)


class TournamentReopen(_Step):
    @operation(
        "tournaments_reopen",
        summary="Reopen a finished or cancelled tournament",
        description="It goes on where it stopped. Online games that a cancellation ended stay "
        "ended: `POST /tables/{id}/game` begins new ones. Before the first draw the tournament "
        "gets a new seed of lots, as its end showed the old one; later it keeps the seed, which "
        "everybody sees. The reason is in the club's record. 409 `wrong_state`, `too_many` as for "
        "starting, `archived` once the night is archived, and `not_joined` with the names "
        "of players who have not agreed to play: an import, or a merge, has entered their "
        "accounts, and they are not members of the club.",
        access=MANAGE,
        request=ReasonRequest,
        answers={200: TournamentAnswer},
        idempotent=True,
        versioned=True,
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> HttpResponse:
        return self.step(request, tournament_reopen, reason=self.body(ReasonRequest)["reason"])


class TournamentArchive(_Step):
    @operation(
        "tournaments_archive",
        summary="Archive a night",
        description="By an admin, once it is finished or cancelled. From then on every change is "
        "409 `archived`, until `/unarchive`. Closing a season archives its nights, too.",
        access=ADMIN,
        request=EmptyRequest,
        answers={200: TournamentAnswer},
        idempotent=True,
        versioned=True,
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> HttpResponse:
        self.body(EmptyRequest)
        return self.step(request, tournament_archive)


class TournamentUnarchive(_Step):
    @operation(
        "tournaments_unarchive",
        summary="Take a night out of the archive",
        description="By an admin. The reason is in the club's record. 409 `wrong_state` for a "
        "night that is not archived, `season_closed` while its season is closed.",
        access=ADMIN,
        request=ReasonRequest,
        answers={200: TournamentAnswer},
        idempotent=True,
        versioned=True,
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> HttpResponse:
        return self.step(request, tournament_unarchive, reason=self.body(ReasonRequest)["reason"])


class TournamentRated(TournamentApiView):
    @operation(
        "tournaments_rate",
        summary="Let a tournament count for public ratings",
        description="By the staff of this site, for every tournament that they may read, until it "
        "is archived; `manage.py rate_tournament` marks the others. It counts once it is "
        "finished. 403 `not_staff`; 409 `archived`, `import_not_rated`, "
        "`house_rules_not_rated`.",
        access=MANAGE,
        request=RatedRequest,
        answers={200: TournamentAnswer},
        refusals=(409,),
        versioned=True,
        tags=TAGS,
    )
    def put(self, request: Request, tournament_id: str) -> HttpResponse:
        rated = self.body(RatedRequest)["rated"]
        changed = tournament_rate(
            tournament_id=self.tournament.pk, by=player_of(request), rated=rated
        )
        return json_response(tournament_view(changed))

    def directs(self, request: Request) -> bool:
        """True for the staff of the site, in every club. Raises NotStaff for all others."""
        if not caller_of(request).is_staff:
            raise NotStaff
        return True


urlpatterns = [
    path("tournaments/<str:tournament_id>/start", TournamentStart.as_view()),
    path("tournaments/<str:tournament_id>/finish", TournamentFinish.as_view()),
    path("tournaments/<str:tournament_id>/reopen", TournamentReopen.as_view()),
    path("tournaments/<str:tournament_id>/archive", TournamentArchive.as_view()),
    path("tournaments/<str:tournament_id>/unarchive", TournamentUnarchive.as_view()),
    path("tournaments/<str:tournament_id>/rated", TournamentRated.as_view()),
]
