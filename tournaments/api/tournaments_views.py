"""Tournaments: announcing and changing them, and their log."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.request import Request

from games.api.game_base import player_of
from samba_service.errors import BadFields
from samba_service.http import json_response, not_modified, paged, paged_together, version_tag
from samba_service.idempotency import Answer, answer_once
from samba_service.schema import page_of
from samba_service.serializers import QuerySerializer
from samba_service.views import validated
from tournaments.api.answers import tournament_view
from tournaments.api.base import MANAGE, READ, TAGS, ClubApiView, TournamentApiView, viewer_id
from tournaments.api.examples import played_operation
from tournaments.api.requests import (
    TournamentLikeRequest,
    TournamentPatch,
    TournamentRequest,
    TournamentsQuery,
)
from tournaments.api.serializers import TournamentAnswer, TournamentEventAnswer
from tournaments.api.tournament_terms import terms_like
from tournaments.errors import NotDirector, TournamentNotFound
from tournaments.models import AuditEntry, Club, Season
from tournaments.selectors.acts import acts_told
from tournaments.selectors.clubs import club_get, directs, season_get
from tournaments.selectors.tournaments import tournament_get, tournament_log, tournaments_seen
from tournaments.services.tournaments import tournament_create, tournament_update


class Tournaments(ClubApiView):
    @played_operation(
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

    @played_operation(
        "tournaments_create",
        summary="Announce a tournament",
        description="Every round starts at 0 to 0, for `hands_per_round` hands or "
        "`minutes_per_round`. What is left out is the format's and the ruleset's own. 422 "
        "`tournament_unplayable` names everything that cannot be played, by path; 409 "
        "`season_closed`. With `like` it has the terms, the season and the table sizes of another "
        "tournament that you may read, by the ruleset's current version, but no entries and no "
        "wishes about them; every other member of the body overrides, and what belongs to the one "
        "overridden is not taken over: the season of another club, the table sizes of another "
        "ruleset, the tie-breaks of another format.",
        access=MANAGE,
        request=PolymorphicProxySerializer(
            "TournamentCreateRequest",
            [TournamentRequest, TournamentLikeRequest],
            resource_type_field_name=None,
        ),
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
                    tournament_create(club=club, by=player_of(request), given=body, season=season)
                )
            )

        return answer_once(request, create)

    def _announced(self, request: Request) -> dict[str, Any]:
        """The well-formed body, made whole from the tournament that it names. Raises a 400."""
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
        """The club is in the body, and judged with it."""
        return True


def club_directed(club_id: UUID, player_id: UUID | None) -> Club:
    """The club that a body names. Raises BadFields for none, NotDirector."""
    club = club_get(club_id)
    if club is None:
        raise BadFields(("club", "There is no such club."))
    if not directs(club.pk, player_id):
        raise NotDirector
    return club


def _season(club: Club, season_id: UUID | None) -> Season | None:
    if season_id is None:
        return None
    season = season_get(season_id)
    if season is None or season.club_id != club.pk:
        raise BadFields(("season", "The club has no such season."))
    return season


class TournamentDetail(TournamentApiView):
    @played_operation(
        "tournaments_read",
        summary="Look at a tournament",
        access=READ,
        answers={200: TournamentAnswer},
        versioned=True,
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        tag = version_tag(self.tournament.version)
        return not_modified(request, tag) or json_response(tournament_view(self.tournament))

    @played_operation(
        "tournaments_update",
        summary="Change settings",
        description="Name, season, rounds, tie-breaks, minimum of rounds, forbidden meetings and "
        "stationary entries until the end, in force from the next draw; `visibility` at any time; "
        "`phrase` between the start and the first draw; the rest until the start. `state` opens a "
        "draft, or calls the tournament off. 409 `wrong_state`, `season_closed`, 422 "
        "`tournament_unplayable`.",
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
            tournament_id=self.tournament.pk, by=player_of(request), changes=changes
        )
        return json_response(tournament_view(changed))


class TournamentEvents(TournamentApiView):
    @played_operation(
        "tournaments_events_list",
        summary="What happened, step by step",
        description="The tournament's log: one entry for every version, the latest first, with a "
        "`text` of it in plain English, by names as you may read them. Reasons are for members. "
        "Figures of a result are left out while another table plays the same deals.",
        access=READ,
        parameters=[QuerySerializer],
        answers={200: page_of(TournamentEventAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        self.query(QuerySerializer)
        log = tournament_log(self.tournament.pk)
        return paged_together(request, log, _events, ordering="-version")


def _events(entries: Sequence[AuditEntry]) -> list[dict[str, Any]]:
    return [
        {
            "version": entry.version,
            "at": entry.at,
            "type": entry.act,
            "facts": entry.facts,
            "text": text,
        }
        for entry, text in zip(entries, acts_told(entries), strict=True)
    ]
