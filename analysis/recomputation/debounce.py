"""Ask once for the recomputation of many answers: a key in Redis says that one is coming.

A Redis that is slow, frozen or away costs a judge a third of a second, then nothing for a while;
the sweep catches up.
"""

import secrets

from studies.breaker import Breaker
from studies.services.redis_client import client

# In one step, or another token could be stored between the two.
DELETE_IF_SAME = """
    if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("DEL", KEYS[1]) end
"""

breaker = Breaker("the sweep will recompute")


def _key(study_id: int) -> str:
    return f"pending:{study_id}"


def claim(study_id: int, *, milliseconds: int) -> str | None:
    """Return a token for a recomputation; None if one is coming, claimed within this time."""
    token = secrets.token_hex(8)
    # By the command's own words: redis-py's method looks at twelve options, as long as Redis takes.
    command = ("SET", _key(study_id), token, "NX", "PX", milliseconds)
    is_set = client().execute_command(*command)  # type: ignore[no-untyped-call]  # it has none
    return token if is_set else None


def release(study_id: int, token: str | None = None) -> None:
    """Let the next answer ask for another recomputation: this one begins now.

    One that begins late leaves the claim of the next one alone; else a busy worker would get more
    and more of them. Without a token any claim is released.
    """
    breaker.attempt(lambda: _release(study_id, token))


def _release(study_id: int, token: str | None) -> None:
    if token is None:
        client().delete(_key(study_id))
    else:
        client().eval(DELETE_IF_SAME, 1, _key(study_id), token)
