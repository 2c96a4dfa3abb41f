"""Routes of ratings."""

from django.urls import path

from tournaments.api.ratings import views

urlpatterns = [
    path("clubs/<str:club_id>/ratings", views.ClubRatings.as_view()),
    path("ratings", views.RatingsList.as_view()),
]
