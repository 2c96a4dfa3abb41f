"""Routes of merges."""

from django.urls import path

from tournaments.api.merges import views

urlpatterns = [
    path("clubs/<str:club_id>/merges", views.Merges.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>/merge", views.MemberMerge.as_view()),
    path(
        "clubs/<str:club_id>/members/<str:member_id>/merge/accept",
        views.MemberMergeAccept.as_view(),
    ),
    path("clubs/<str:club_id>/members/<str:member_id>/unmerge", views.MemberUnmerge.as_view()),
]
