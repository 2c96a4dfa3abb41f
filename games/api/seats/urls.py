"""Routes of seats."""

from django.urls import path

from games.api.seats import views

urlpatterns = [
    path("games/<str:game_id>/seats", views.Seats.as_view()),
    path("games/<str:game_id>/seats/me", views.MySeat.as_view()),
    path("games/<str:game_id>/seats/<str:seat>", views.Seat.as_view()),
    path("games/<str:game_id>/invitations", views.Invitations.as_view()),
    path("games/<str:game_id>/invitations/<str:player_id>", views.OneInvitation.as_view()),
    path("games/<str:game_id>/start", views.Start.as_view()),
    path("games/<str:game_id>/entropy", views.Entropy.as_view()),
]
