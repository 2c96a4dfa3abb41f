"""The lean variant: no middleware, and a connection that stays open."""

import os
import secrets
from urllib.parse import parse_qs, urlsplit

_database = urlsplit(os.environ["DATABASE_URL"])

SECRET_KEY = secrets.token_hex(32)
ALLOWED_HOSTS = ["testserver", "127.0.0.1"]
USE_TZ = True
INSTALLED_APPS = ["rest_framework", "deploy.bench.yardstick"]
MIDDLEWARE: list[str] = []
ROOT_URLCONF = "deploy.bench.yardstick.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": _database.path.lstrip("/"),
        "USER": _database.username,
        "PASSWORD": _database.password,
        "HOST": parse_qs(_database.query).get("host", [_database.hostname])[0],
        "PORT": _database.port or "",
        "CONN_MAX_AGE": None,
    }
}
REST_FRAMEWORK = {"UNAUTHENTICATED_USER": None}
