"""The project: settings and wiring. Studies are in `studies`, results in `analysis`."""

from triadsurvey.celery import app as celery_app

__all__ = ["celery_app"]
