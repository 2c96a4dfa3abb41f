"""Routes below /api/v1/. Ids are strings here: a malformed id is answered like an unknown one."""

from importlib import import_module

from django.urls import URLPattern

from samba_service.kit.views import routes

MODULES = (
    "tables.views",
    "standings",
    "bundle",
    "tournaments.views",
    "entries.views",
    "rounds.views",
    "printing",
    "clubs.views",
    "members.views",
    "merges",
    "seasons",
    "ratings",
)
"""The busiest first, as they are tried in turn; `tournaments/import` is no tournament."""

urlpatterns: list[URLPattern] = [
    route for module in MODULES for route in routes(import_module(f"tournaments.api.{module}"))
]
