"""Addresses of the pages of clubs and tournaments."""

from django.urls import path

from samba_service.kit.script_pages import script_page
from tournaments.web.ratings import rating_image, ratings_page

urlpatterns = [
    path("clubs", script_page("tournaments/clubs.html"), name="clubs"),
    path("cases", script_page("tournaments/cases.html"), name="cases"),
    path("clubs/<uuid:club_id>", script_page("tournaments/club.html"), name="club"),
    path("tournaments/<uuid:tournament_id>", script_page("tournaments/night.html"), name="night"),
    path("tables/<uuid:table_id>", script_page("tournaments/strip.html"), name="strip"),
    path("players/<uuid:player_id>/ratings", ratings_page, name="player-ratings"),
    path("players/<uuid:player_id>/ratings/<slug:slug>.svg", rating_image, name="rating-image"),
]
