"""Routes below /api/v1/. Ids are strings here: what is no id is answered like an unknown one."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.api.clubs_urls")),
    path("", include("tournaments.api.standings_urls")),
    path("", include("tournaments.api.tournaments_urls")),
    path("", include("tournaments.api.tables_urls")),
]
