"""Routes of tournaments, entries and rounds."""

from django.urls import path

from tournaments.api import deals_views as deals
from tournaments.api import entries_views as entries
from tournaments.api import rounds_undo_views as undo
from tournaments.api import rounds_views as rounds
from tournaments.api import steps_views as steps
from tournaments.api import tournaments_views as tournaments

urlpatterns = [
    path("tournaments", tournaments.Tournaments.as_view()),
    path("tournaments/<str:tournament_id>", tournaments.TournamentDetail.as_view()),
    path("tournaments/<str:tournament_id>/start", steps.TournamentStart.as_view()),
    path("tournaments/<str:tournament_id>/finish", steps.TournamentFinish.as_view()),
    path("tournaments/<str:tournament_id>/reopen", steps.TournamentReopen.as_view()),
    path("tournaments/<str:tournament_id>/archive", steps.TournamentArchive.as_view()),
    path("tournaments/<str:tournament_id>/unarchive", steps.TournamentUnarchive.as_view()),
    path("tournaments/<str:tournament_id>/rated", steps.TournamentRated.as_view()),
    path("tournaments/<str:tournament_id>/events", tournaments.TournamentEvents.as_view()),
    path("tournaments/<str:tournament_id>/entries", entries.Entries.as_view()),
    path("tournaments/<str:tournament_id>/rounds", rounds.Rounds.as_view()),
    path("entries/<str:entry_id>", entries.EntryDetail.as_view()),
    path("entries/<str:entry_id>/substitutes", entries.EntrySubstitutes.as_view()),
    path("rounds/<str:round_id>", rounds.RoundDetail.as_view()),
    path("rounds/<str:round_id>/tables/<str:number>", rounds.RoundTable.as_view()),
    path("rounds/<str:round_id>/redraw", rounds.RoundRedraw.as_view()),
    path("rounds/<str:round_id>/publish", rounds.RoundPublish.as_view()),
    path("rounds/<str:round_id>/close", rounds.RoundClose.as_view()),
    path("rounds/<str:round_id>/unpublish", undo.RoundUnpublish.as_view()),
    path("rounds/<str:round_id>/reopen", undo.RoundReopen.as_view()),
    path("rounds/<str:round_id>/corrections", undo.RoundCorrections.as_view()),
    path("rounds/<str:round_id>/entropy", deals.RoundEntropy.as_view()),
    path("rounds/<str:round_id>/open-deals", deals.RoundOpenDeals.as_view()),
    path("rounds/<str:round_id>/comparison", deals.RoundComparison.as_view()),
]
