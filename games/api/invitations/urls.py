"""Routes of invitations."""

from django.urls import path

from games.api.invitations import views

urlpatterns = [
    path("players/me/invitations", views.MyInvitations.as_view()),
    path("invitations/<str:invitation_id>/accept", views.InvitationAccept.as_view()),
    path("invitations/<str:invitation_id>/decline", views.InvitationDecline.as_view()),
    path("players/me/events", views.MyEvents.as_view()),
]
