"""Routes of seasons."""

from django.urls import path

from tournaments.api.seasons import views

urlpatterns = [
    path("clubs/<str:club_id>/seasons", views.ClubSeasons.as_view()),
    path("seasons/<str:season_id>", views.SeasonDetail.as_view()),
    path("seasons/<str:season_id>/close", views.SeasonClose.as_view()),
    path("seasons/<str:season_id>/reopen", views.SeasonReopen.as_view()),
    path("seasons/<str:season_id>/standings", views.SeasonStandings.as_view()),
]
