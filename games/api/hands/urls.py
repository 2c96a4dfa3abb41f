"""Routes of hands."""

from django.urls import path

from games.api.hands import views

urlpatterns = [
    path("games/<str:game_id>/hands", views.Hands.as_view()),
    path("games/<str:game_id>/hands/<str:number>", views.Hand.as_view()),
    path("games/<str:game_id>/hands/<str:number>/proof", views.Proof.as_view()),
]
