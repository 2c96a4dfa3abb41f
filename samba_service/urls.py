"""Routes of the whole service."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from django.views.i18n import set_language

from samba_service import health, metrics, status
from samba_service.accounts.logins import limited_login
from samba_service.edge import pages
from samba_service.kit import problems
from samba_service.kit.openapi import SchemaView
from samba_service.kit.problem_list import ProblemKinds
from samba_service.kit.views import routes

urlpatterns = [
    path("api/v1/", include(routes("games.api"))),  # the busiest first: they are tried in turn
    path("api/v1/", include(routes("tournaments.api"))),
    path("api/v1/", include(routes("samba_service.accounts.api"))),
    path("api/v1/schema", SchemaView.as_view(), name="schema"),
    path("api/v1/problems", ProblemKinds.as_view(), name="problems"),
    path("api/v1/docs", pages.reference, name="docs"),
    path("", include("samba_service.accounts.web.views")),
    path("", include("samba_service.accounts.web.oauth")),
    path("", include("samba_service.accounts.web.programs")),
    path("", include("samba_service.privacy.views")),
    path("", include("games.web.urls")),
    path("", include("tournaments.web.urls")),
    path("texts/<slug:language>.js", pages.texts, name="texts"),
    path("language", set_language, name="language"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("status", status.page, name="status"),
    path("metrics", metrics.page, name="metrics"),
    path("admin/login/", limited_login(admin.site.login)),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account")),
    path("admin/", admin.site.urls),
    path("problems/<slug:code>", problems.problem_page, name="problem"),
]

handler400 = problems.handler400
handler403 = problems.handler403
handler404 = pages.handler404
handler500 = problems.handler500
