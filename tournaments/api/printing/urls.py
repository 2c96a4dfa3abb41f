"""Routes of what is printed."""

from django.urls import path

from tournaments.api.printing import views

urlpatterns = [
    path("tournaments/<str:tournament_id>/standings.pdf", views.StandingsPdf.as_view()),
    path("tournaments/<str:tournament_id>/pairings.pdf", views.PairingsPdf.as_view()),
    path("tournaments/<str:tournament_id>/score-sheets.pdf", views.ScoreSheetsPdf.as_view()),
    path("tournaments/<str:tournament_id>/round.pdf", views.RoundPdf.as_view()),
    path("tournaments/<str:tournament_id>/movement.pdf", views.MovementPdf.as_view()),
    path("seasons/<str:season_id>/standings.pdf", views.SeasonStandingsPdf.as_view()),
]
