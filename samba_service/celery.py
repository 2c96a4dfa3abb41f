"""The Celery application; its settings are the CELERY_ names of Django's.

The id of the call that caused a task goes with its message, and is in the task's log lines.
"""

import os
from inspect import signature
from typing import Any

from celery import Celery
from celery.signals import before_task_publish, task_postrun, task_prerun
from structlog.contextvars import bind_contextvars, clear_contextvars

from samba_service import broker
from samba_service.kit.log_context import ids_of, request_id

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "samba_service.settings.prod")
broker.mend()
app = Celery("samba_service")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

CAUSE = "samba_request"
"""The header of a message with the id of the call that caused it."""


@before_task_publish.connect
def cause_send(headers: dict[str, Any], **_signal: Any) -> None:
    """Give a message the id of the current call."""
    if caused_by := request_id():
        headers[CAUSE] = caused_by


@task_prerun.connect
def context_begin(task: Any, args: Any, **_signal: Any) -> None:
    """Until the task ends, lines of this thread belong to it, and to what its arguments name."""
    clear_contextvars()
    named = dict(zip(signature(task.run).parameters, args, strict=False))
    bind_contextvars(task=task.__name__, **ids_of(named))
    if caused_by := task.request.get(CAUSE):
        bind_contextvars(request=caused_by)


@task_postrun.connect
def context_end(**_signal: Any) -> None:
    """The thread goes on with something else."""
    clear_contextvars()
