"""Routes of members."""

from django.urls import path

from tournaments.api.members import views

urlpatterns = [
    path("clubs/<str:club_id>/members", views.Members.as_view()),
    path("clubs/<str:club_id>/members/import", views.MembersImport.as_view()),
    path("clubs/<str:club_id>/members/me", views.OwnMembership.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>", views.MemberDetail.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>/restore", views.MemberRestore.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>/unclaim", views.MemberUnclaim.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>/reset-code", views.MemberResetCode.as_view()),
]
