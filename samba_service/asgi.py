"""ASGI entry point: the streams, and on one machine everything."""

import os

from django.core.asgi import get_asgi_application

from samba_service.edge.bodies import BoundedAsgi

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "samba_service.settings.prod")
application = BoundedAsgi(get_asgi_application())
