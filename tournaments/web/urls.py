"""Addresses of the pages of clubs and tournaments."""

from django.urls import path

from samba_service.kit.script_pages import script_page
from tournaments.web.club_log import club_log_page
from tournaments.web.club_ratings import club_ratings_page
from tournaments.web.comparison import comparison_page
from tournaments.web.ratings import rating_image, ratings_page
from tournaments.web.results import results_page
from tournaments.web.seasons import season_image, season_page

urlpatterns = [
    path("clubs", script_page("tournaments/clubs.html"), name="clubs"),
    path("cases", script_page("tournaments/cases.html"), name="cases"),
    path("clubs/<uuid:club_id>", script_page("tournaments/club.html"), name="club"),
    path("clubs/<uuid:club_id>/ratings", club_ratings_page, name="club-ratings"),
    path("clubs/<uuid:club_id>/log", club_log_page, name="club-log"),
    path("clubs/<uuid:club_id>/results", results_page, name="club-results"),
    path("tournaments/<uuid:tournament_id>", script_page("tournaments/night.html"), name="night"),
    path("tables/<uuid:table_id>", script_page("tournaments/strip.html"), name="strip"),
    path("rounds/<uuid:round_id>/comparison", comparison_page, name="comparison"),
    path("seasons/<uuid:season_id>", season_page, name="season"),
    path("seasons/<uuid:season_id>/run.svg", season_image, name="season-image"),
    path("players/<uuid:player_id>/ratings", ratings_page, name="player-ratings"),
    path("players/<uuid:player_id>/ratings/<slug:slug>.svg", rating_image, name="rating-image"),
]
