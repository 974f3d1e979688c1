"""Settings. What differs between installations comes from the environment (`.env.example`)."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from whitenoise.compress import Compressor

from triadsurvey import env, error_reports

BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = env.flag("DEBUG", default=False)
SECRET_KEY = env.text("SECRET_KEY")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
# The address of the site. Links in e-mails and in the admin are built from it, never from a
# request's Host header.
BASE_URL = env.site_address("BASE_URL", "http://127.0.0.1:8000")
CSRF_TRUSTED_ORIGINS = [BASE_URL, *env.words("CSRF_TRUSTED_ORIGINS")]

# Sign-in by the accounts of a university (OpenID Connect; docs/administration.md, ADR 17). Without
# an issuer nothing of it is there: no address, no table, no middleware.
OIDC_ISSUER = env.text("OIDC_ISSUER", "")
OIDC_CLIENT_ID = env.text("OIDC_CLIENT_ID", "")
OIDC_CLIENT_SECRET = env.text("OIDC_CLIENT_SECRET", "")
OIDC_NAME = env.text("OIDC_NAME", "your university account")
# Of a provider that gives its people their addresses and says nothing of `email_verified`.
OIDC_TRUST_EMAIL = env.flag("OIDC_TRUST_EMAIL", default=False)
# People with e-mail addresses of these domains may have an account made without an administrator.
REGISTRATION_DOMAINS = [domain.lower() for domain in env.words("REGISTRATION_DOMAINS")]
# Whether a study's owner may invite such people, who then make their accounts themselves.
OWNERS_INVITE = env.flag("OWNERS_INVITE", default=True)

INSTALLED_APPS = [
    *(["allauth.account", "allauth.socialaccount"] if OIDC_ISSUER else []),
    "triadsurvey",
    "studies",
    "analysis",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "rest_framework",
    "drf_spectacular",
    "csp",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "axes",
]

MIDDLEWARE = [
    "triadsurvey.middleware.request_id",
    "triadsurvey.monitoring.metrics.measured",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "studies.middleware.CompressPages",
    "studies.middleware.keep_in_no_cache",
    "triadsurvey.middleware.client_address",
    "triadsurvey.deadlines.database_deadline",
    "triadsurvey.middleware.storable_address",
    "triadsurvey.middleware.CommonMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "triadsurvey.middleware.CSPMiddleware",
    # What follows is for accounts: judges' pages go past it.
    "triadsurvey.middleware.past_accounts",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "studies.middleware.time_zone_of_user",
    "studies.middleware.keep_posted_form",
    "studies.middleware.LeadBackToTheStudy",
    "axes.middleware.AxesMiddleware",
    *(["allauth.account.middleware.AccountMiddleware"] if OIDC_ISSUER else []),
    "triadsurvey.middleware.page",
]

ROOT_URLCONF = "triadsurvey.urls"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
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

# Of a process that is frozen, or gone: its locks are released, its statements end. How long a page
# waits is in `triadsurvey.deadlines`.
DATABASE_LIMITS = {
    "lock_timeout": "20s",
    "idle_in_transaction_session_timeout": "90s",
    "client_connection_check_interval": "2s",
}
DATABASES = {
    "default": {
        **env.database(env.text("DATABASE_URL"), DATABASE_LIMITS),
        # A connection per request costs more than half of the throughput. With the check no judge
        # notices that the server was restarted.
        "CONN_MAX_AGE": env.whole("CONN_MAX_AGE", default=60),
        "CONN_HEALTH_CHECKS": True,
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.text("REDIS_URL")
# Redis gives speed, PostgreSQL the guarantees: a Redis that is away or frozen may cost a judge a
# third of a second, once.
REDIS_TIMEOUT = 0.3
# A worker waits: a task that it cannot report as done would take one of its places for good.
REDIS_TIMEOUT_OF_WORKERS = 60.0
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": REDIS_TIMEOUT, "socket_connect_timeout": REDIS_TIMEOUT},
    }
}

CELERY_BROKER_URL = env.broker(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": REDIS_TIMEOUT,
    "socket_connect_timeout": REDIS_TIMEOUT,
    "max_retries": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
CELERY_TASK_SOFT_TIME_LIMIT = 600
CELERY_TASK_TIME_LIMIT = 660
CELERY_TIMEZONE = "UTC"
# Of the workers' watchdog. Each queue has periodic tasks more often than the second, or they wait.
WATCHDOG_LOOK_SECONDS = 5.0
WATCHDOG_STUCK_SECONDS = 30.0
# Each queue has a worker of its own: long work and slow receivers of webhooks delay no result.
CELERY_TASK_DEFAULT_QUEUE = "jobs"
CELERY_TASK_ROUTES = {
    "analysis.tasks.*": {"queue": "results"},
    "studies.tasks.close_ended": {"queue": "results"},
    "studies.tasks.store_openings": {"queue": "results"},
    "studies.tasks.tell_*": {"queue": "deliveries"},
    "studies.tasks.deliver": {"queue": "deliveries"},
    "studies.tasks.mail_*": {"queue": "deliveries"},
}


def _every(seconds: float, task: str) -> dict[str, Any]:
    """Return an entry of the schedule. What is not begun before the next one is due is dropped."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


