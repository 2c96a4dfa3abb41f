"""The Django app of clubs, seasons and tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Its label is `tournaments`."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.choices import WebhookSubject
        from games.selectors.clubs import Clubs, clubs_register
        from games.selectors.directors import Offices, offices_register
        from games.selectors.exports import sanctions_register
        from games.selectors.invitations import InvitationKind, invitation_kind_register
        from games.selectors.names import aliases_register
        from games.selectors.webhooks import webhook_subjects_register
        from games.services.invitations import answers_register
        from games.services.work import work_kinds_register
        from samba_service.kit.live import source_register
        from tournaments import receivers, tasks
        from tournaments.choices import TOURNAMENT
        from tournaments.selectors.clubs import (
            administers,
            admins_of_game,
            aliases_in_games,
            club_get,
            clubs_with_listed_rulesets,
            directors_of_game,
            membership,
        )
        from tournaments.selectors.live import TournamentSource
        from tournaments.selectors.sanctions import sanctions_exported
        from tournaments.selectors.tournaments import is_readable, standing, subjects
        from tournaments.services.substitutes import ANSWERS

        receivers.connect()
        work_kinds_register(tasks.WORK_KINDS)
        clubs_register(
            Clubs(lambda club: club_get(club) is not None, administers, clubs_with_listed_rulesets)
        )
        webhook_subjects_register(
            {
                WebhookSubject.TOURNAMENT: is_readable,
                WebhookSubject.CLUB: lambda club, player: membership(club, player) is not None,
            }
        )
        source_register(TOURNAMENT, TournamentSource())
        offices_register(Offices(directors_of_game, admins_of_game))
        aliases_register(aliases_in_games)
        sanctions_register(sanctions_exported)
        invitation_kind_register(TOURNAMENT, InvitationKind(standing, subjects))
        answers_register(TOURNAMENT, ANSWERS)
