"""Routes of players."""

from django.urls import path

from games.api.players import views

urlpatterns = [
    path("players", views.Players.as_view()),
    path("players/me", views.Me.as_view()),
    path("players/me/erase", views.Erase.as_view()),
    path("players/me/export", views.Export.as_view()),
    path("players/<str:player_id>", views.PlayerDetail.as_view()),
]
