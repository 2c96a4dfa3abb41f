"""Tournaments: listed, created, changed; the log of a night."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, get_type_hints
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.request import Request

from games.api.answers import RulesetRefAnswer
from games.errors import NotDirector
from samba_service.kit import strict
from samba_service.kit.answers import Whole, answer_of
from samba_service.kit.errors import BadFields
from samba_service.kit.http import paged, paged_together, tagged_response
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.live import Read, poll_hold, stream_response
from samba_service.kit.schema import listing, operation
from samba_service.kit.streams import (
    RENDERERS,
    begins_after,
    snapshot,
    stream_operation,
    wait_field,
)
from samba_service.kit.views import validated
from tournaments.api.base import MANAGE, READ, ClubApiView, TournamentApiView
from tournaments.api.schemas import (
    FORMATS,
    METRIC_NAMES,
    STATES,
    Json,
    NamedRef,
)
from tournaments.api.terms import (
    BanAnswer,
    StationaryAnswer,
    TournamentLikeRequest,
    TournamentPatch,
    TournamentRequest,
    TournamentScoringAnswer,
    announced,
    terms_like,
)
from tournaments.engine.draws import seed_hash
from tournaments.engine.terms import PLAIN, Plain
from tournaments.errors import TournamentNotFound
from tournaments.selectors.audit import log_events, tournament_log
from tournaments.selectors.clubs import club_get, directs
from tournaments.selectors.live import is_read_out, log_read
from tournaments.selectors.seasons import season_get
from tournaments.selectors.tournaments import tournament_get, tournaments_list
from tournaments.services.settings import tournament_update
from tournaments.services.tournaments import tournament_create

if TYPE_CHECKING:
    from tournaments.models import Club, Season, Tournament

TAGS = ("tournaments",)


def _member(plain: Plain) -> Any:
    """The type of a setting in an answer."""
    kinds: dict[Any, Any] = {bool: bool, int: Whole, str: str, datetime: datetime}
    kind = kinds.get(plain.type, Annotated[str, plain.type])
    kind = kind | None if plain.optional else kind
    return Annotated[kind, plain.setting.help] if plain.setting.help else kind


class TournamentsQuery(strict.QuerySerializer):
    club = serializers.UUIDField(required=False)
    season = serializers.UUIDField(required=False)
    state = strict.QueryChoiceField(STATES, required=False)
    format = strict.QueryChoiceField(FORMATS, required=False)
    player = serializers.UUIDField(
        required=False,
        help_text="Only those in which this player plays or played, of your clubs or with you",
    )


class TournamentEventsQuery(strict.QuerySerializer):
    after = serializers.IntegerField(
        required=False, min_value=0, max_value=2**31 - 1,
        help_text="A version: only the entries after it, the oldest first",
    )  # fmt: skip
    wait = wait_field()


class _Members(TypedDict):
    """The members that are no plain settings, and `minimum_rounds`, which the format can decide."""

    club: NamedRef
    season: NamedRef | None
    state: Annotated[str, ("enum", tuple(STATES))]
    format: Annotated[str, ("enum", tuple(FORMATS))]
    rated: Annotated[bool, "It counts for public ratings; only the operator of the site sets this"]
    ruleset: RulesetRefAnswer
    table_seats: list[Whole]
    seed: Annotated[str | None, "Of all lots, in hexadecimal; null until the tournament is over"]
    seed_hash: Annotated[str | None, "Its SHA-256, from the start on"]
    phrase: Annotated[str | None, "What a director added; lots are drawn from `seed:phrase`"]
    algorithm: str
    scoring: TournamentScoringAnswer
    tiebreaks: list[Annotated[str, ("enum", tuple(METRIC_NAMES))]]
    minimum_rounds: Annotated[Whole, "Rounds that an entry needs to be ranked"]
    forbidden: list[BanAnswer]
    stationary: list[StationaryAnswer]
    imported_from: str | None
    version: Whole
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    archived_at: Annotated[datetime | None, "Nothing in it changes from then on"]


if TYPE_CHECKING:  # mypy takes only members that are written out
    TournamentAnswer = dict[str, Any]
else:
    _plain = {each.member: _member(each) for each in PLAIN}
    _more = get_type_hints(_Members, include_extras=True)
    TournamentAnswer = TypedDict("TournamentAnswer", {"id": UUID} | _plain | _more)


class TournamentEventAnswer(TypedDict):
    version: Whole
    at: datetime
    type: Annotated[str, "In the past tense: `round_published`"]
    facts: Annotated[dict[str, Any], "Ids and numbers"]
    text: Annotated[
        str, "`round 2, table 3: 900\N{EN DASH}400 became 1,000\N{EN DASH}400, by Mara`"
    ]


def tournament_view(tournament: "Tournament") -> Json:
    """A tournament with all its settings."""
    seed, constraints = tournament.seed, tournament.constraints.all()
    plain = {each.member: each.of_column(getattr(tournament, each.name)) for each in PLAIN}
    given = {
        "ruleset": {
            "slug": tournament.ruleset_slug,
            "version": tournament.ruleset_version,
            "sha256": tournament.ruleset_sha256,
        },
        "seed": seed if seed and tournament.seed_shown else None,
        "seed_hash": seed_hash(seed) if seed else None,
        "phrase": tournament.phrase or None,
        "minimum_rounds": tournament.rounds_to_rank,
        "forbidden": [
            {"entries": [each.entry_id, each.other_id], "as": each.apart}
            for each in constraints
            if each.table is None
        ],
        "stationary": [
            {"entry": each.entry_id, "table": each.table} for each in constraints if each.table
        ],
        "imported_from": tournament.imported_from or None,
    }
    return answer_of(TournamentAnswer, tournament, **plain | given)


class Tournaments(ClubApiView, at="tournaments"):
    @listing("tournaments_list", READ, TournamentAnswer, query=TournamentsQuery)
    def get(self, query: Any) -> HttpResponse:
        """List tournaments.

        Newest first; drafts are for directors of the club.
        """
        wanted = {each: query[each] for each in query if each not in ("cursor", "limit")}
        found = tournaments_list(viewer=self.viewer, **wanted)
        return paged(self.request, found, tournament_view)

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

        Every round starts at 0 to 0. What is left out is the format's and the ruleset's own. 422
        `tournament_unplayable` names everything that cannot be played, by path; 409
        `season_closed`.

        `like` names another tournament that you may read: its terms, season and table sizes are
        taken over, with the ruleset's current version; its entries, and constraints on them, are
        not. Every other field overrides. A setting that depends on an overridden one is not taken
        over: the season with `club`, the table sizes with `ruleset`, the tie-breaks with `format`.
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
    @operation("tournaments_read", READ, TournamentAnswer, conditional=True)
    def get(self) -> HttpResponse:
        """Look at a tournament."""
        shown = tournament_view(self.tournament)
        return tagged_response(self.request, self.tournament.version, shown)

    @operation(
        "tournaments_update", MANAGE, TournamentAnswer, request=TournamentPatch, refusals=(409, 422)
    )
    def patch(self, body: Any) -> Json:
        """Change settings.

        Until the end, in force from the next draw: name, season, rounds, tie-breaks, minimum of
        rounds, forbidden meetings, stationary entries; `visibility` at any time; `phrase` once,
        between the start and the first draw; the rest until the start. `venue` may change while no
        round is open (409 `round_open`): the tables of a draft move too, and for `mixed` stay as
        they are, to be chosen one by one; the same call takes it back, but those are chosen again.
        The same deals for all need `online`, and house bots `online` or `mixed` (422). `state`
        opens a draft, takes a start back until the first draw is asked for, or calls the tournament
        off. 409 `wrong_state`, `phrase_set`, `season_closed`; 422 `tournament_unplayable`.
        """
        changes: Any = dict(body)
        if "season" in changes:
            changes["season"] = _season(self.club, changes["season"])
        return tournament_view(
            tournament_update(tournament_id=self.tournament.pk, by=self.player, changes=changes)
        )


class TournamentEvents(TournamentApiView, at="tournaments/{tournament_id}/events"):
    @listing(
        "tournaments_events_list",
        READ,
        TournamentEventAnswer,
        query=TournamentEventsQuery,
        refusals=(409,),
    )
    def get(self, query: Any) -> HttpResponse:
        """What happened, step by step.

        One entry for every version, the latest first. `text` has names as far as you may see them.
        Only members see reasons. Figures of a result are left out while another table plays the
        same deals. `wait` is for calls with `after`; 409 `too_many` at the limit of waiting calls.
        """
        log, ordering = tournament_log(self.tournament.pk), "-version"
        if "after" in query:
            log, ordering = log.filter(version__gt=query["after"]), "version"
            if query["wait"] and not is_read_out(self.tournament) and not log.exists():
                poll_hold(self.request, self.reader(query["after"]), query["wait"])
        return paged_together(self.request, log, log_events, ordering=ordering)


class TournamentStream(TournamentApiView, at="tournaments/{tournament_id}/stream"):
    renderer_classes = RENDERERS

    @stream_operation("tournaments_stream", READ)
    def get(self, query: Any) -> HttpResponse:
        """Follow a tournament.

        As a game is followed: first `{type: snapshot, seq, tournament}`, then the entries of the
        log. Their ids are versions. It ends when the tournament is archived. 409 `too_many`.
        """
        after, night = begins_after(self.request, query), self.tournament
        if after is not None:
            reader = self.reader(after)
            return stream_response(self.request, reader, log_read(night, reader))
        first = snapshot(night.version, tournament=tournament_view(night))
        read = Read([first], ended=is_read_out(night))
        return stream_response(self.request, self.reader(night.version), read)