CELERY_BEAT_SCHEDULE = {
    "recompute what is stale": _every(15.0, "analysis.tasks.sweep"),
    "finish interrupted jobs": _every(60.0, "studies.tasks.continue_jobs"),
    "close studies at their end date": _every(30.0, "studies.tasks.close_ended"),
    "store openings": _every(15.0, "studies.tasks.store_openings"),
    "tell owners": _every(300.0, "studies.tasks.tell_owners"),
    "remind of erasures, and erase": _every(3600.0, "studies.tasks.keep_retention"),
    "tell webhooks": _every(10.0, "studies.tasks.tell_webhooks"),
    "drop old sessions": _every(3600.0, "studies.tasks.drop_old_sessions"),
    "drop old uploads": _every(3600.0, "studies.tasks.drop_old_uploads"),
}

AUTH_USER_MODEL = "studies.User"
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "analysis:studies"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
# Against guessing passwords: after ten failures for an account from one address, none is tried for
# a quarter of an hour. Not by the account alone, or a stranger could lock a researcher out; nor by
# the address alone, which a whole university may share.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_FORM_FIELD = "username"
AXES_USERNAME_CALLABLE = "studies.workbench.forms.accounts.account_in"
AXES_LOCKOUT_TEMPLATE = "admin/locked_out.html"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
OTP_TOTP_ISSUER = "triadsurvey"
# What django-allauth needs to know: accounts have no user name, and no page of its own is served.
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
SOCIALACCOUNT_ADAPTER = "studies.workbench.sign_in.adapter.AccountRules"
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [
            {
                # Also stored with each person: a `sub` means nothing at another issuer.
                "provider_id": OIDC_ISSUER,
                "name": OIDC_NAME,
                "client_id": OIDC_CLIENT_ID,
                "secret": OIDC_CLIENT_SECRET,
                "settings": {"server_url": OIDC_ISSUER},
            }
        ],
    }
}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("es", "Español"),
    ("gl", "Galego"),
    ("fr", "Français"),
    ("de", "Deutsch"),
    ("pt", "Português"),
    ("it", "Italiano"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("ar", "العربية"),
    ("zh-hans", "简体中文"),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.text("STATIC_ROOT", str(BASE_DIR / "staticfiles"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if not env.flag("STATIC_PLAIN", default=False)
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
# Beside WhiteNoise's own list: source maps, for debuggers only, would be most of what is compressed
# at each start.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
WHITENOISE_USE_FINDERS = env.flag("STATIC_PLAIN", default=False)

# Uploads are stored in the database, never on the disk.
MAX_UPLOAD_BYTES = 50 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 60 * 1024 * 1024  # a pasted table comes as a form field
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
# Files are read into memory in any case: a full disk for temporary files must not be in the way.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE
JUDGE_BODY_BYTES = 1024 * 1024

# Never the console: mails hold links that sign people in, and logs are kept and read by others.
EMAIL_BACKEND = env.text("EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
EMAIL_FILE_PATH = env.text("EMAIL_FILE_PATH", "")
EMAIL_HOST = env.text("EMAIL_HOST", "localhost")
EMAIL_PORT = env.whole("EMAIL_PORT", default=25)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=False)
EMAIL_USE_SSL = env.flag("EMAIL_USE_SSL", default=False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "triadsurvey@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# How many proxies are believed about the client's address and TLS.
TRUSTED_PROXIES = env.whole("TRUSTED_PROXIES", default=0)
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
HTTPS = BASE_URL.startswith("https://")
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$", r"^healthz$", r"^metrics$"]
SECURE_HSTS_SECONDS = env.whole("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
# Browsers' lists are hard to leave, and other sites of the domain may not have https.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.flag("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = [
    "security.W005",
    "security.W021",
    "urls.W002",  # an address with too many slashes is repaired (studies.judge.mistyped)
]
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "studies.workbench.posted_forms.stale_form"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    },
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["studies.api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["studies.api.parsing.FiniteJSON"],
    "DEFAULT_PARSER_CLASSES": ["studies.api.parsing.LimitedJSON"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "studies.api.problems.in_words",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "triadsurvey",
    "DESCRIPTION": "Triangle tests for texts: studies, texts, links, answers, results, planning.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # The schema holds nothing of any study and nothing of a person: read without signing in.
    "SERVE_PUBLIC": True,
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    # Fields that are called alike in several shapes.
    "ENUM_NAME_OVERRIDES": {
        "KindEnum": "studies.questionnaire.AnswerKind",
        "StudyKindEnum": "studies.models.Study.StudyKind",
        "CriterionKindEnum": "studies.ratings.criteria.CriterionKind",
        "MethodEnum": "studies.models.Study.Method",
        "RatingMethodEnum": "studies.models.RatingPlan.Method",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "studies.api.schema.describe_refusals",
    ],
}

# Who has it reads /metrics and /healthz; without one there is neither.
METRICS_TOKEN = env.text("METRICS_TOKEN", "")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "refusals": {"()": "triadsurvey.logs.ShortRefusals"},
        "people": {"()": "triadsurvey.logs.HidePeople"},
        "expected_503": {"()": "triadsurvey.logs.DropExpected503"},
    },
    "formatters": {
        "plain": {"format": "%(asctime)s %(levelname)s %(name)s %(request_id)s %(message)s"},
        "json": {"()": "triadsurvey.logs.JsonLines"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.one_of("LOG_FORMAT", ("plain", "json")),
            "filters": ["refusals", "people"],
        }
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # Lockouts only: who signed in is in the session table.
        "axes": {"level": "WARNING"},
        # Not a judge's wrong or old link: its line would hold the code.
        "django.request": {"level": "ERROR", "filters": ["expected_503"]},
    },
}

# Errors of ours go to a Sentry, or to what speaks its protocol, without anything of a person.
SENTRY_DSN = env.text("SENTRY_DSN", "")
if SENTRY_DSN:
    error_reports.start(SENTRY_DSN)
