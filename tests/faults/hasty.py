"""The product's settings, but what is stale is looked for every two seconds.

For tests that wait until the sweep has caught up. How often it comes in truth is read from the
product's own settings (`test_broker_and_worker`).
"""

from triadsurvey.settings import *  # noqa: F403 - all of them
from triadsurvey.settings import CELERY_BEAT_SCHEDULE as PRODUCTS

SWEEP = "recompute what is stale"
CELERY_BEAT_SCHEDULE = {**PRODUCTS, SWEEP: {**PRODUCTS[SWEEP], "schedule": 2.0}}
