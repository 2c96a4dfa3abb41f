"""WSGI entry point of the web processes in production."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "samba_service.settings.prod")
application = get_wsgi_application()
