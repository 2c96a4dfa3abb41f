"""ASGI entry point: the streams, and on one machine everything."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "samba_service.settings.prod")
application = get_asgi_application()
