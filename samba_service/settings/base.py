"""The settings that every installation shares. deploy/env.example lists each name read from the
environment.
"""

import os
from pathlib import Path
from typing import Any

from environ import FileAwareEnv
from kombu import Queue

from samba_service.kit.database import Connection
from samba_service.kit.environment import Environment

BASE_DIR = Path(__file__).resolve().parents[2]

env = Environment()


def database(url: str) -> dict[str, Any]:
    """Django's settings for the PostgreSQL at `url`: nothing waits forever, nothing leaks."""
    config = FileAwareEnv.db_url_config(url)
    most = env.number("DATABASE_POOL_MAX", default=10, least=1)
    options = {
        "pool": {
            "min_size": env.number("DATABASE_POOL_MIN", default=min(2, most), most=most),
            "max_size": most,
            "timeout": 5,
            "reconnect_timeout": 5,  # then the next call tries at once; the default rests minutes
            "connection_class": Connection,
        },
        "connect_timeout": 3,
        "options": "-c lock_timeout=3000 -c statement_timeout=7000"
        " -c idle_in_transaction_session_timeout=10000",
    }
    return {
        **config,
        "ENGINE": "samba_service.kit.database",
        "OPTIONS": {**options, **config.get("OPTIONS", {})},
        "ATOMIC_REQUESTS": False,  # services say where a transaction begins and ends
        "CONN_MAX_AGE": 0,  # under ASGI persistent connections leak; the pool keeps them instead
        "CONN_HEALTH_CHECKS": True,  # of connections that were idle, or that the server has ended
    }


def redis_cache(url: str, prefix: str) -> dict[str, Any]:
    """A cache at `url` whose absence costs speed, never an answer."""
    return {
        "BACKEND": "samba_service.kit.cache.FailOpenRedisCache",
        "LOCATION": url,
        "KEY_PREFIX": f"{prefix}json",
        "OPTIONS": {
            "serializer": "samba_service.kit.cache.JsonSerializer",
            "socket_timeout": 0.5,
            "socket_connect_timeout": 0.5,
        },
    }


def allow_plain_http() -> None:
    """Let programs ask for access without TLS: a club's own network may have none."""
    os.environ.setdefault("AUTHLIB_INSECURE_TRANSPORT", "1")


def broker_url(url: str) -> str:
    """The Redis `url` as Celery writes it: unix sockets have a scheme of their own there."""
    if not url.startswith("unix://"):
        return url
    path, _, query = url.removeprefix("unix://").partition("?")
    return f"redis+socket://{path}?{query.replace('db=', 'virtual_host=')}"


# --- Django ---------------------------------------------------------------------------------

