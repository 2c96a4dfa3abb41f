"""The yardstick's endpoints beside the product's own, behind the same middleware."""

from django.urls import include, path

from deploy.bench.yardstick.lean import LeanGet, LeanMove
from deploy.bench.yardstick.textbook import TextbookMove

urlpatterns = [
    path("yardstick/lean/<uuid:game_id>/moves", LeanMove.as_view()),
    path("yardstick/lean/<uuid:game_id>", LeanGet.as_view()),
    path("yardstick/textbook/<uuid:game_id>/moves", TextbookMove.as_view()),
    path("", include("samba_service.urls")),
]
