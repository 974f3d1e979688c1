"""Environment and commands of the product's processes, and the secrets of one checkout."""

import os
import secrets
import sys
from pathlib import Path

from triadsurvey.localstack.places import Places
from triadsurvey.localstack.postgres import without_libpq_variables

ADMIN_EMAIL = "admin@localhost"
# The queues of settings.CELERY_TASK_ROUTES: a worker for each.
QUEUES = ("results", "deliveries", "jobs")
# The line of `prepare` after which the web server can start.
READY_TO_SERVE = "tables and static files: ready"


def secret_key_file(places: Places) -> Path:
    """Return the file of this checkout's random key, which only its owner can read."""
    path = places.local / "secret-key"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.unfinished")
        unfinished.unlink(missing_ok=True)
        unfinished.touch(mode=0o600)
        unfinished.write_text(f"{secrets.token_urlsafe(64)}\n")
        unfinished.replace(path)
    return path


def admin_password_file(places: Places) -> Path:
    """Return the file that `ensure_admin` writes; absent if the database had an administrator."""
    return places.local / "admin-password"


def mail_folder(places: Places) -> Path:
    """Return the folder of the mails that would be sent, which only its owner can read."""
    places.mails.mkdir(mode=0o700, parents=True, exist_ok=True)
    return places.mails


def product_environment(
    places: Places, *, database_url: str, redis_url: str, base_url: str
) -> dict[str, str]:
    """Return the environment of manage.py, gunicorn and Celery: as in production, but local."""
    ours = {
        "DJANGO_SETTINGS_MODULE": "triadsurvey.settings",
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "BASE_URL": base_url,
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "STATIC_ROOT": str(places.local / "static"),
        "PYTHONUNBUFFERED": "1",
    }
    environment = {**without_libpq_variables(os.environ), **ours}
    for name in ours:
        environment.pop(f"{name}_FILE", None)  # it would go before ours
    environment.setdefault("WEB_CONCURRENCY", "2")
    if "EMAIL_BACKEND" not in environment:
        environment["EMAIL_BACKEND"] = "django.core.mail.backends.filebased.EmailBackend"
        environment["EMAIL_FILE_PATH"] = str(mail_folder(places))
    if not {"SECRET_KEY", "SECRET_KEY_FILE"} & environment.keys():
        environment["SECRET_KEY_FILE"] = str(secret_key_file(places))
    return environment


def manage(*arguments: str, places: Places) -> list[str]:
    return [sys.executable, str(places.checkout / "manage.py"), *arguments]


def prepare_command(email: str, password_file: Path) -> list[str]:
    return [
        sys.executable, "-m", "triadsurvey.localstack.prepare",
        "--email", email, "--password-file", str(password_file),
    ]  # fmt: skip


def web_command(socket: str) -> list[str]:
    """Return the command of the web server; its settings are in `triadsurvey.gunicorn_conf`."""
    return [
        sys.executable, "-m", "gunicorn", "triadsurvey.asgi:application",
        "--config", "python:triadsurvey.gunicorn_conf", "--bind", socket,
    ]  # fmt: skip


def worker_command(queue: str) -> list[str]:
    """Return the command of the worker of one queue."""
    return [
        sys.executable, "-m", "celery", "-A", "triadsurvey", "worker", "--queues", queue,
        "--hostname", f"{queue}@%h", "--concurrency", "2", "--loglevel", "INFO",
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    ]  # fmt: skip


def beat_command(folder: Path) -> list[str]:
    return [
        sys.executable, "-m", "celery", "-A", "triadsurvey", "beat", "--loglevel", "INFO",
        "--schedule", str(folder / "beat-schedule"), "--pidfile", "",
    ]  # fmt: skip