DEBUG = False
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "samba_service",
    "samba_service.kit",
    "samba_service.accounts",
    "games",
    "tournaments",
]
MIDDLEWARE = [
    "samba_service.kit.request_ids.middleware",
    "samba_service.edge.calls.middleware",
    "samba_service.edge.pages.content_security_policy",
    "samba_service.kit.database.waiting_middleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "samba_service.edge.pages.Gzip",  # of random lengths: they show nothing (BREACH)
    "samba_service.edge.pages.Cors",
    "django.middleware.common.CommonMiddleware",
    "samba_service.edge.pages.Sessions",
    "samba_service.edge.pages.Languages",
    "samba_service.edge.pages.Csrf",
    "samba_service.edge.pages.Users",
    "samba_service.edge.pages.Guests",
    "samba_service.edge.pages.Refusals",
    "samba_service.edge.pages.Messages",
    "samba_service.edge.pages.Frames",
]
ROOT_URLCONF = "samba_service.urls"
ASGI_APPLICATION = "samba_service.asgi.application"
WSGI_APPLICATION = "samba_service.wsgi.application"
APPEND_SLASH = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "samba_service/locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOGIN_URL = "sign-in"
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = "samba_service.kit.formats"
USE_TZ = True
STATIC_URL = "static/"
STATIC_ROOT: Path | None = Path(env.text("STATIC_ROOT", default="") or BASE_DIR / "staticfiles")
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024  # records and imports; other bodies have lower limits
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE  # no body is kept on the disk
AUTH_USER_MODEL = "accounts.Person"
AUTHENTICATION_BACKENDS = ["samba_service.accounts.backends.AccountBackend"]
# Web, live, workers and sweepers in all.
SAMBA_PROCESSES = env.number("SAMBA_PROCESSES", default=6, least=1)
SAMBA_PUBLIC_URL = env.text("SAMBA_PUBLIC_URL", default="")
SAMBA_REGISTRATION_OPEN = env.switch("SAMBA_REGISTRATION_OPEN", default=True)
SAMBA_CHILDREN = env.switch("SAMBA_CHILDREN", default=False)  # no e-mail, hidden names, no guests
# How long rows are kept that no result follows from: docs/scale.md. Zero is not "forever": it would
# delete all of them at once, guests with their accounts.
CENTURY_DAYS = 36_500  # more is before the first day that Python has
SAMBA_GUEST_DAYS = env.number("SAMBA_GUEST_DAYS", default=30, least=1, most=CENTURY_DAYS)
SAMBA_KEY_HOURS = env.number("SAMBA_KEY_HOURS", default=24, least=24, most=24 * CENTURY_DAYS)
# Of refused actions that are younger, a trigger refuses the deletion.
SAMBA_REFUSAL_DAYS = env.number("SAMBA_REFUSAL_DAYS", default=30, least=30, most=CENTURY_DAYS)
SAMBA_NOTICE_DAYS = env.number("SAMBA_NOTICE_DAYS", default=7, least=1, most=CENTURY_DAYS)
# A lobby that nobody touches, until it is closed.
SAMBA_LOBBY_HOURS = env.number("SAMBA_LOBBY_HOURS", default=24, least=1, most=24 * CENTURY_DAYS)
SESSION_COOKIE_AGE = 86_400 * env.number(
    "SAMBA_SESSION_DAYS", default=14, least=1, most=CENTURY_DAYS
)
SAMBA_DEMO = False  # passwords that everybody knows
# The limits of one account at a time, 0 for none; games of tournaments count for nobody.
SAMBA_OPEN_LOBBIES = env.number("SAMBA_OPEN_LOBBIES", default=20)
SAMBA_RUNNING_GAMES = env.number("SAMBA_RUNNING_GAMES", default=100)
SAMBA_BOTS_ONLY_GAMES = env.number("SAMBA_BOTS_ONLY_GAMES", default=5)
SAMBA_BOTS_ONLY_HANDS = env.number("SAMBA_BOTS_ONLY_HANDS", default=20, least=1)
# How many games of only bots run at a time in the whole installation.
SAMBA_BOTS_ONLY_AT_ONCE = env.number("SAMBA_BOTS_ONLY_AT_ONCE", default=20, least=1)
# Seconds until our bots answer beside people, in games that say nothing of it.
SAMBA_BOT_PACE_S = env.decimal("SAMBA_BOT_PACE_S", default=0.8, least=0, most=10)
SAMBA_RATE_LIMITS = env.switch("SAMBA_RATE_LIMITS", default=True)
SAMBA_METRICS_TOKEN = env.text("SAMBA_METRICS_TOKEN", default="")
SAMBA_METRICS_ADDRESSES = env.networks("SAMBA_METRICS_ADDRESSES")
SAMBA_METRICS_DIR = env.text("SAMBA_METRICS_DIR", default="")
SAMBA_BACKUP_STAMP = env.text("SAMBA_BACKUP_STAMP", default="")
SAMBA_CLUB_ADDRESSES = env.networks("SAMBA_CLUB_ADDRESSES")
SAMBA_MAX_TOKENS = env.number("SAMBA_MAX_TOKENS", default=50, least=1)
SAMBA_PRESENCE = env.switch("SAMBA_PRESENCE", default=True)
# Of an account in one process, waiting calls too.
SAMBA_OPEN_STREAMS = env.number("SAMBA_OPEN_STREAMS", default=50, least=1)
SAMBA_MAX_ENTRIES = env.number("SAMBA_MAX_ENTRIES", default=1000)
SAMBA_MAX_BUNDLE_PLAYERS = env.number("SAMBA_MAX_BUNDLE_PLAYERS", default=4000)
SAMBA_MAX_CLUBS = env.number("SAMBA_MAX_CLUBS", default=50)
SAMBA_MAX_MEMBERS = env.number("SAMBA_MAX_MEMBERS", default=10_000)
SAMBA_MAX_RULESETS = env.number("SAMBA_MAX_RULESETS", default=50)
SAMBA_MAX_RULESET_VERSIONS = env.number("SAMBA_MAX_RULESET_VERSIONS", default=100)
SAMBA_ENTRIES_OF_PLAYER = env.number("SAMBA_ENTRIES_OF_PLAYER", default=20)
SAMBA_CHANGES_OF_PLAYER = env.number("SAMBA_CHANGES_OF_PLAYER", default=50)
SAMBA_SHEETS_OF_PLAYER = env.number("SAMBA_SHEETS_OF_PLAYER", default=20)
SAMBA_RUNNING_TOURNAMENTS = env.number("SAMBA_RUNNING_TOURNAMENTS", default=100)
SAMBA_DRAWS_AT_ONCE = env.number("SAMBA_DRAWS_AT_ONCE", default=5)
SAMBA_WEBHOOKS = env.number("SAMBA_WEBHOOKS", default=10)
SAMBA_WEBHOOKS_LOOPBACK = env.switch("SAMBA_WEBHOOKS_LOOPBACK", default=False)
SAMBA_DEAL_KEY_FALLBACKS = env.texts("SAMBA_DEAL_KEY_FALLBACKS", default="")
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# --- Redis: cache, hints and broker may share a server; their keys begin with one prefix -----

