"""Routes of moves."""

from django.urls import path

from games.api.moves import views

urlpatterns = [
    path("games/<str:game_id>/moves", views.Moves.as_view()),
    path("games/<str:game_id>/legal-actions", views.LegalActions.as_view()),
    path("games/<str:game_id>/moves/check", views.MoveCheck.as_view()),
]
