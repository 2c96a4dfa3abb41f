"""Routes below /api/v1/. Ids are strings here: what is no id is answered like an unknown one."""

from django.urls import URLPattern, URLResolver, include, path

from games.api import access_views as access
from games.api import block_views as blocks
from games.api import partnership_views as partnerships
from games.api import people_views as people

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("games.api.games_urls")),
    path("auth/register", access.Register.as_view()),
    path("auth/tokens", access.Tokens.as_view()),
    path("auth/tokens/current", access.CurrentToken.as_view()),
    path("auth/tokens/<str:token_id>", access.Token.as_view()),
    path("auth/password", access.Password.as_view()),
    path("auth/reset", access.Reset.as_view()),
    path("players", people.Players.as_view()),
    path("players/me", people.Me.as_view()),
    path("players/me/blocks", blocks.Blocks.as_view()),
    path("players/me/blocks/<str:player_id>", blocks.BlockDetail.as_view()),
    path("players/me/erase", people.Erase.as_view()),
    path("players/me/export", people.Export.as_view()),
    path("players/<str:player_id>", people.PlayerDetail.as_view()),
    path("partnerships", partnerships.Partnerships.as_view()),
    path("partnerships/<str:partnership_id>", partnerships.PartnershipDetail.as_view()),
    path("partnerships/<str:partnership_id>/accept", partnerships.PartnershipAccept.as_view()),
    path("partnerships/<str:partnership_id>/decline", partnerships.PartnershipDecline.as_view()),
    path("partnerships/<str:partnership_id>/leave", partnerships.PartnershipLeave.as_view()),
]
