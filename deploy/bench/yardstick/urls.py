from django.urls import path

from deploy.bench.yardstick.lean import LeanGet, LeanMove
from deploy.bench.yardstick.textbook import TextbookGet, TextbookMove

urlpatterns = [
    path("lean/games/<uuid:game_id>/moves", LeanMove.as_view()),
    path("lean/games/<uuid:game_id>", LeanGet.as_view()),
    path("textbook/games/<uuid:game_id>/moves", TextbookMove.as_view()),
    path("textbook/games/<uuid:game_id>", TextbookGet.as_view()),
]
