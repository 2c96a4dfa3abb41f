"""ASGI entry point: the streams, and on one machine everything."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

from samba_service.edge.bodies import BoundedAsgi

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "samba_service.settings.prod")


def _application() -> Any:
    app = get_asgi_application()
    from samba_service.edge.live import LiveAsgi  # it needs the apps, which are ready only now

    return BoundedAsgi(LiveAsgi(app))


application = _application()
