"""The product's settings, middleware and kind of servers, with the yardstick's endpoints added.

The servers keep their data in `var/bench`, never in the folder of `make run`; `DATABASE_URL` and
`REDIS_URL` name others to use.
"""

from samba_service.devstack.folder import DataFolder
from samba_service.settings.base import *  # noqa: F403
from samba_service.settings.base import (
    BASE_DIR,
    INSTALLED_APPS,
    REDIS_KEY_PREFIX,
    broker_url,
    database,
    env,
    redis_cache,
)

BENCH_DATA = DataFolder(BASE_DIR / "var" / "bench")

SECRET_KEY = BENCH_DATA.secret("secret_key")
SAMBA_DEAL_KEY = BENCH_DATA.secret("deal_key")
ALLOWED_HOSTS = ["testserver"]
INSTALLED_APPS = [*INSTALLED_APPS, "deploy.bench.yardstick"]
ROOT_URLCONF = "deploy.bench.yardstick.urls"
SAMBA_RUNNING_GAMES = 1_000_000  # one for every move that is measured
WHITENOISE_AUTOREFRESH = True  # do not read every static file at start

REDIS_URL = env.str("REDIS_URL", default="") or BENCH_DATA.redis_url
DATABASES = {"default": database(env.str("DATABASE_URL", default="") or BENCH_DATA.database_url)}
DATABASES["default"]["TEST"] = {"NAME": "samba_bench"}
CACHES = {"default": redis_cache(REDIS_URL, REDIS_KEY_PREFIX)}
CELERY_BROKER_URL = broker_url(REDIS_URL)
