"""Routes of rounds."""

from django.urls import path

from tournaments.api.rounds import changes, views

urlpatterns = [
    path("tournaments/<str:tournament_id>/rounds", views.Rounds.as_view()),
    path("rounds/<str:round_id>", views.RoundDetail.as_view()),
    path("rounds/<str:round_id>/tables/<str:number>", views.RoundTable.as_view()),
    path("rounds/<str:round_id>/redraw", views.RoundRedraw.as_view()),
    path("rounds/<str:round_id>/publish", views.RoundPublish.as_view()),
    path("rounds/<str:round_id>/close", views.RoundClose.as_view()),
    path("rounds/<str:round_id>/unpublish", changes.RoundUnpublish.as_view()),
    path("rounds/<str:round_id>/reopen", changes.RoundReopen.as_view()),
    path("rounds/<str:round_id>/corrections", changes.RoundCorrections.as_view()),
    path("rounds/<str:round_id>/entropy", changes.RoundEntropy.as_view()),
    path("rounds/<str:round_id>/open-deals", changes.RoundOpenDeals.as_view()),
    path("rounds/<str:round_id>/comparison", changes.RoundComparison.as_view()),
]
