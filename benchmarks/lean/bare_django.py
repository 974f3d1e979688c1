"""The ceiling: a judge's five requests in bare Django, a statement or two each.

Run by gunicorn. `LEAN_DSN` names the database, in which `TABLES` are.
"""

import os
import secrets
import threading
from typing import Any

import django
import psycopg2
from django.conf import settings

TABLES = """
    CREATE TABLE lean_triad (
        id bigserial PRIMARY KEY, a text, b text, c text,
        free_from timestamptz NOT NULL DEFAULT '-infinity'
    );
    CREATE TABLE lean_judge (id bigserial PRIMARY KEY, form_key text UNIQUE);
    CREATE TABLE lean_trial (
        id bigserial PRIMARY KEY, code text UNIQUE, triad_id bigint REFERENCES lean_triad,
        judge_id bigint REFERENCES lean_judge
    );
    CREATE TABLE lean_answer (
        trial_id bigint PRIMARY KEY REFERENCES lean_trial, chosen int,
        answered_at timestamptz DEFAULT now()
    );
    CREATE INDEX ON lean_triad (free_from, id);
    INSERT INTO lean_triad (a, b, c)
    SELECT repeat('A text by A. ', 15), repeat('A text by B. ', 15), repeat('Another by A. ', 15)
    FROM generate_series(1, 20000);
"""
BEGIN = """
    WITH t AS (
        UPDATE lean_triad SET free_from = now() + interval '30 min' WHERE id = (
            SELECT id FROM lean_triad WHERE free_from <= now() ORDER BY free_from, id LIMIT 1
            FOR UPDATE SKIP LOCKED
        ) RETURNING id
    ), j AS (INSERT INTO lean_judge (form_key) VALUES (%s) RETURNING id)
    INSERT INTO lean_trial (code, triad_id, judge_id) SELECT %s, t.id, j.id FROM t, j RETURNING code
"""
ANSWER = """
    WITH a AS (
        INSERT INTO lean_answer (trial_id, chosen) SELECT id, %s FROM lean_trial WHERE code = %s
        ON CONFLICT DO NOTHING RETURNING trial_id
    )
    UPDATE lean_triad SET free_from = 'infinity'
    WHERE id = (SELECT triad_id FROM lean_trial x JOIN a ON a.trial_id = x.id) RETURNING id
"""
LOOK = """
    SELECT g.a, g.b, g.c, EXISTS (SELECT FROM lean_answer n WHERE n.trial_id = x.id)
    FROM lean_trial x JOIN lean_triad g ON g.id = x.triad_id WHERE code = %s
"""
WELCOME = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Welcome</title>
</head><body><main><h1>Which text has another author?</h1><form method="post" action="/j/x/start/">
<input type="hidden" name="form_key" value="{{ key }}"><button name="consent" value="yes">I agree:
begin</button></form></main></body></html>"""
TEXTS = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Texts</title></head>
<body><main><form method="post">{% for t in texts %}<fieldset><input type="radio" name="choice"
value="{{ forloop.counter }}"><div>{{ t }}</div></fieldset>{% endfor %}<button>Send</button></form>
</main></body></html>"""
THANKS = "<!doctype html><html><body><main><h1>Thank you</h1></main></body></html>"

_local = threading.local()


def application_of(dsn: str) -> Any:
    """Return the WSGI application."""
    pages = {"welcome": WELCOME, "texts": TEXTS, "thanks": THANKS}
    settings.configure(
        SECRET_KEY=secrets.token_hex(),
        ROOT_URLCONF=__name__,
        ALLOWED_HOSTS=["*"],
        MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "OPTIONS": {"loaders": [("django.template.loaders.locmem.Loader", pages)]},
            }
        ],
        LEAN_DSN=dsn,
    )
    django.setup()
    from django.core.wsgi import get_wsgi_application

    return get_wsgi_application()


def _one(statement: str, *values: object) -> Any:
    if not hasattr(_local, "connection"):
        _local.connection = psycopg2.connect(settings.LEAN_DSN)
        _local.connection.autocommit = True
    with _local.connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()


def welcome(request: Any, **_: str) -> Any:
    return _page(request, "welcome", {"key": secrets.token_urlsafe(18)})


def start(request: Any, **_: str) -> Any:
    code = secrets.token_urlsafe(18)
    _one(BEGIN, request.POST["form_key"], code)
    return _redirect(code)


def trial(request: Any, code: str) -> Any:
    if request.method == "POST":
        _one(ANSWER, request.POST["choice"], code)
        return _redirect(code)
    *texts, answered = _one(LOOK, code)
    return _page(request, "thanks" if answered else "texts", {"texts": texts})


def _page(request: Any, name: str, context: dict[str, Any]) -> Any:
    from django.shortcuts import render

    return render(request, name, context)


def _redirect(code: str) -> Any:
    from django.http import HttpResponseRedirect

    return HttpResponseRedirect(f"/t/{code}/")


if dsn := os.environ.get("LEAN_DSN"):
    application = application_of(dsn)
    from django.urls import path

    urlpatterns = [
        path("j/<token>/", welcome),
        path("j/<token>/start/", start),
        path("t/<code>/", trial),
    ]
