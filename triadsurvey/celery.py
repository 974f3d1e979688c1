"""The Celery application: worker and beat."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "triadsurvey.settings")

app = Celery("triadsurvey")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
