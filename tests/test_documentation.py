"""What an operator may set is written down, and nothing else is; the pages hold together."""

import re

import pytest

from samba_service.devstack.folder import REPOSITORY

READS = re.compile(r'env\.\w+\(\s*"(\w+)"|environ(?:\.get\(|\[)"(\w+)"')
NOT_FOR_OPERATORS = {"SAMBA_TEST_DATA", "PYTHONUNBUFFERED", "PYTEST_XDIST_WORKER"}


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
