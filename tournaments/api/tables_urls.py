"""Routes of tables, score sheets and what a director decides."""

from django.urls import path

from tournaments.api import tables_undo_views as undo
from tournaments.api import tables_views as tables

urlpatterns = [
    path("tables/<str:table_id>", tables.TableDetail.as_view()),
    path("tables/<str:table_id>/score-sheets", tables.TableSheets.as_view()),
    path("tables/<str:table_id>/corrections", tables.TableCorrections.as_view()),
    path("tables/<str:table_id>/take-back", undo.TableTakeBack.as_view()),
    path("tables/<str:table_id>/game", undo.TableGame.as_view()),
    path("score-sheets/<str:sheet_id>/confirm", tables.SheetConfirm.as_view()),
    path("score-sheets/<str:sheet_id>/dispute", tables.SheetDispute.as_view()),
    path("tournaments/<str:tournament_id>/disputes", tables.Disputes.as_view()),
    path("tournaments/<str:tournament_id>/adjustments", tables.Adjustments.as_view()),
    path("tournaments/<str:tournament_id>/my-table", tables.OwnTable.as_view()),
]
