"""Addresses of the pages: some are rendered here, the others fetch from the API what they show."""

from typing import Any

from django.urls import path, re_path

from games.web.points import points_image, points_page
from games.web.qr import table_code
from games.web.rules import house_ruleset, paragraph, ruleset, rulesets, table_rules
from games.web.text import TextTable
from games.web.transcript import transcript
from samba_service.kit.script_pages import script_page


def page(template: str) -> Any:
    return script_page(f"games/{template}.html")


urlpatterns = [
    path("", page("home"), name="home"),
    path("score-pad", page("score_pad"), name="score-pad"),
    path("account", page("account"), name="account"),
    path("players/<uuid:player_id>", page("player"), name="player"),
    path("games/new", page("new_table"), name="new-table"),
    path("rulesets/new", page("house_rules"), name="house-rules"),
    path("games/<uuid:game_id>", page("table"), name="table"),
    path("games/<uuid:game_id>/points", points_page, name="points"),
    path("games/<uuid:game_id>/points.svg", points_image, name="points-image"),
    path("games/<uuid:game_id>/rules", table_rules, name="table-rules"),
    path("games/<uuid:game_id>/qr.svg", table_code, name="table-code"),
    path("games/<uuid:game_id>/replay", page("replay"), name="replay"),
    path("games/<uuid:game_id>/case", page("case"), name="case"),
    path("games/<uuid:game_id>/text", TextTable.as_view(), name="text-table"),
    path("games/<uuid:game_id>/hands/<int:number>/transcript", transcript, name="transcript"),
    path("rules", rulesets, name="rulesets"),
    re_path(r"^rules/(?P<code>[A-Z]+-\d\d)$", paragraph, name="paragraph"),
    path("rules/<slug:slug>", ruleset, name="ruleset"),
    path("rules/<str:owner>/<slug:slug>", house_ruleset, name="house-ruleset"),
]
