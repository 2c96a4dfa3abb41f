"""Tournaments: announcing and changing them, and their log."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.request import Request

from games.api.base import player_of
from games.errors import NotDirector
from samba_service.kit.errors import BadFields
from samba_service.kit.http import json_response, paged, paged_together, tagged_response
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import QuerySerializer
from samba_service.kit.views import validated
from tournaments.api.base import MANAGE, READ, TAGS, ClubApiView, TournamentApiView, viewer_id
from tournaments.api.tournaments.schemas import (
    TournamentAnswer,
    TournamentEventAnswer,
    TournamentLikeRequest,
    TournamentPatch,
    TournamentRequest,
    TournamentsQuery,
    announced,
    terms_like,
    tournament_view,
)
from tournaments.errors import TournamentNotFound
from tournaments.selectors.audit import act_texts, tournament_log
from tournaments.selectors.clubs import club_get, directs
from tournaments.selectors.seasons import season_get
from tournaments.selectors.tournaments import tournament_get, tournaments_seen
from tournaments.services.tournaments import TournamentChanges, tournament_create, tournament_update

if TYPE_CHECKING:
    from tournaments.models import Club, Season
    from tournaments.models.audit import AuditEntry


class Tournaments(ClubApiView):
    @operation(
        "tournaments_list",
        summary="List tournaments",
        description="Newest first; drafts are for directors of the club.",
        access=READ,
        parameters=[TournamentsQuery],
        answers={200: page_of(TournamentAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        query = self.query(TournamentsQuery)
        wanted = {name: query[name] for name in ("club", "season", "state", "format")
                  if name in query}  # fmt: skip
        return paged(
            request, tournaments_seen(viewer_id(request)).filter(**wanted), tournament_view
        )

    @operation(
        "tournaments_create",
        summary="Announce a tournament",
        description="Every round starts at 0 to 0, for `hands_per_round` hands or "
        "`minutes_per_round`. What is left out is the format's and the ruleset's own. 422 "
        "`tournament_unplayable` names everything that cannot be played, by path; 409 "
        "`season_closed`. `like` names another tournament that you may read: its terms, season and "
        "table sizes are taken over, with the ruleset's current version; its entries, and "
        "constraints on them, are not. Every other field of the body overrides. A setting that "
        "depends on an overridden one is not taken over either: the season with `club`, the "
        "table sizes with `ruleset`, the tie-breaks with `format`.",
        access=MANAGE,
        request=PolymorphicProxySerializer(
            "TournamentCreateRequest",
            [TournamentRequest, TournamentLikeRequest],
            resource_type_field_name=None,
        ),
        location="tournaments/{id}",
        answers={201: TournamentAnswer},
        refusals=(403, 409, 422),
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request) -> HttpResponse:
        body = self._announced(request)
        club = club_directed(body["club"], viewer_id(request))
        season = _season(club, body["season"])

        def create() -> Answer:
            return Answer.of(
                tournament_view(
                    tournament_create(
                        club=club, by=player_of(request), season=season, **announced(body)
                    )
                )
            )

        return answer_once(request, create)

    def _announced(self, request: Request) -> dict[str, Any]:
        """The well-formed body, completed from the tournament that `like` names. Raises a 400."""
        if not isinstance(request.data, dict) or "like" not in request.data:
            return dict(self.body(TournamentRequest))
        like = self.body(TournamentLikeRequest)["like"]
        given = {name: value for name, value in request.data.items() if name != "like"}
        try:
            source = tournament_get(like, viewer_id(request))
        except TournamentNotFound:
            raise BadFields(("like", "There is no such tournament.")) from None
        return dict(validated(TournamentRequest, terms_like(source, given) | given))

    def directs(self, request: Request) -> bool:
        """True: `post` checks that the caller directs the club in the body."""
        return True


def club_directed(club_id: UUID, player_id: UUID | None) -> "Club":
    """The club that a body names. Raises BadFields for none, NotDirector."""
    club = club_get(club_id)
    if club is None:
        raise BadFields(("club", "There is no such club."))
    if not directs(club.pk, player_id):
        raise NotDirector
    return club


def _season(club: "Club", season_id: UUID | None) -> "Season | None":
    if season_id is None:
        return None
    season = season_get(season_id)
    if season is None or season.club_id != club.pk:
        raise BadFields(("season", "The club has no such season."))
    return season


class TournamentDetail(TournamentApiView):
    @operation(
        "tournaments_read",
        summary="Look at a tournament",
        access=READ,
        answers={200: TournamentAnswer},
        versioned=True,
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        return tagged_response(request, self.tournament.version, tournament_view(self.tournament))

    @operation(
        "tournaments_update",
        summary="Change settings",
        description="Name, season, rounds, tie-breaks, minimum of rounds, forbidden meetings and "
        "stationary entries until the end, in force from the next draw; `visibility` at any time; "
        "`phrase` once, between the start and the first draw; the rest until the start, except "
        "`venue`, which may change while no round is open (409 `round_open`): the tables of a "
        "draft move too, and for `mixed` stay as they are, to be chosen one by one. The same call "
        "takes it back, but tables chosen one by one are chosen again. The same deals for all need "
        "`online`, and house bots `online` or `mixed` (422). `state` opens a draft, takes a start "
        "back until the first draw is asked for, or calls the tournament off. 409 `wrong_state`, "
        "`phrase_set`, `season_closed`, 422 `tournament_unplayable`.",
        access=MANAGE,
        request=TournamentPatch,
        answers={200: TournamentAnswer},
        refusals=(409, 422),
        versioned=True,
        tags=TAGS,
    )
    def patch(self, request: Request, tournament_id: str) -> HttpResponse:
        changes: dict[str, Any] = dict(self.body(TournamentPatch))
        if "season" in changes:
            changes["season"] = _season(self.club, changes["season"])
        changed = tournament_update(
            tournament_id=self.tournament.pk,
            by=player_of(request),
            changes=cast("TournamentChanges", changes),
        )
        return json_response(tournament_view(changed))


class TournamentEvents(TournamentApiView):
    @operation(
        "tournaments_events_list",
        summary="What happened, step by step",
        description="The tournament's log: one entry for every version, the latest first. `text` "
        "is the entry in plain English, with names as far as you may see them. Only members see "
        "reasons. Figures of a result are left out while another table plays the same deals.",
        access=READ,
        parameters=[QuerySerializer],
        answers={200: page_of(TournamentEventAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        self.query(QuerySerializer)
        log = tournament_log(self.tournament.pk)
        return paged_together(request, log, _events, ordering="-version")


def _events(entries: "Sequence[AuditEntry]") -> list[dict[str, Any]]:
    return [
        {
            "version": entry.version,
            "at": entry.at,
            "type": entry.act,
            "facts": entry.facts,
            "text": text,
        }
        for entry, text in zip(entries, act_texts(entries), strict=True)
    ]


urlpatterns = [
    path("tournaments", Tournaments.as_view()),
    path("tournaments/<str:tournament_id>", TournamentDetail.as_view()),
    path("tournaments/<str:tournament_id>/events", TournamentEvents.as_view()),
]
