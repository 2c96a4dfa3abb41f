"""Routes below /api/v1/. Ids are strings here: a malformed id is answered like an unknown one."""

from django.urls import URLPattern, URLResolver, include, path

SUBJECTS = (
    "moves",
    "records",
    "games",
    "events",
    "hands",
    "rulesets",
    "invitations",
    "players",
    "seats",
    "scoring",
    "blocks",
    "partnerships",
)
"""The busiest first, as they are tried in turn; `games/export` is no game."""

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include(f"games.api.{subject}.urls")) for subject in SUBJECTS
]
