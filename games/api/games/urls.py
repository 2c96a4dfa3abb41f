"""Routes of games."""

from django.urls import path

from games.api.games import views

urlpatterns = [
    path("games/join", views.Join.as_view()),
    path("games/<str:game_id>", views.Game.as_view()),
    path("games", views.Games.as_view()),
    path("games/<str:game_id>/abandon", views.Abandon.as_view()),
]
