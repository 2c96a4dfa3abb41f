"""Routes of what is read out of tournaments: standings, bundles, papers, ratings."""

from django.urls import path

from tournaments.api import bundle_views as bundles
from tournaments.api import papers_views as papers
from tournaments.api import ratings_views as ratings
from tournaments.api import round_papers_views as round_papers
from tournaments.api import season_standings_views as seasons
from tournaments.api import standings_views as standings

urlpatterns = [
    path("ratings", ratings.RatingsList.as_view()),
    path("tournaments/import", bundles.Import.as_view()),
    path("tournaments/<str:tournament_id>/export", bundles.Export.as_view()),
    path("tournaments/<str:tournament_id>/standings", standings.Standings.as_view()),
    path("tournaments/<str:tournament_id>/standings.csv", standings.StandingsCsv.as_view()),
    path("tournaments/<str:tournament_id>/standings.pdf", papers.StandingsPdf.as_view()),
    path("tournaments/<str:tournament_id>/pairings.pdf", papers.PairingsPdf.as_view()),
    path("tournaments/<str:tournament_id>/score-sheets.pdf", papers.ScoreSheetsPdf.as_view()),
    path("tournaments/<str:tournament_id>/round.pdf", round_papers.RoundPdf.as_view()),
    path("tournaments/<str:tournament_id>/movement.pdf", round_papers.MovementPdf.as_view()),
    path("seasons/<str:season_id>/standings", seasons.SeasonStandings.as_view()),
    path("seasons/<str:season_id>/standings.pdf", seasons.SeasonStandingsPdf.as_view()),
]
