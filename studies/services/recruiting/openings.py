"""How often recruitment links were opened: counted here, handed to Redis, stored by a task.

So a look at a link costs the database nothing, and Redis one message in some seconds. Not counted
is what was noted in the last seconds of a process that is killed, or while Redis is away, or in the
moment in which the worker is killed: the number is there to see where people stop, and decides
nothing.
"""

import atexit
from collections import Counter
from threading import Lock, Timer
from typing import cast

from django.db.models import F

from studies.breaker import Breaker
from studies.models import RecruitmentLink
from studies.services.redis_client import client

KEY = "links:opened"
# What a process has counted it hands over so soon.
SECONDS = 2.0

_noted: Counter[int] = Counter()
_noting = Lock()
breaker = Breaker("opened links are not counted")


def note(link: RecruitmentLink) -> None:
    """Note that a browser opened the link for the first time, or a program did."""
    with _noting:
        is_first = not _noted
        _noted[link.pk] += 1
    if is_first:
        timer = Timer(SECONDS, hand_over)
        timer.daemon = True  # what it would do is done at the end of the process
        timer.start()


@atexit.register
def hand_over() -> None:
    """Add what this process has counted to what Redis knows."""
    with _noting:
        noted = dict(_noted)
        _noted.clear()
    if noted:
        breaker.attempt(lambda: _add(noted))


def _add(noted: dict[int, int]) -> None:
    with client().pipeline(transaction=False) as steps:
        for pk, number in noted.items():
            steps.hincrby(KEY, str(pk), number)
        steps.execute()


def store() -> None:
    """Add what was noted to the links, one by one, in the order in which all lock them."""
    noted = cast("dict[bytes, bytes] | None", breaker.attempt(_take))
    for pk, number in sorted((int(pk), int(number)) for pk, number in (noted or {}).items()):
        RecruitmentLink.objects.filter(pk=pk).update(opened=F("opened") + number)


def _take() -> dict[bytes, bytes]:
    """Return what was noted, and begin anew, in one step."""
    with client().pipeline(transaction=True) as steps:
        steps.hgetall(KEY)
        steps.delete(KEY)
        noted, _deleted = steps.execute()
    return cast("dict[bytes, bytes]", noted)
