"""Routes of rulesets."""

from django.urls import path

from games.api.rulesets import house, views

urlpatterns = [
    path("rulesets", views.Rulesets.as_view()),
    path("rulesets/validate", views.RulesetValidate.as_view()),
    path("rulesets/schema", views.RulesetsSchema.as_view()),
    path("rulesets/<str:slug>", views.RulesetDetail.as_view()),
    path("rulesets/<str:slug>/diff", views.RulesetDiff.as_view()),
    path("rulesets/<str:owner>/<str:slug>", house.HouseRulesetDetail.as_view()),
    path("rulesets/<str:owner>/<str:slug>/diff", house.HouseRulesetDiff.as_view()),
    path("rules", views.Rules.as_view()),
    path("rules/<str:code>", views.RuleDetail.as_view()),
    path("bots", views.Bots.as_view()),
]
