"""No number is known from another test."""

import pytest
from django.core.cache import cache

from analysis.planner import cache as planner_cache
from studies.breaker import Breaker


@pytest.fixture(autouse=True)
def _empty_cache(monkeypatch):
    cache.clear()
    monkeypatch.setattr(planner_cache, "breaker", Breaker("plans are computed anew"))
