"""Settings of the site: one file, driven by the environment.

With no variable set at all they give a working, safe local site. README lists the variables.
"""

from __future__ import annotations

import os
from email.utils import parseaddr
from pathlib import Path
from typing import Any

import django
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from golfsite.environment import (
    hosts_of,
    read_count,
    read_database,
    read_flag,
    read_mail,
    read_origins,
    read_port,
    socket_origins_of,
)
from golfsite.secret_key import load_or_make_key, push_key

BASE_DIR = Path(__file__).resolve().parent.parent
ENV = os.environ.get

# Where the site is and what it keeps.

HOST = ENV("HOST") or "127.0.0.1"
PORT = read_port(ENV("PORT") or "8000")
DEBUG = read_flag("GOLF_DEBUG", ENV("GOLF_DEBUG", ""))
SITE_ORIGINS = read_origins(ENV("GOLF_ORIGINS", ""), HOST, PORT)
IS_HTTPS = all(origin.startswith("https://") for origin in SITE_ORIGINS)

DATA_DIR = Path(ENV("GOLF_DATA") or BASE_DIR / "var").resolve()
try:
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    SECRET_KEY = ENV("GOLF_SECRET_KEY") or load_or_make_key(DATA_DIR / "secret_key")
    VAPID_PRIVATE_KEY = ENV("GOLF_VAPID_KEY") or load_or_make_key(DATA_DIR / "vapid_key", push_key)
except OSError as error:
    raise ImproperlyConfigured(
        f"The site keeps its data in {DATA_DIR}, which can't be used ({error.strerror}); "
        "GOLF_DATA names another folder."
    ) from error

# The background worker runs inside the server process unless it runs elsewhere.
CLERK_INSIDE = read_flag("GOLF_CLERK_INSIDE", ENV("GOLF_CLERK_INSIDE", "1"))

# How long a bot seems to think before each action, in seconds.
BOT_SECONDS = float(ENV("GOLF_BOT_SECONDS") or 1.2)

# How long of each sweep in which nothing else is due the clerk measures par, in seconds.
PAR_SECONDS = float(ENV("GOLF_PAR_SECONDS") or 0.04)

# Application

INSTALLED_APPS = [
    "accounts",
    "games",
    "allauth",
    "allauth.account",
    "channels",
    "csp",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
if DEBUG:
    # Daphne's own runserver, which reloads and serves sockets, is for development alone.
    INSTALLED_APPS.insert(0, "daphne")

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "golfsite.middleware.StaticFilesMiddleware",
    "golfsite.middleware.utf8_forms",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    # Last, because they are synchronous: with that, all the others above run in one thread instead
    # of changing threads twice each, which takes a quarter off a page's processor time.
    "accounts.club_looks.as_they_wish",
    "golfsite.middleware.permissions_policy",
]

ROOT_URLCONF = "golfsite.urls"
ASGI_APPLICATION = "golfsite.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.views.badge.turns",
            ],
        },
    },
]

# Storage

DATABASES = {"default": read_database(ENV("GOLF_DATABASE_URL", ""), DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

REDIS_URL = ENV("GOLF_REDIS_URL", "")
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}
if REDIS_URL:
    # The other Redis layer drops idle sockets and reorders messages under load.
    CHANNEL_LAYERS["default"] = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "golf"},
    }

# Static files

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_ALLOW_ALL_ORIGINS = False

# Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

# Safety

ALLOWED_HOSTS = hosts_of(SITE_ORIGINS)
CSRF_TRUSTED_ORIGINS = SITE_ORIGINS
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in [
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    ]
]

SESSION_COOKIE_NAME = "golf_session"
SESSION_COOKIE_AGE = 90 * 24 * 3600
SESSION_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_NAME = "golf_csrf"
CSRF_COOKIE_SECURE = IS_HTTPS
if IS_HTTPS:
    # Daphne speaks plain HTTP, so an https origin means a proxy in front that sets this header.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 30 * 24 * 3600

SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
PERMISSIONS_POLICY = (
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
    "magnetometer=(), microphone=(), midi=(), payment=(), usb=()"
)
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "connect-src": [SELF, *socket_origins_of(SITE_ORIGINS)],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

# Mail

EMAIL_BACKEND_PATH, EMAIL_OPTIONS = read_mail(ENV("GOLF_EMAIL_URL", ""))
DEFAULT_FROM_EMAIL = ENV("GOLF_EMAIL_FROM") or "Golf <golf@localhost>"
SERVER_EMAIL = DEFAULT_FROM_EMAIL
if django.VERSION >= (6, 1):
    MAILERS = {"default": {"BACKEND": EMAIL_BACKEND_PATH, "OPTIONS": EMAIL_OPTIONS}}
else:
    EMAIL_BACKEND = EMAIL_BACKEND_PATH
    EMAIL_FILE_PATH = EMAIL_OPTIONS.get("file_path")
    EMAIL_HOST = EMAIL_OPTIONS.get("host", "localhost")
    EMAIL_PORT = EMAIL_OPTIONS.get("port", 25)
    EMAIL_HOST_USER = EMAIL_OPTIONS.get("username", "")
    EMAIL_HOST_PASSWORD = EMAIL_OPTIONS.get("password", "")
    EMAIL_USE_TLS = EMAIL_OPTIONS.get("use_tls", False)
    EMAIL_USE_SSL = EMAIL_OPTIONS.get("use_ssl", False)
    EMAIL_TIMEOUT = EMAIL_OPTIONS.get("timeout")

# Push messages: whom a push service may write to, and services that are trusted wherever they are,
# as origins: others have to be on the internet.

VAPID_CONTACT = ENV("GOLF_VAPID_CONTACT") or (
    SITE_ORIGINS[0] if IS_HTTPS else f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}"
)
PUSH_TRUSTED_ORIGINS: list[str] = []

# Accounts: begin. Keys of django.contrib.auth and allauth only.

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.NameBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "login": "accounts.forms.LoginForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "signup": "accounts.forms.SignupForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
# Guests are logged in and yet may sign up and log in: accounts.urls redirects the others.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_SESSION_REMEMBER = True
# A mail address is optional, one at a time, and counts as nobody's until its link was opened:
# so the site never has to say that somebody else has it.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "accounts:settings"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if IS_HTTPS else "http"
# The mail address is the way back in: changing it takes a fresh password.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]
# A whole club may sit behind one address on its evening; a bot must not fill the table.
ACCOUNT_RATE_LIMITS = {"guest": "60/10m/ip,300/d/ip"}
# Rate limits by address count the proxies that this site stands behind.
ALLAUTH_TRUSTED_PROXY_COUNT = read_count("GOLF_TRUSTED_PROXIES", ENV("GOLF_TRUSTED_PROXIES") or "0")

# Accounts: end.

# Logging: warnings and errors to standard error, never a request's body.

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # Missing pages and refused forms are answers, not faults of the site.
        "django.request": {"level": "ERROR"},
        # Nor are requests that are malformed on purpose, which would fill the log.
        "django.security": {"handlers": ["nowhere"], "propagate": False},
        "django.channels.server": {"level": "INFO" if DEBUG else "WARNING"},
        "daphne": {"level": "WARNING"},
        "games": {"level": "INFO"},
    },
}
