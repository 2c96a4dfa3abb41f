"""Routes of standings."""

from django.urls import path

from tournaments.api.standings import views

urlpatterns = [
    path("tournaments/<str:tournament_id>/standings", views.Standings.as_view()),
    path("tournaments/<str:tournament_id>/standings.csv", views.StandingsCsv.as_view()),
]
