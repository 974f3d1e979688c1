"""Numbers that took long are kept, and Redis may be away."""

from analysis.planner.cache import cached
from analysis.planner.rules import judges_enough


def test_numbers_are_computed_once():
    calls = []

    def compute():
        calls.append(1)
        return (98.0, None)

    for _ in range(3):
        assert cached("test", 0.05, compute=compute) == (98.0, None)
    assert len(calls) == 1


def test_without_redis_numbers_are_computed_and_redis_is_left_alone_for_a_while(settings, caplog):
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "unix:///nowhere/valkey.sock",
        }
    }
    for _ in range(3):
        assert judges_enough(0.05, 0.01, 0.3).smallest == 98
    assert [record.message for record in caplog.records] == [
        "Redis does not answer: plans are computed anew"
    ]
