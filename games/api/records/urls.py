"""Routes of records."""

from django.urls import path

from games.api.records import views

urlpatterns = [
    path("games/export", views.Export.as_view()),
    path("records/verify", views.Verify.as_view()),
    path("games/<str:game_id>/record", views.Record.as_view()),
]
