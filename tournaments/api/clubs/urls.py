"""Routes of clubs."""

from django.urls import path

from tournaments.api.clubs import views

urlpatterns = [
    path("clubs", views.Clubs.as_view()),
    path("clubs/join", views.Join.as_view()),
    path("clubs/<str:club_id>", views.ClubDetail.as_view()),
    path("clubs/<str:club_id>/join-code", views.JoinCode.as_view()),
    path("clubs/<str:club_id>/audit", views.Audit.as_view()),
]
