"""Moments on pages."""

from datetime import datetime

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime

from samba_service.kit.times import rfc3339

register = template.Library()


@register.filter
def moment(at: datetime) -> str:
    """A moment in UTC, which `site/local.js` replaces by the time where the reader is."""
    said = date_format(localtime(at), "DATETIME_FORMAT")
    return format_html('<time datetime="{}">{}</time>', rfc3339(at), said)
