"""The steps of a tournament: started, finished, archived, and each of these undone."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from samba_service.kit import strict
from samba_service.kit.schema import operation
from tournaments.api.base import ADMIN, MANAGE, TournamentApiView
from tournaments.api.schemas import Json, ReasonRequest
from tournaments.api.tournaments import TournamentAnswer, tournament_view
from tournaments.club_errors import NotStaff
from tournaments.selectors.tournaments import tournament_get
from tournaments.services.tournaments import (
    tournament_archive,
    tournament_finish,
    tournament_rate,
    tournament_reopen,
    tournament_start,
    tournament_unarchive,
)

if TYPE_CHECKING:
    from tournaments.models import Tournament

TAGS = ("tournaments",)


class RatedRequest(strict.Serializer):
    rated = strict.BooleanField(help_text="True if it counts for public ratings")


class FinishRequest(strict.Serializer):
    rounds = strict.ChoiceField(
        ["as_played"], required=False, help_text="Although planned rounds are left"
    )


class _Step(TournamentApiView):
    """A step of the whole tournament."""

    def step(self, act: "Callable[..., Tournament]", **how: Any) -> Json:
        act(tournament_id=self.tournament.pk, by=self.player, **how)
        return tournament_view(tournament_get(self.tournament.pk, self.viewer))


class TournamentStart(_Step, at="tournaments/{tournament_id}/start"):
    @operation("tournaments_start", MANAGE, TournamentAnswer)
    def post(self) -> Json:
        """Start: rounds can be drawn, the scale is frozen.

        409 `wrong_state`; `too_many` at the club's limit of running tournaments; 422
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
        reason is in the club's record. 409 `wrong_state`, `too_many` as for starting, `archived`,
        and `not_joined` with the names of players whose accounts an import or a merge has entered
        and who are not members of the club.
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
