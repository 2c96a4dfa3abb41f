"""Routes of blocks."""

from django.urls import path

from games.api.blocks import views

urlpatterns = [
    path("players/me/blocks", views.Blocks.as_view()),
    path("players/me/blocks/<str:player_id>", views.BlockDetail.as_view()),
]
