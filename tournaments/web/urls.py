"""Addresses of the pages of tournaments."""

from django.urls import path

from tournaments.web.ratings import rating_image, ratings_page

urlpatterns = [
    path("players/<uuid:player_id>/ratings", ratings_page, name="player-ratings"),
    path("players/<uuid:player_id>/ratings/<slug:slug>.svg", rating_image, name="rating-image"),
]
