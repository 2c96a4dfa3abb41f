"""The service as `make run` starts it, and Chromium."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.people import Person, Site
from tests.devstack.stack import running_stack

CHROMIUM = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests, so that no worker is left with them while the others wait."""
    items.sort(key=lambda item: "test_whole_hand" not in item.nodeid)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("site")
    with running_stack(folder, DEMO="0", SAMBA_BOT_PACE_S="0") as stack:
        yield Site(f"http://127.0.0.1:{stack.port}")


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
