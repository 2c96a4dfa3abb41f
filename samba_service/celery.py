"""The Celery application; its settings are the CELERY_ names of Django's."""

import os

from celery import Celery

from samba_service import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "samba_service.settings.prod")
broker.mend()
app = Celery("samba_service")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
