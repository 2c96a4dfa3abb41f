"""What an operator may set is written down, and nothing else is; the pages hold together."""

import re
from uuid import UUID

import pytest
from django.urls import resolve

from games.engine.codec import EVENT_TYPES
from samba_service.devstack.folder import REPOSITORY
from samba_service.kit import throttles

READS = re.compile(r'env\.\w+\(\s*"(\w+)"|environ(?:\.get\(|\[)"(\w+)"')
NOT_FOR_OPERATORS = {"SAMBA_TEST_DATA", "PYTHONUNBUFFERED", "PYTEST_XDIST_WORKER", "XDG_DATA_HOME"}


def test_every_setting_from_the_environment_is_in_env_example() -> None:
    files = [*REPOSITORY.glob("samba_service/**/*.py"), REPOSITORY / "tests" / "conftest.py"]
    text = "".join(file.read_text() for file in files)
    read = {first or second for first, second in READS.findall(text)} - NOT_FOR_OPERATORS
    example = (REPOSITORY / "deploy" / "env.example").read_text()
    documented = set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE))

    assert read == documented


def pages() -> list[str]:
    """The pages that a reader may follow, README first."""
    found = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
    return [path.relative_to(REPOSITORY).as_posix() for path in found]


def test_the_readme_is_short() -> None:
    assert len((REPOSITORY / "README.md").read_text("utf-8").splitlines()) <= 100


@pytest.mark.parametrize("page", [*pages(), "CONTRIBUTING.md", "CHANGELOG.md"])
def test_the_links_of_a_page_lead_somewhere(page: str) -> None:
    text = (REPOSITORY / page).read_text("utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", text)

    for path, anchor in links:
        target = (REPOSITORY / page).parent / path if path else REPOSITORY / page
        assert target.exists(), path
        assert not anchor or anchor in anchors(target.read_text("utf-8")), f"{path}#{anchor}"


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", pages())
def test_every_block_of_a_page_says_what_it_is_written_in(page: str) -> None:
    text = (REPOSITORY / page).read_text("utf-8")
    opening = re.findall(r"^```(.*)$", text, re.MULTILINE)[::2]

    assert set(opening) <= {"sh", "python", "console", "json", "text"}, "only sh and python are run"


def test_the_guide_for_clients_says_what_every_event_changes() -> None:
    guide = (REPOSITORY / "docs" / "clients.md").read_text("utf-8")
    table = guide.partition("| event | what it changes |")[2].partition("\n\n")[0]
    told = [name for row in table.splitlines()[2:] for name in code_in(row.split("|")[1])]

    assert sorted(told) == sorted({*EVENT_TYPES.values(), "withheld"})


def test_the_guide_for_clients_has_every_rate() -> None:
    guide = (REPOSITORY / "docs" / "clients.md").read_text("utf-8")
    table = guide.partition("| rate | calls at once |")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.splitlines()[2:]]
    told = {
        name: int(burst)
        for row in rows
        for name, burst in zip(code_in(row[0]), row[1].split(", "), strict=True)
    }
    rates = [each for each in vars(throttles).values() if isinstance(each, throttles.Rate)]

    assert told == {rate.name: rate.burst for rate in rates if rate.name != "lifts"}


def code_in(text: str) -> list[str]:
    """The words in `backticks`."""
    return re.findall(r"`([^`]+)`", text)


def test_every_page_that_is_named_for_the_browser_has_a_view() -> None:
    text = (REPOSITORY / "docs" / "in-the-browser.md").read_text()
    addresses = re.findall(r"^\| `(/[^`]*)`", text, re.MULTILINE)

    assert len(addresses) > 5
    for address in addresses:
        path = address.replace("{id}", str(UUID(int=1))).replace("{number}", "1")
        assert resolve(path.partition("?")[0]).func is not None
