"""Routes of entries."""

from django.urls import path

from tournaments.api.entries import views

urlpatterns = [
    path("tournaments/<str:tournament_id>/entries", views.Entries.as_view()),
    path("entries/<str:entry_id>", views.EntryDetail.as_view()),
    path("entries/<str:entry_id>/substitutes", views.EntrySubstitutes.as_view()),
]