REDIS_KEY_PREFIX = env.text("REDIS_KEY_PREFIX", default="samba:")

# --- Celery: the broker only wakes workers, due work is in the database ---------------------

# Threads have no time limits: Celery's pool of them drops the argument. A task is limited by its
# own budget, and by the time-outs of the database and of Redis.
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_CONCURRENCY = env.number("WORKER_THREADS", default=4, least=2)
# Bots never keep a draw waiting: a worker may serve one of the queues (-Q), or both.
CELERY_TASK_QUEUES = [Queue("bots"), Queue("rounds")]
CELERY_TASK_DEFAULT_QUEUE = "bots"
CELERY_TASK_ROUTES = {"tournaments.tasks.*": {"queue": "rounds"}}
CELERY_TASK_ACKS_LATE = True  # a worker that dies has not done its task
CELERY_TASK_ACKS_ON_FAILURE = True  # the sweeper retries from the database: no poison loop
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # four would hoard turns behind a slow bot
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 20
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 180,  # many times what a task takes
    "unacked_restore_interval": 5,  # with the defaults a lost message takes minutes to come back
    "unacked_restore_throttle": 1,
    "socket_timeout": 2,  # without it a hung Redis hangs the request that publishes
    "socket_connect_timeout": 1,
    "socket_keepalive": True,
    "health_check_interval": 10,
    "global_keyprefix": REDIS_KEY_PREFIX,
}
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}

# --- Proxies in front: without any, what a caller says of itself is not believed ---------------

NUM_PROXIES = env.number("NUM_PROXIES", default=0)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if NUM_PROXIES else None

