"""Routes of clubs, members and seasons."""

from django.urls import path

from tournaments.api import clubs_views as clubs
from tournaments.api import import_views as importing
from tournaments.api import members_views as members
from tournaments.api import merges_views as merges
from tournaments.api import ratings_views as ratings
from tournaments.api import seasons_views as seasons

urlpatterns = [
    path("clubs", clubs.Clubs.as_view()),
    path("clubs/join", clubs.Join.as_view()),
    path("clubs/<str:club_id>", clubs.ClubDetail.as_view()),
    path("clubs/<str:club_id>/join-code", clubs.JoinCode.as_view()),
    path("clubs/<str:club_id>/ratings", ratings.ClubRatings.as_view()),
    path("clubs/<str:club_id>/members", members.Members.as_view()),
    path("clubs/<str:club_id>/members/import", importing.MembersImport.as_view()),
    path("clubs/<str:club_id>/members/me", members.OwnMembership.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>", members.MemberDetail.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>/restore", members.MemberRestore.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>/unclaim", members.MemberUnclaim.as_view()),
    path(
        "clubs/<str:club_id>/members/<str:member_id>/reset-code",
        members.MemberResetCode.as_view(),
    ),
    path("clubs/<str:club_id>/merges", merges.Merges.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>/merge", merges.MemberMerge.as_view()),
    path(
        "clubs/<str:club_id>/members/<str:member_id>/merge/accept",
        merges.MemberMergeAccept.as_view(),
    ),
    path("clubs/<str:club_id>/members/<str:member_id>/unmerge", merges.MemberUnmerge.as_view()),
    path("clubs/<str:club_id>/audit", clubs.Audit.as_view()),
    path("clubs/<str:club_id>/seasons", seasons.ClubSeasons.as_view()),
    path("seasons/<str:season_id>", seasons.SeasonDetail.as_view()),
    path("seasons/<str:season_id>/close", seasons.SeasonClose.as_view()),
    path("seasons/<str:season_id>/reopen", seasons.SeasonReopen.as_view()),
]
