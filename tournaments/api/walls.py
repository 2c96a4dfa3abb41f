"""The wall of a night for its readers, and the links that open it without an account."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.kit.answers import Whole, answer_of
from samba_service.kit.http import public_id, versioned_response
from samba_service.kit.schema import operation
from tournaments.api.base import MANAGE, TournamentApiView
from tournaments.api.code_credentials import (
    BY_READER_OR_LINK,
    CodeHolder,
    WallAuthentication,
    wrong_link,
)
from tournaments.api.rounds import RoundClockAnswer, clock_view
from tournaments.api.schemas import ROUND_STATES, SCORING_TYPES
from tournaments.api.standings import COUNTING
from tournaments.api.tables import seated_at
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.rights import SERVICE, read_as
from tournaments.selectors.codes import wall_links
from tournaments.selectors.rounds import byes_of, rounds_seen, sides_of, tables_shown
from tournaments.selectors.standings import places_of, standings_tag
from tournaments.selectors.tournaments import tournament_rows
from tournaments.services.changes import require_not_archived
from tournaments.services.wall_links import wall_link_make, wall_link_revoke

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Assignment, Member, Round, Table, Tournament, WallLink


TAGS = ("tournaments",)


class WallTableAnswer(TypedDict):
    number: Whole
    sides: Annotated[
        list[list[str]], "Names of entries, or of players where one sits in for somebody else"
    ]
    agreed: Annotated[bool, "Its result is confirmed"]


class WallRoundAnswer(TypedDict):
    number: Whole
    state: Annotated[str, ("enum", ROUND_STATES)]
    ends_at: Annotated[datetime | None, "Of rounds by time"]
    clock: Annotated[RoundClockAnswer | None, "Null: it is by hands, or not being played"]
    tables: list[WallTableAnswer]
    byes: Annotated[list[str], "Who sits out"]


class WallStandingAnswer(TypedDict):
    rank: Whole | None
    name: str
    score: Annotated[int | None, "What decides first"]


class WallAnswer(TypedDict):
    """What hangs on the wall of a night, and no id of anybody."""

    version: Annotated[Whole, "Of the tournament"]
    name: str
    scoring: Annotated[str, ("enum", SCORING_TYPES), "Victory points are in hundredths"]
    round: Annotated[WallRoundAnswer | None, "The last one that was published"]
    standings: Annotated[Sequence[WallStandingAnswer], "Empty before a round is closed"]


class WallLinkAnswer(TypedDict):
    id: UUID
    made_at: Annotated[datetime, "When a director made it"]


class MadeWallLinkAnswer(WallLinkAnswer):
    token: Annotated[str, "Shown this once"]
    page: Annotated[str, "The path of the page that it opens, the token behind `#`"]


class WallLinksAnswer(TypedDict):
    results: Annotated[list[WallLinkAnswer], "Those in force, the first made first"]


class Wall(TournamentApiView, at="tournaments/{tournament_id}/wall"):
    authentication_classes = (WallAuthentication, *TournamentApiView.authentication_classes)

    def find(self, request: Request, **kwargs: str) -> None:
        if not isinstance(request.user, CodeHolder):
            super().find(request, **kwargs)
            return
        link: WallLink = request.user.code
        if link.tournament_id != public_id(kwargs["tournament_id"]):
            raise wrong_link()
        self.tournament = tournament_rows().select_related("club").get(pk=link.tournament_id)
        self.club = self.tournament.club
        read_as(SERVICE)  # as the papers on that wall

    @operation(
        "tournaments_wall",
        BY_READER_OR_LINK,
        WallAnswer,
        conditional=True,
        refusals=(409,),
        making=COUNTING,
    )
    def get(self) -> HttpResponse:
        """Look at the wall of a night.

        Tables, who sits out and standings, of what is published. By who may read the night, by
        names as they see them; or by the token of a link that a director has made, without an
        account, by names as on paper. The link opens nothing else: 401 `wrong_wall_link`,
        `wall_link_revoked`; 409 `archived` once the night is in the archive.
        """
        if isinstance(self.request.user, CodeHolder):
            require_not_archived(self.tournament)
        tag = standings_tag(self.tournament, "wall")
        return versioned_response(self.request, tag, lambda: wall_view(self.tournament))


class WallLinks(TournamentApiView, at="tournaments/{tournament_id}/wall-links"):
    @operation("tournaments_wall_links_list", MANAGE, WallLinksAnswer)
    def get(self) -> WallLinksAnswer:
        """List the links to the wall.

        By directors; without their tokens.
        """
        rows = wall_links(self.tournament.pk)
        return {"results": [answer_of(WallLinkAnswer, each) for each in rows]}

    @operation(
        "tournaments_wall_links_create",
        MANAGE,
        {201: MadeWallLinkAnswer},
        refusals=(409,),
        idempotent=False,
    )
    def post(self) -> MadeWallLinkAnswer:
        """Make a link to the wall.

        By directors, for a screen in the club where nobody signs in. It opens the wall of this
        night, whatever its visibility, and nothing else, until it is revoked or the night is
        archived. The token is shown this once: no `Idempotency-Key` here. 409 `too_many` while ten
        are in force.
        """
        link, token = wall_link_make(tournament_id=self.tournament.pk, by=self.player)
        page = f"/tournaments/{self.tournament.pk}?wall=1#{token}"
        return answer_of(MadeWallLinkAnswer, link, token=token, page=page)


class OneWallLink(TournamentApiView, at="tournaments/{tournament_id}/wall-links/{link_id}"):
    link: UUID

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        self.link = public_id(kwargs["link_id"])

    @operation("tournaments_wall_links_revoke", MANAGE, None)
    def delete(self) -> None:
        """Revoke a link to the wall.

        By directors; a screen that shows it learns so within seconds. Another one can be made.
        """
        wall_link_revoke(tournament_id=self.tournament.pk, link_id=self.link, by=self.player)


def wall_view(tournament: "Tournament") -> WallAnswer:
    """The wall; of what is not announced or published there is nothing."""
    rounds = rounds_seen(tournament.pk, directing=False)
    last = rounds.order_by("-number").first()
    hidden = last is None or tournament.state == TournamentState.DRAFT
    return answer_of(
        WallAnswer,
        tournament,
        scoring=tournament.scoring["type"],
        round=None if last is None or hidden else _round_view(last),
        standings=_standings(tournament) if _is_played(rounds) else [],
    )


def _is_played(rounds: "QuerySet[Round]") -> bool:
    return rounds.filter(state=RoundState.CLOSED).exists()


def _standings(tournament: "Tournament") -> list[WallStandingAnswer]:
    return [
        {
            "rank": place.rank,
            "name": place.entry.name,
            "score": place.metrics[0][1] if place.metrics else None,
        }
        for place in places_of(tournament).rows
    ]


def _round_view(round_: "Round") -> WallRoundAnswer:
    return answer_of(
        WallRoundAnswer,
        round_,
        clock=clock_view(round_),
        tables=[_table_view(each) for each in tables_shown(round_.tables.all())],
        byes=[each.entry.name for each in byes_of(round_)],
    )


def _table_view(table: "Table") -> WallTableAnswer:
    assigned = sides_of(table.assignments.all())
    seated = seated_at(table, len(assigned)) or [[] for _ in assigned]
    sides = [_names(side, members) for side, members in zip(assigned, seated, strict=True)]
    return answer_of(WallTableAnswer, table, sides=sides, agreed=table.is_decided)


def _names(side: "Sequence[Assignment]", seated: "Sequence[Member]") -> list[str]:
    """The entries of a side, or the players there while one of them sits in for somebody else."""
    stints = [stint for each in side for stint in each.entry.stints.all()]
    own = {stint.member_id for stint in stints if stint.last_round is None}
    if own.issuperset(member.pk for member in seated):
        return [each.entry.name for each in side]
    return [member.name for member in seated]
