"""A deployment: everything from the environment, and nothing works without its secrets."""

from samba_service.kit.environment import require_length

from .base import *
from .base import allow_plain_http, broker_url, database, env, redis_cache

SECRET_KEY = env.text("SECRET_KEY", default="")
SECRET_KEY_FALLBACKS = env.texts("SECRET_KEY_FALLBACKS", default="")
SAMBA_DEAL_KEY = env.text("SAMBA_DEAL_KEY", default="")
for _key in (SECRET_KEY, *SECRET_KEY_FALLBACKS):
    require_length(50, SECRET_KEY=_key)
require_length(43, SAMBA_DEAL_KEY=SAMBA_DEAL_KEY)
ALLOWED_HOSTS = env.texts("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.texts("CSRF_TRUSTED_ORIGINS", default="")

REDIS_URL = env.redis_url("REDIS_URL")
DATABASES = {"default": database(env.database_url("DATABASE_URL"))}
CACHES = {
    "default": redis_cache(
        env.redis_url("CACHE_REDIS_URL", default="") or REDIS_URL, REDIS_KEY_PREFIX
    )
}
CELERY_BROKER_URL = broker_url(REDIS_URL)

LOGGING["handlers"]["console"]["formatter"] = env.choice(
    "LOG_FORMAT", LOGGING["formatters"], default="json"
)

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "samba_service.kit.static_files.HashedFiles"},
}

SECURE_SSL_REDIRECT = env.switch("SECURE_SSL_REDIRECT", default=True)
if not SECURE_SSL_REDIRECT:
    allow_plain_http()
if SAMBA_METRICS_TOKEN:
    require_length(32, SAMBA_METRICS_TOKEN=SAMBA_METRICS_TOKEN)
# Probes come straight to the process.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = env.number("SECURE_HSTS_SECONDS", default=31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.switch("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.switch("SECURE_HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = [
    # Both bind a whole domain for a year: its owner must decide that.
    *("security.W005", "security.W021"),
    # These look for the names of Django's middlewares, not for the classes of `edge.pages`.
    *("security.W002", "security.W003"),
]
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
