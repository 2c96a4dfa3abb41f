"""One machine, from nothing: `make run`. Addresses and secrets come from the data folder."""

from samba_service.devstack.addresses import Address
from samba_service.devstack.folder import DataFolder
from samba_service.kit.environment import require_length

from .base import *
from .base import allow_plain_http, broker_url, database, env, redis_cache

allow_plain_http()
_folder = DataFolder.from_environment()

DEBUG = env.switch("DEBUG", default=False)  # off: a club's laptop shows nobody a traceback
SECRET_KEY = env.text("SECRET_KEY", default="") or _folder.secret("secret_key")
SAMBA_DEAL_KEY = env.text("SAMBA_DEAL_KEY", default="") or _folder.secret("deal_key")
require_length(50, SECRET_KEY=SECRET_KEY)
require_length(43, SAMBA_DEAL_KEY=SAMBA_DEAL_KEY)
ALLOWED_HOSTS = env.texts("ALLOWED_HOSTS", default="127.0.0.1,localhost,[::1]")
SAMBA_PUBLIC_URL = SAMBA_PUBLIC_URL or Address.from_environment().public

SAMBA_METRICS_ADDRESSES = env.networks("SAMBA_METRICS_ADDRESSES", default="127.0.0.1,::1")
SAMBA_METRICS_DIR = SAMBA_METRICS_DIR or str(_folder.metrics)

REDIS_URL = env.redis_url("REDIS_URL", default="") or _folder.redis_url
DATABASE_URL = env.database_url("DATABASE_URL", default="")
DATABASES = {"default": database(DATABASE_URL or _folder.database_url)}
SAMBA_DEMO = not DATABASE_URL and env.switch("DEMO", default=True)
CACHES = {"default": redis_cache(REDIS_URL, REDIS_KEY_PREFIX)}
CELERY_BROKER_URL = broker_url(REDIS_URL)

STATIC_ROOT = None
WHITENOISE_USE_FINDERS = True  # static files straight from the packages, no collectstatic
