"""How often recruitment links were opened: noted in Redis, stored with the links by a task.

So a look at a link costs the database nothing. What is noted while Redis is away, or in the moment
in which the worker is killed, is not counted: the number is there to see where people stop, and
decides nothing.
"""

from typing import cast

from django.db.models import F

from studies.breaker import Breaker
from studies.models import RecruitmentLink
from studies.services.redis_client import client

KEY = "links:opened"

breaker = Breaker("opened links are not counted")


def note(link: RecruitmentLink) -> None:
    """Note that a browser opened the link for the first time, or a program did."""
    breaker.attempt(lambda: client().hincrby(KEY, str(link.pk), 1))


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
