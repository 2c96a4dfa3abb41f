"""Tournaments: announcing, changing, starting, finishing, archiving them; their log and rating."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.request import Request

from games.errors import NotDirector
from samba_service.kit.errors import BadFields
from samba_service.kit.http import paged, paged_together, tagged_response
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.schema import listing, operation
from samba_service.kit.views import validated
from tournaments.api.base import ADMIN, MANAGE, READ, ClubApiView, TournamentApiView
from tournaments.api.schemas import Json, ReasonRequest
from tournaments.api.tournaments.schemas import (
    FinishRequest,
    RatedRequest,
    TournamentAnswer,
    TournamentEventAnswer,
    TournamentEventsQuery,
    TournamentLikeRequest,
    TournamentPatch,
    TournamentRequest,
    TournamentsQuery,
    announced,
    terms_like,
    tournament_view,
)
from tournaments.club_errors import NotStaff
from tournaments.errors import TournamentNotFound
from tournaments.selectors.audit import act_texts, tournament_log
from tournaments.selectors.clubs import club_get, directs
from tournaments.selectors.seasons import season_get
from tournaments.selectors.tournaments import tournament_get, tournaments_seen
from tournaments.services.settings import tournament_update
from tournaments.services.tournaments import (
    tournament_archive,
    tournament_create,
    tournament_finish,
    tournament_rate,
    tournament_reopen,
    tournament_start,
    tournament_unarchive,
)

if TYPE_CHECKING:
    from tournaments.models import Club, Season, Tournament
    from tournaments.models.audit import AuditEntry

TAGS = ("tournaments",)


class Tournaments(ClubApiView, at="tournaments"):
    @listing("tournaments_list", READ, TournamentAnswer, query=TournamentsQuery)
    def get(self, query: Any) -> HttpResponse:
        """List tournaments.

        Newest first; drafts are for directors of the club.
        """
        wanted = {each: query[each] for each in query if each not in ("cursor", "limit")}
        return paged(self.request, tournaments_seen(self.viewer).filter(**wanted), tournament_view)

    @operation(
        "tournaments_create",
        MANAGE,
        {201: TournamentAnswer},
        request=PolymorphicProxySerializer(
            "TournamentCreateRequest",
            [TournamentRequest, TournamentLikeRequest],
            resource_type_field_name=None,
        ),
        refusals=(403,),
        location="tournaments/{id}",
    )
    def post(self, request: Request) -> HttpResponse:
        """Announce a tournament.

        Every round starts at 0 to 0, for `hands_per_round` hands or `minutes_per_round`. What is
        left out is the format's and the ruleset's own. 422 `tournament_unplayable` names everything
        that cannot be played, by path; 409 `season_closed`. `like` names another tournament that
        you may read: its terms, season and table sizes are taken over, with the ruleset's current
        version; its entries, and constraints on them, are not. Every other field of the body
        overrides. A setting that depends on an overridden one is not taken over either: the season
        with `club`, the table sizes with `ruleset`, the tie-breaks with `format`.
        """
        body = self._announced(request)
        club = club_directed(body["club"], self.viewer)
        season = _season(club, body["season"])

        def create() -> Answer:
            made = tournament_create(club=club, by=self.player, season=season, **announced(body))
            return Answer.of(tournament_view(made))

        return answer_once(request, create)

    def _announced(self, request: Request) -> dict[str, Any]:
        """The well-formed body, completed from the tournament that `like` names. Raises a 400."""
        if not isinstance(request.data, dict) or "like" not in request.data:
            return dict(self.body(TournamentRequest))
        like = self.body(TournamentLikeRequest)["like"]
        given = {name: value for name, value in request.data.items() if name != "like"}
        try:
            source = tournament_get(like, self.viewer)
        except TournamentNotFound:
            raise BadFields(("like", "There is no such tournament.")) from None
        return dict(validated(TournamentRequest, terms_like(source, given) | given))

    @property
    def directing(self) -> bool:
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


class TournamentDetail(TournamentApiView, at="tournaments/{tournament_id}"):
    @operation("tournaments_read", READ, TournamentAnswer)
    def get(self) -> HttpResponse:
        """Look at a tournament."""
        shown = tournament_view(self.tournament)
        return tagged_response(self.request, self.tournament.version, shown)

    @operation(
        "tournaments_update", MANAGE, TournamentAnswer, request=TournamentPatch, refusals=(409, 422)
    )
    def patch(self, body: Any) -> Json:
        """Change settings.

        Name, season, rounds, tie-breaks, minimum of rounds, forbidden meetings and stationary
        entries until the end, in force from the next draw; `visibility` at any time; `phrase` once,
        between the start and the first draw; the rest until the start, except `venue`, which may
        change while no round is open (409 `round_open`): the tables of a draft move too, and for
        `mixed` stay as they are, to be chosen one by one. The same call takes it back, but tables
        chosen one by one are chosen again. The same deals for all need `online`, and house bots
        `online` or `mixed` (422). `state` opens a draft, takes a start back until the first draw is
        asked for, or calls the tournament off. 409 `wrong_state`, `phrase_set`, `season_closed`,
        422 `tournament_unplayable`.
        """
        changes: Any = dict(body)
        if "season" in changes:
            changes["season"] = _season(self.club, changes["season"])
        return tournament_view(
            tournament_update(tournament_id=self.tournament.pk, by=self.player, changes=changes)
        )


class TournamentEvents(TournamentApiView, at="tournaments/{tournament_id}/events"):
    @listing("tournaments_events_list", READ, TournamentEventAnswer, query=TournamentEventsQuery)
    def get(self, query: Any) -> HttpResponse:
        """What happened, step by step.

        The tournament's log: one entry for every version, the latest first. `text` is the entry in
        plain English, with names as far as you may see them. Only members see reasons. Figures of a
        result are left out while another table plays the same deals.
        """
        log, ordering = tournament_log(self.tournament.pk), "-version"
        if "after" in query:
            log, ordering = log.filter(version__gt=query["after"]), "version"
        return paged_together(self.request, log, _events, ordering=ordering)


def _events(entries: "Sequence[AuditEntry]") -> list[dict[str, Any]]:
    return [
        {"version": row.version, "at": row.at, "type": row.act, "facts": row.facts, "text": text}
        for row, text in zip(entries, act_texts(entries), strict=True)
    ]


class _Step(TournamentApiView):
    """A step of the whole tournament."""

    def step(self, act: "Callable[..., Tournament]", **how: Any) -> Json:
        act(tournament_id=self.tournament.pk, by=self.player, **how)
        return tournament_view(tournament_get(self.tournament.pk, self.viewer))


class TournamentStart(_Step, at="tournaments/{tournament_id}/start"):
    @operation("tournaments_start", MANAGE, TournamentAnswer)
    def post(self) -> Json:
        """Start: rounds can be drawn, the scale is frozen.

        409 `wrong_state`; `too_many` if the club has reached its limit of running tournaments; 422
        `tournament_unplayable` if the entries do not make the tournament that was announced.
        """
        return self.step(tournament_start)


class TournamentFinish(_Step, at="tournaments/{tournament_id}/finish"):
    @operation("tournaments_finish", MANAGE, TournamentAnswer, request=FinishRequest)
    def post(self, body: Any) -> Json:
        """End the tournament.

        After the last planned round; sooner with `rounds: as_played`, else 409 `rounds_left`. 409
        `round_open` while a round is published. `/reopen` undoes it.
        """
        return self.step(tournament_finish, as_played="rounds" in body)


class TournamentReopen(_Step, at="tournaments/{tournament_id}/reopen"):
    @operation("tournaments_reopen", MANAGE, TournamentAnswer, request=ReasonRequest)
    def post(self, body: Any) -> Json:
        """Reopen a finished or cancelled tournament.

        It goes on where it stopped. Online games that a cancellation ended stay ended: `POST
        /tables/{id}/game` begins new ones. Before the first draw the tournament gets a new seed of
        lots, as its end showed the old one; later it keeps the seed, which everybody sees. The
        reason is in the club's record. 409 `wrong_state`, `too_many` as for starting, `archived`
        once the night is archived, and `not_joined` with the names of players who have not agreed
        to play: an import, or a merge, has entered their accounts, and they are not members of the
        club.
        """
        return self.step(tournament_reopen, reason=body["reason"])


class TournamentArchive(_Step, at="tournaments/{tournament_id}/archive"):
    @operation("tournaments_archive", ADMIN, TournamentAnswer)
    def post(self) -> Json:
        """Archive a night.

        By an admin, once it is finished or cancelled. From then on every change is 409 `archived`,
        until `/unarchive`. Closing a season archives its nights, too.
        """
        return self.step(tournament_archive)


class TournamentUnarchive(_Step, at="tournaments/{tournament_id}/unarchive"):
    @operation("tournaments_unarchive", ADMIN, TournamentAnswer, request=ReasonRequest)
    def post(self, body: Any) -> Json:
        """Take a night out of the archive.

        By an admin. The reason is in the club's record. 409 `wrong_state` for a night that is not
        archived, `season_closed` while its season is closed.
        """
        return self.step(tournament_unarchive, reason=body["reason"])


class TournamentRated(TournamentApiView, at="tournaments/{tournament_id}/rated"):
    @operation("tournaments_rate", MANAGE, TournamentAnswer, request=RatedRequest, refusals=(409,))
    def put(self, body: Any) -> Json:
        """Let a tournament count for public ratings.

        By the staff of this site, for every tournament that they may read, until it is archived;
        `manage.py rate_tournament` marks the others. It counts once it is finished. 403
        `not_staff`; 409 `archived`, `import_not_rated`, `house_rules_not_rated`.
        """
        return tournament_view(
            tournament_rate(tournament_id=self.tournament.pk, by=self.player, rated=body["rated"])
        )

    @property
    def directing(self) -> bool:
        """True for the staff of the site, in every club. Raises NotStaff for all others."""
        if not self.caller.is_staff:
            raise NotStaff
        return True
