"""The project: settings and wiring. Studies are in `studies`, results in `analysis`."""

import os

# Each process has one thread for matrices: others would wait in a loop beside it, and our matrices
# are small. The library reads this when it is loaded, so it stands before all imports.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from triadsurvey.celery import app as celery_app

__all__ = ["celery_app"]
