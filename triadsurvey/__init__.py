"""triadsurvey: wiring only. What is asked lives in `studies`, what answers mean in `analysis`."""

from triadsurvey.celery import app as celery_app

__all__ = ["celery_app"]
