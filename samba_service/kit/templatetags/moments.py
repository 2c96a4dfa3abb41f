"""Moments on pages in UTC, which `site/local.js` replaces by those where the reader is."""

from datetime import datetime

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime

from samba_service.kit.times import rfc3339

register = template.Library()


@register.filter
def moment(at: datetime) -> str:
    """As in "28 Nov 2026, 18:30 UTC"."""
    said = date_format(localtime(at), "DATETIME_FORMAT")
    return format_html('<time datetime="{}">{}</time>', rfc3339(at), said)


@register.filter
def day(at: datetime) -> str:
    """As in "28 Nov 2026"."""
    return _day(at, "day", "DATE_FORMAT")


@register.filter
def day_of_year(at: datetime) -> str:
    """As in "28 Nov"."""
    return _day(at, "day-of-year", "MONTH_DAY_FORMAT")


def _day(at: datetime, written: str, form: str) -> str:
    text = '<time datetime="{}" data-write="{}">{}</time>'
    return format_html(text, rfc3339(at), written, date_format(localtime(at), form))
