"""Routes of tables, score sheets and what a director decides."""

from django.urls import path

from tournaments.api.tables import views

urlpatterns = [
    path("tables/<str:table_id>", views.TableDetail.as_view()),
    path("tables/<str:table_id>/score-sheets", views.TableSheets.as_view()),
    path("tables/<str:table_id>/corrections", views.TableCorrections.as_view()),
    path("tables/<str:table_id>/take-back", views.TableTakeBack.as_view()),
    path("tables/<str:table_id>/game", views.TableGame.as_view()),
    path("score-sheets/<str:sheet_id>/confirm", views.SheetConfirm.as_view()),
    path("score-sheets/<str:sheet_id>/dispute", views.SheetDispute.as_view()),
    path("tournaments/<str:tournament_id>/disputes", views.Disputes.as_view()),
    path("tournaments/<str:tournament_id>/adjustments", views.Adjustments.as_view()),
    path("tournaments/<str:tournament_id>/my-table", views.OwnTable.as_view()),
]
