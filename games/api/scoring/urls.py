"""Routes of the score pad."""

from django.urls import path

from games.api.scoring import views

urlpatterns = [
    path("scoring", views.Scoring.as_view()),
]
