"""The product's settings with a sweep every two seconds, for tests that wait for it.

`test_broker_and_worker` compares the product's own sweep with what is promised.
"""

from triadsurvey.settings import *  # noqa: F403 - all of them
from triadsurvey.settings import CELERY_BEAT_SCHEDULE as PRODUCTS

SWEEP = "recompute what is stale"
CELERY_BEAT_SCHEDULE = {**PRODUCTS, SWEEP: {**PRODUCTS[SWEEP], "schedule": 2.0}}
