"""The service as `make run` starts it, and Chromium."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from samba_service.devstack.folder import DataFolder
from tests.browser.nights import Evening, evening_of
from tests.browser.people import Person, Site
from tests.devstack.stack import running_stack

SITE = pytest.StashKey[Site]()
"""The service that all workers share."""

CHROMIUM = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests, so that no worker is left with them while the others wait."""
    items.sort(key=lambda item: "test_whole_hand" not in item.nodeid)


@contextmanager
def _running_site(folder: Path) -> Iterator[Site]:
    with running_stack(folder, DEMO="0", SAMBA_BOT_PACE_S="0") as stack:
        own = DataFolder(folder / "data").database_url
        database = os.environ.get("DATABASE_URL") or own
        yield Site(f"http://127.0.0.1:{stack.port}", database)


_shared = ExitStack()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Several workers share one service; of `pytest tests` each has its own."""
    if getattr(session.config.option, "numprocesses", None) and not _is_worker(session.config):
        folder = Path(_shared.enter_context(TemporaryDirectory(prefix="site-")))
        session.config.stash[SITE] = _shared.enter_context(_running_site(folder))


def pytest_sessionfinish() -> None:
    _shared.close()


def pytest_configure_node(node: Any) -> None:
    """A worker gets the addresses of the service that all share."""
    node.workerinput["site"] = tuple(node.config.stash.get(SITE, ()))


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


@pytest.fixture(scope="session")
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    shared = getattr(request.config, "workerinput", {}).get("site")
    if shared:
        yield Site(*shared)
    else:
        with _running_site(tmp_path_factory.mktemp("site")) as own:
            yield own


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="make test-e2e installs it")
    with api.sync_playwright() as playwright:
        # The same browser without a window takes a fifth less time.
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        yield playwright.chromium.launch(executable_path=path, args=list(CHROMIUM))


@pytest.fixture
def person(site: Site, chromium: Any) -> Iterator[Callable[..., Person]]:
    """Signs somebody up in a browser of their own; at the end nothing was refused to a page."""
    people: list[Person] = []

    def sign_up(name: str, **options: Any) -> Person:
        people.append(Person(site, chromium, name, **options))
        return people[-1]

    yield sign_up
    for each in people:
        each.close()
    assert [fault for each in people for fault in each.faults] == []


@pytest.fixture(scope="session")
def evening(site: Site, chromium: Any) -> Iterator[Evening]:
    """A night that Ana administers, at whose table online Ben sits: one test plays it out."""
    ana = Person(site, chromium, "Ana", bypass_csp=True)
    ben = Person(site, chromium, "Ben", phone=True, bypass_csp=True)
    yield evening_of(ana, ben)
    for each in (ana, ben):
        each.close()
    assert ana.faults + ben.faults == []
