"""The product's own settings and middleware on the servers that the bench starts.

The parent process names the database, Redis and keys in the environment.
"""

from samba_service.settings.base import *  # noqa: F403
from samba_service.settings.base import REDIS_KEY_PREFIX, broker_url, database, env, redis_cache

SECRET_KEY, SAMBA_DEAL_KEY = env.text("SECRET_KEY"), env.text("SAMBA_DEAL_KEY")
ALLOWED_HOSTS = ["testserver", "127.0.0.1"]
SAMBA_RUNNING_GAMES = 1_000_000  # one for every move that is measured
SAMBA_OPEN_LOBBIES = SAMBA_DRAWS_AT_ONCE = 1_000_000
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody measures log-ins
WHITENOISE_AUTOREFRESH = True  # do not read every static file at start

DATABASES = {"default": database(env.database_url("DATABASE_URL"))}
REDIS_URL = env.redis_url("REDIS_URL")
CACHES = {"default": redis_cache(REDIS_URL, REDIS_KEY_PREFIX)}
CELERY_BROKER_URL = broker_url(REDIS_URL)
