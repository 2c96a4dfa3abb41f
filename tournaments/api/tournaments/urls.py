"""Routes of tournaments."""

from django.urls import path

from tournaments.api.tournaments import steps, views

urlpatterns = [
    path("tournaments", views.Tournaments.as_view()),
    path("tournaments/<str:tournament_id>", views.TournamentDetail.as_view()),
    path("tournaments/<str:tournament_id>/start", steps.TournamentStart.as_view()),
    path("tournaments/<str:tournament_id>/finish", steps.TournamentFinish.as_view()),
    path("tournaments/<str:tournament_id>/reopen", steps.TournamentReopen.as_view()),
    path("tournaments/<str:tournament_id>/archive", steps.TournamentArchive.as_view()),
    path("tournaments/<str:tournament_id>/unarchive", steps.TournamentUnarchive.as_view()),
    path("tournaments/<str:tournament_id>/rated", steps.TournamentRated.as_view()),
    path("tournaments/<str:tournament_id>/events", views.TournamentEvents.as_view()),
]
