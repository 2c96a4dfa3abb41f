"""Routes of games, rulesets, bots and the score pad below /api/v1/."""

from django.urls import URLPattern, path

from games.api import (
    abandon_views,
    games_views,
    house_ruleset_views,
    invitation_views,
    log_views,
    moves_views,
    notice_views,
    record_views,
    ruleset_views,
    scoring_views,
    seats_views,
)

GAME = "games/<str:game_id>"

urlpatterns: list[URLPattern] = [
    # The busiest first, as they are tried in turn.
    path(f"{GAME}/moves", moves_views.Moves.as_view()),
    path("games/export", record_views.Export.as_view()),
    path("games/join", games_views.Join.as_view()),
    path(GAME, games_views.Game.as_view()),
    path(f"{GAME}/legal-actions", moves_views.LegalActions.as_view()),
    path(f"{GAME}/events", log_views.Events.as_view()),
    path("rulesets", ruleset_views.Rulesets.as_view()),
    path("rulesets/validate", ruleset_views.RulesetValidate.as_view()),
    path("rulesets/schema", ruleset_views.RulesetsSchema.as_view()),
    path("rulesets/<str:slug>", ruleset_views.RulesetDetail.as_view()),
    path("rulesets/<str:slug>/diff", ruleset_views.RulesetDiff.as_view()),
    path("rulesets/<str:owner>/<str:slug>", house_ruleset_views.HouseRulesetDetail.as_view()),
    path("rulesets/<str:owner>/<str:slug>/diff", house_ruleset_views.HouseRulesetDiff.as_view()),
    path("rules", ruleset_views.Rules.as_view()),
    path("rules/<str:code>", ruleset_views.RuleDetail.as_view()),
    path("bots", ruleset_views.Bots.as_view()),
    path("players/me/events", notice_views.MyEvents.as_view()),
    path("players/me/invitations", invitation_views.MyInvitations.as_view()),
    path("invitations/<str:invitation_id>/accept", invitation_views.InvitationAccept.as_view()),
    path("invitations/<str:invitation_id>/decline", invitation_views.InvitationDecline.as_view()),
    path("games", games_views.Games.as_view()),
    path("records/verify", record_views.Verify.as_view()),
    path("scoring", scoring_views.Scoring.as_view()),
    path(f"{GAME}/seats", seats_views.Seats.as_view()),
    path(f"{GAME}/seats/me", seats_views.MySeat.as_view()),
    path(f"{GAME}/seats/<str:seat>", seats_views.Seat.as_view()),
    path(f"{GAME}/invitations", seats_views.Invitations.as_view()),
    path(f"{GAME}/invitations/<str:player_id>", seats_views.OneInvitation.as_view()),
    path(f"{GAME}/start", seats_views.Start.as_view()),
    path(f"{GAME}/abandon", abandon_views.Abandon.as_view()),
    path(f"{GAME}/entropy", seats_views.Entropy.as_view()),
    path(f"{GAME}/moves/check", moves_views.MoveCheck.as_view()),
    path(f"{GAME}/record", record_views.Record.as_view()),
    path(f"{GAME}/hands", log_views.Hands.as_view()),
    path(f"{GAME}/hands/<str:number>", log_views.Hand.as_view()),
    path(f"{GAME}/hands/<str:number>/proof", log_views.Proof.as_view()),
]
