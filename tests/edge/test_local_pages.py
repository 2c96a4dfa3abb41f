"""Days and times that the server writes on pages."""

from datetime import UTC, date, datetime

import pytest
from django.template.loader import get_template
from django.utils.formats import date_format
from django.utils.translation import override

from samba_service.devstack.folder import REPOSITORY
from samba_service.kit.templatetags.moments import day, day_of_year, moment


@pytest.mark.parametrize(
    ("language", "whole", "short", "time"),
    [
        ("en", "28 Nov 2026", "28 Nov", "28 Nov 2026, 18:30 UTC"),
        ("de", "28. Nov. 2026", "28. Nov.", "28. Nov. 2026, 18:30 UTC"),
    ],
)
def test_a_page_writes_days_by_its_language_and_leaves_the_time_zone_to_the_browser(
    language: str, whole: str, short: str, time: str
) -> None:
    at, written = (
        datetime(2026, 11, 28, 18, 30, tzinfo=UTC),
        '<time datetime="2026-11-28T18:30:00Z"',
    )
    with override(language):
        assert date_format(date(2026, 11, 28), "DATE_FORMAT") == whole
        assert moment(at) == f"{written}>{time}</time>"
        assert day(at) == f'{written} data-write="day">{whole}</time>'
        assert day_of_year(at) == f'{written} data-write="day-of-year">{short}</time>'


TEMPLATES = sorted(
    str(file.relative_to(folder))
    for app in ("games", "samba_service", "tournaments")
    for folder in (REPOSITORY / app).glob("**/templates")
    for file in folder.rglob("*.*")
)


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_can_be_read(name: str) -> None:
    """A part that few pages include is missed by their tests."""
    get_template(name)
