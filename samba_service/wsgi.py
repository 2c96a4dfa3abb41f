"""WSGI entry point of the web processes in production."""

import os

from django.core.wsgi import get_wsgi_application

from samba_service.edge.bodies import BoundedWsgi

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "samba_service.settings.prod")
application = BoundedWsgi(get_wsgi_application())
