"""The Django app of games, players and partnerships."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Its label is `games`."""

    name = "games"

    def ready(self) -> None:
        from games import checks, receivers, tasks  # noqa: F401  checks register themselves
        from games.api.base import register_rules
        from games.bots import registry
        from games.selectors import live, notices
        from games.selectors.invitations import GAME, GAME_INVITATIONS, invitation_kind_register
        from games.services.invitations import answers_register
        from games.services.presence import readers_heard
        from games.services.table_invitations import ANSWERS
        from games.services.work import work_kinds_register
        from samba_service.accounts.names import reserve
        from samba_service.kit.live import attendance_register, source_register

        receivers.connect()
        reserve([*registry.levels(), *(level.name for level in registry.LEVELS.values())])
        register_rules()
        work_kinds_register(tasks.WORK_KINDS)
        attendance_register(readers_heard)
        source_register(live.GAME, live.GameSource())
        source_register(notices.PLAYER, notices.NoticeSource())
        invitation_kind_register(GAME, GAME_INVITATIONS)
        answers_register(GAME, ANSWERS)
