"""The test suite: as on one machine, with a data folder of its own for every run.

tests/conftest.py starts the servers; TEST_DATABASE_URL and TEST_REDIS_URL name others to use. The
environment passes the folder's path to child processes, so that they find the same servers.
"""

import os
import tempfile
from pathlib import Path

from samba_service.devstack.folder import DataFolder

os.environ.setdefault("SAMBA_BOT_PACE_S", "0")  # bots answer at once, also in child processes

from .base import *
from .base import allow_plain_http, broker_url, database, env, redis_cache

allow_plain_http()
if "SAMBA_TEST_DATA" not in os.environ:
    os.environ["SAMBA_TEST_DATA"] = tempfile.mkdtemp(prefix="samba-test-")
TEST_DATA = DataFolder(Path(os.environ["SAMBA_TEST_DATA"]))

SECRET_KEY = TEST_DATA.secret("secret_key")
SAMBA_DEAL_KEY = TEST_DATA.secret("deal_key")
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]

# Under pytest-xdist each worker has a database (pytest-django names it) and a Redis number.
_worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
REDIS_KEY_PREFIX = f"{TEST_DATA.path.name}-{_worker}:"
REDIS_URL = env.redis_url("TEST_REDIS_URL", default="") or f"{TEST_DATA.redis_url}?db={_worker}"

os.environ.setdefault("DATABASE_POOL_MAX", "40")  # races hold 32 at once
DATABASES = {
    "default": database(env.database_url("TEST_DATABASE_URL", default="") or TEST_DATA.database_url)
}
CACHES = {"default": redis_cache(REDIS_URL, REDIS_KEY_PREFIX)}
CELERY_BROKER_URL = broker_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"] = REDIS_KEY_PREFIX

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast; nothing to protect
STATIC_ROOT = None
WHITENOISE_AUTOREFRESH = True  # do not read every static file at start
SAMBA_DEMO = True
SAMBA_RATE_LIMITS = False  # the tests of the limits turn them on
SAMBA_PRESENCE = env.switch("SAMBA_PRESENCE", default=False)  # streams carry what a test did
SAMBA_MAX_TOKENS = 10_000  # every client of a test takes one
