"""Routes below /api/v1/. Ids are strings here: a malformed id is answered like an unknown one."""

from importlib import import_module

from django.urls import URLPattern

MODULES = (
    "tables.views",
    "standings",
    "bundle",
    "tournaments.views",
    "tournaments.steps",
    "entries.views",
    "rounds.views",
    "rounds.changes",
    "printing",
    "clubs.views",
    "members.views",
    "merges",
    "seasons.views",
    "ratings",
)
"""The busiest first, as they are tried in turn; `tournaments/import` is no tournament."""

urlpatterns: list[URLPattern] = [
    pattern
    for module in MODULES
    for pattern in import_module(f"tournaments.api.{module}").urlpatterns
]
