"""Routes of sign-up, tokens and passwords."""

from django.urls import path

from samba_service.accounts.api import views

urlpatterns = [
    path("auth/register", views.Register.as_view()),
    path("auth/tokens", views.Tokens.as_view()),
    path("auth/tokens/current", views.CurrentToken.as_view()),
    path("auth/tokens/<str:token_id>", views.Token.as_view()),
    path("auth/password", views.Password.as_view()),
    path("auth/reset", views.Reset.as_view()),
]
