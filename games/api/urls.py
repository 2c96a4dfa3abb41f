"""Routes below /api/v1/. Ids are strings here: a malformed id is answered like an unknown one."""

from importlib import import_module

from django.urls import URLPattern

MODULES = (
    "records",
    "games.views",
    "moves",
    "events",
    "hands",
    "rulesets.views",
    "rulesets.house",
    "invitations",
    "players.views",
    "seats",
    "scoring",
    "blocks",
    "partnerships",
)
"""The busiest first, as they are tried in turn; `games/export` is no game."""

# One flat list: a list in a list takes longer to look through.
urlpatterns: list[URLPattern] = [
    pattern for module in MODULES for pattern in import_module(f"games.api.{module}").urlpatterns
]
