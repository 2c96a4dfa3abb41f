"""Routes below /api/v1/. Ids are strings here: a malformed id is answered like an unknown one."""

from django.urls import URLPattern, URLResolver, include, path

SUBJECTS = (
    "tables",
    "standings",
    "bundle",
    "tournaments",
    "entries",
    "rounds",
    "printing",
    "clubs",
    "members",
    "merges",
    "seasons",
    "ratings",
)
"""The busiest first, as they are tried in turn; `tournaments/import` is no tournament."""

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include(f"tournaments.api.{subject}.urls")) for subject in SUBJECTS
]
