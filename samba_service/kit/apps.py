"""What every app of the service is built with, as an app: it keeps the answers of retried calls."""

import gc

from django.apps import AppConfig
from django.conf import settings
from django.core.cache import close_caches
from django.core.signals import request_finished, request_started
from django.db import reset_queries

from samba_service.kit.metrics import process_started

COLLECT_AFTER = 10_000
"""New objects before Python looks for cycles. After its 700, a list, a draw or a publication that
makes tens of thousands of rows spends a third of its time in looking, and finds none."""


class KitConfig(AppConfig):
    """Its label is `kit`."""

    name = "samba_service.kit"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        request_finished.disconnect(close_caches)  # Redis has a pool, which nothing closes
        if not settings.DEBUG:
            request_started.disconnect(reset_queries)  # none are noted
        process_started()
        gc.set_threshold(COLLECT_AFTER, *gc.get_threshold()[1:])