# --- API ------------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "EXCEPTION_HANDLER": "samba_service.kit.problems.handle_exception",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "samba_service.accounts.authentication.TokenAuthentication",
        "samba_service.accounts.authentication.PageAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["samba_service.kit.access.HasScope"],
    "DEFAULT_PARSER_CLASSES": ["samba_service.kit.bodies.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["samba_service.kit.bodies.JSONRenderer"],
    "URL_FORMAT_OVERRIDE": None,  # formats are negotiated only by Accept
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "NUM_PROXIES": NUM_PROXIES,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Samba Service",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "token": {
                "type": "http",
                "scheme": "bearer",
                "description": "A token of POST /auth/tokens, or for programs of third parties of "
                "`/oauth/token` (`/.well-known/oauth-authorization-server`); on our own pages the "
                "browser's session serves instead. Each operation lists scopes, one of which it "
                "needs; no scope: any token will do; `{}`: none is needed.",
            },
            "sheetCode": {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": "`SheetCode ` and the code on the strip of a score sheet, "
                "without an account.",
            },
            "wallLink": {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": "`WallLink ` and the token of a link to the wall of a night, "
                "without an account.",
            },
        }
    },
    "WEBHOOKS": ["games.api.webhooks.MESSAGE"],
    "ENUM_NAME_OVERRIDES": {
        "PlayerKind": "samba_service.accounts.choices.PlayerKind.values",
        "PartnershipState": "games.choices.PartnershipState.values",
        "InvitationState": "games.choices.InvitationState.values",
        "Scope": "samba_service.accounts.choices.Scope.values",
        "GameStatus": "games.choices.GameStatus.values",
        "GameVisibility": "games.choices.Visibility.values",
        "TournamentVisibility": "tournaments.api.schemas.VISIBILITIES",
        "HandEnd": "games.engine.answers.HAND_ENDS",
        "ScoreLineCode": "games.engine.answers.SCORE_CODES",
        "GameEnd": "games.engine.answers.GAME_ENDS",
        "Rank": list("23456789TJQKA"),
        "Claim": "games.engine.consent.CLAIMS",
        "Phrase": "games.engine.phrases.PHRASES",
        "MeldKind": "games.engine.answers.MELD_KINDS",
        "BundleFormat": ["samba-tournament/1"],
        "Paper": "tournaments.api.printing.PAPERS",
        "MetricName": "tournaments.api.schemas.METRIC_NAMES",
        "ScoringType": "tournaments.api.schemas.SCORING_TYPES",
        "TournamentFormat": "tournaments.api.schemas.FORMATS",
        "TournamentState": "tournaments.api.schemas.STATES",
        "SanctionKind": "tournaments.choices.SanctionKind.values",
        "AccountAct": "samba_service.accounts.choices.AccountAct.values",
        "WebhookEvent": "games.choices.WebhookEvent.values",
        "WebhookSubject": "games.choices.WebhookSubject.values",
        "WebhookState": "games.api.webhooks.WEBHOOK_STATES",
        "DeliveryState": "games.choices.DeliveryState.values",
        "CaseAct": "games.choices.CaseAct.values",
        "SettableState": "tournaments.api.schemas.SETTABLE_STATES",
        "FirstState": "tournaments.api.schemas.FIRST_STATES",
        "Venue": "tournaments.api.schemas.VENUES",
        "TableVenue": "tournaments.api.schemas.TABLE_VENUES",
        "Apart": "tournaments.api.schemas.APART",
        "RoundState": "tournaments.api.schemas.ROUND_STATES",
        "SheetEnd": "tournaments.api.score_sheets.PLAYED",
        "TableEnd": "tournaments.api.score_sheets.ENDS",
        "ResultKind": "tournaments.api.score_sheets.KINDS",
        "ResultStatus": "tournaments.api.score_sheets.STATUSES",
    },
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,  # samba_service/contract/words.toml has the words
    "COMPONENT_SPLIT_REQUEST": False,  # a shape has one name, sent or answered
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "samba_service.contract.hooks.finish",
    ],
    "SERVERS": [{"url": "/", "description": "The service that answers with this schema"}],
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "CONTACT": {"name": "The Samba Service authors"},
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
# Any page may call the API with a token of its own; cookies never travel across origins.
CORS_URLS_REGEX = r"^/(api/|oauth/(token|revoke)$|\.well-known/oauth-authorization-server$)"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_HEADERS = [
    "accept",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    "x-request-id",
]
CORS_EXPOSE_HEADERS = [
    "ETag",
    "Idempotent-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
]

# --- Logging: what happened, never what a request or a row contained --------------------------

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "readable": {"()": "samba_service.kit.logs.DiscreetFormatter", "readable": True},
        "json": {"()": "samba_service.kit.logs.DiscreetFormatter"},
    },
    "filters": {
        "callers": {"()": "samba_service.kit.logs.CallersFaults"},
        "reprs": {"()": "samba_service.kit.logs.Reprs"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "readable",
            "filters": ["callers", "reprs"],
        }
    },
    "root": {"handlers": ["console"], "level": env.choice("LOG_LEVEL", LOG_LEVELS, default="INFO")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # The servers have set up theirs before they import us.
        "uvicorn": {"handlers": [], "propagate": True},
        # Setting up "uvicorn" undoes its --no-access-log, and each call had a line with its address
        # and query.
        "uvicorn.access": {"handlers": [], "propagate": False},
        "_granian": {"handlers": [], "propagate": True},
        # At DEBUG it would print every statement with its values.
        "django.db.backends": {"level": "WARNING"},
        # Likewise the tokens that it issues.
        "authlib": {"level": "WARNING"},
        # Two lines for each turn of a bot.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
    },
}
