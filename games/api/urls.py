"""Routes below /api/v1/. Ids are strings here: a malformed id is answered like an unknown one."""

from importlib import import_module

from django.urls import URLPattern

from samba_service.kit.views import routes

MODULES = (
    "records",
    "games.views",
    "moves",
    "events",
    "hands",
    "rulesets.views",
    "rulesets.house",
    "invitations",
    "players",
    "seats",
    "scoring",
    "partnerships",
)
"""The busiest first, as they are tried in turn; `games/export` is no game."""

# One flat list: a list in a list takes longer to look through.
urlpatterns: list[URLPattern] = [
    route for module in MODULES for route in routes(import_module(f"games.api.{module}"))
]
