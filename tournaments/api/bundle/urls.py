"""Routes of bundles."""

from django.urls import path

from tournaments.api.bundle import views

urlpatterns = [
    path("tournaments/import", views.Import.as_view()),
    path("tournaments/<str:tournament_id>/export", views.Export.as_view()),
]
