"""A deployment: everything by the environment, and nothing works without its secrets."""

from .base import *
from .base import broker_url, database, env, redis_cache

SECRET_KEY = env.str("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
SAMBA_DEAL_KEY = env.str("SAMBA_DEAL_KEY")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

REDIS_URL = env.str("REDIS_URL")
DATABASES = {"default": database(env.str("DATABASE_URL"))}
CACHES = {
    "default": redis_cache(env.str("CACHE_REDIS_URL", default="") or REDIS_URL, REDIS_KEY_PREFIX)
}
CELERY_BROKER_URL = broker_url(REDIS_URL)

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# The proxy in front ends TLS; it must set this header on every request and drop a client's own.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # probes come straight to the process
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
