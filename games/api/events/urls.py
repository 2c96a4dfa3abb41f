"""Routes of events."""

from django.urls import path

from games.api.events import views

urlpatterns = [
    path("games/<str:game_id>/events", views.Events.as_view()),
]
