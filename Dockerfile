# One image for web, workers, beat and the migrations: docker-compose.yml says which it is.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1
WORKDIR /app

COPY requirements/production.txt requirements/
RUN pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements/production.txt

COPY . .
# Bytecode, of Python's own modules too: else each start compiles all of it, for three seconds.
RUN python -m compileall -q -j 0 "$(python -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')" .
# Static files are the same everywhere. The key is made up for this one command and kept nowhere.
RUN SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(64))')" \
    DATABASE_URL=postgres://nobody@/nothing REDIS_URL=redis://nowhere \
    python manage.py collectstatic --no-input --verbosity 0

RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin triadsurvey
USER triadsurvey
EXPOSE 8000

CMD ["python", "-m", "gunicorn", "triadsurvey.asgi:application", \
     "--config", "python:triadsurvey.gunicorn_conf", "--bind", "0.0.0.0:8000"]
