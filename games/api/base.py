"""The view that every other is one of."""

from typing import Any

from games.api.refusals import problem_for
from samba_service.views import ApiView


class GamesApiView(ApiView):
    """Tells refusals of the engine and of the services."""

    def handle_exception(self, exc: Exception) -> Any:
        return super().handle_exception(problem_for(exc))
