"""Every page, opened by everybody, is shown to whom the table of rights says."""

import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from games.web.urls import urlpatterns as of_games
from samba_service.accounts.models import Player
from samba_service.accounts.web import oauth, programs, views
from samba_service.privacy import views as privacy
from tests.access.rights import page_rights
from tests.access.world import CALLERS, World, evening
from tournaments.web.urls import urlpatterns as of_clubs

URLS = [
    *of_clubs,
    *of_games,
    *views.urlpatterns,
    *programs.urlpatterns,
    *oauth.urlpatterns,
    *privacy.urlpatterns,
]
NO_PAGES = {
    *("/sign-in", "/sign-up", "/guest", "/sign-out"),
    *("/account/programs/{grant_id}/end", "/account/clients/{client_id}/delete"),
    *("/oauth/authorize", "/oauth/token", "/oauth/revoke"),
    "/.well-known/oauth-authorization-server",
}
"""Ways in and out, and what only programs call or forms send to."""
PAGES = list(page_rights())


@pytest.fixture
def world(db: None) -> World:
    return evening()


def signed_in(who: Player | None) -> Client:
    """A browser; a bot account has nobody to sign in."""
    client = Client(raise_request_exception=False)
    if who is not None and who.owner is None:
        client.force_login(who.person)
    return client


def shown(answer: Any) -> str:
    """As the table has it: 401 leads to the form to sign in."""
    if answer.status_code == 302 and answer.headers["Location"].startswith("/sign-in"):
        return "401"
    return "yes" if answer.status_code == 200 else str(answer.status_code)


def test_each_page_is_shown_to_whom_the_table_says(world: World) -> None:
    browsers = {name: signed_in(world.people.get(name)) for name in CALLERS}
    wrong = []
    for right in PAGES:
        with world.ready(right.on):
            path = right.path.format_map(world.place(right.on, None))
            for name, browser in browsers.items():
                with transaction.atomic():
                    told, said = shown(browser.get(path)), right.cells[name]
                    transaction.set_rollback(True)
                if told != said:
                    wrong.append(f"{right}: {told} for {name}, not {said}")
    assert wrong == [], "\n" + "\n".join(wrong)


def test_every_page_has_a_line() -> None:
    routes = {_path(str(each.pattern)) for each in URLS} - NO_PAGES
    pages = {route for route in routes if not route.endswith(".svg")}
    listed = {right.path.partition("?")[0] for right in PAGES}
    assert pages <= listed <= routes
    assert [str(right) for right in PAGES if not right.may] == []


def _path(pattern: str) -> str:
    """The pattern of an address as the table has it."""
    named = re.sub(r"\(\?P<(\w+)>.*?\)", r"{\1}", pattern.strip("^$"))
    return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", named)
