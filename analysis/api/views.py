"""The API: a study's results, and the statistics for planning, which need no account."""

import math
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.http import Http404
from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from analysis.api.serializers import (
    JudgesIn,
    JudgesOut,
    NumberOfTextsIn,
    NumberOfTextsOut,
    PowerIn,
    PowerOut,
    ProtocolsIn,
    ProtocolsOut,
    RepeatsIn,
    RepeatsOut,
    ResultsOut,
    SensitivityIn,
    SensitivityOut,
    TestsIn,
    TestsOut,
)
from analysis.planner.cache import cached
from analysis.planner.number_of_texts import texts_plan
from analysis.planner.protocols import needs
from analysis.results.export import results_export
from analysis.results.rating_study.export import COLUMNS, rating_results_export
from analysis.results.study_results import read_results, stamp_for
from analysis.stats import (
    difference_test,
    judges_needed,
    judges_needed_with_repeats,
    power,
    power_with_repeats,
    sensitivity,
    similarity_test,
)
from analysis.verdict_text import statement
from studies.breaker import Breaker
from studies.exports.columns import Cell

A_MINUTE = 60
CALLS_A_MINUTE = 60

# Tried again at each call: the limit is back as soon as Redis is.
breaker = Breaker("planning goes on without a limit", rest_seconds=0)


class Results(APIView):
    """The results of a study."""

    @extend_schema(operation_id="results_retrieve", responses=ResultsOut)
    def get(self, request: Request, code: UUID) -> Response:
        """What the results page says, as quantities with the names of the CSV file of results.

        Where the results are hidden from you (a blind study, or a recruiter's part), progress only.
        """
        stamp = stamp_for(request.user, code)
        if stamp is None:
            raise Http404
        results = read_results(stamp, reader=request.user)
        found: dict[str, Any] = {
            "study": results.study.code,
            "status": stamp.status,
            "state": results.study.state,
            "sealed": stamp.sealed,
            "evaluations": stamp.evaluations,
            "counted": results.snapshot.counts.counted,
            "statement": statement(results.snapshot).as_text(),
            "quantities": None,
            "ratings": [],
        }
        if stamp.may_read:
            found["quantities"] = {row[0]: _json(row[1]) for row in results_export(results).rows}
            names = [column.name for column in COLUMNS]
            rows = rating_results_export(results).rows
            found["ratings"] = [dict(zip(names, row, strict=True)) for row in rows]
        return Response(ResultsOut(found).data)


def _json(value: Cell) -> Cell:
    """Return a value as JSON can hold it: an infinite d-prime is null."""
    return None if isinstance(value, float) and math.isinf(value) else value


class PlanningThrottle(BaseThrottle):
    """At most CALLS_A_MINUTE from one address, counted in Redis; without Redis no limit.

    The address is the connection's or what trusted proxies say, never what the caller says.
    """

    def allow_request(self, request: Request, view: APIView) -> bool:
        key = f"api:plan:{request.META.get('REMOTE_ADDR', '')}"
        calls = breaker.attempt(lambda: _count_call(key))
        return calls is None or calls <= CALLS_A_MINUTE

    def wait(self) -> float:
        return float(A_MINUTE)


def _count_call(key: str) -> int:
    cache.add(key, 0, timeout=A_MINUTE)
    return int(cache.incr(key))


class _Planning(APIView):
    """A question to the statistics: its numbers in the address, its answer kept in Redis."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (PlanningThrottle,)
    name: str
    question: type[serializers.Serializer[Any]]
    compute: Callable[..., dict[str, Any]]

    def get(self, request: Request) -> Response:
        asked = self.question(data=request.query_params)
        asked.is_valid(raise_exception=True)
        numbers = dict(asked.validated_data)
        compute = partial(type(self).compute, **numbers)
        try:
            return Response(cached(f"api {self.name}", sorted(numbers.items()), compute=compute))
        except ValueError as error:
            raise serializers.ValidationError({"non_field_errors": [str(error)]}) from error


class Judges(_Planning):
    """How many judges does a plan need?"""

    name, question = "judges", JudgesIn

    @extend_schema(
        operation_id="planning_judges", parameters=[JudgesIn], responses=JudgesOut, auth=[]
    )
    def get(self, request: Request) -> Response:
        """Return the smallest number of judges, and the one from which all are enough.

        Null above a million.
        """
        return super().get(request)

    @staticmethod
    def compute(*, goal: str, alpha: float, beta: float, pd: float) -> dict[str, Any]:
        needed = partial(judges_needed, goal=goal, alpha=alpha, beta=beta, pd=pd)
        return {rule: needed(rule=rule) for rule in ("smallest", "stable")}


class Power(_Planning):
    """How probable is it that so many judges show what is true?"""

    name, question = "power", PowerIn

    @extend_schema(operation_id="planning_power", parameters=[PowerIn], responses=PowerOut, auth=[])
    def get(self, request: Request) -> Response:
        """Return the power of a plan: difference needs alpha, similarity beta."""
        return super().get(request)

    @staticmethod
    def compute(*, n: int, goal: str, pd: float, **risk: float) -> dict[str, Any]:
        return {"power": power(n, goal=goal, pd=pd, **risk)}


class Sensitivity(_Planning):
    """Of alpha, beta and pd two are given: what is the best third that n judges can afford?"""

    name, question = "sensitivity", SensitivityIn

    @extend_schema(
        operation_id="planning_sensitivity",
        parameters=[SensitivityIn],
        responses=SensitivityOut,
        auth=[],
    )
    def get(self, request: Request) -> Response:
        """Return the third of alpha, beta and pd that n judges can afford; null without any."""
        return super().get(request)

    @staticmethod
    def compute(*, n: int, goal: str, **two: float) -> dict[str, Any]:
        value = sensitivity(n, goal=goal, **two)
        asked = next(name for name in ("alpha", "beta", "pd") if name not in two)
        return {"asked": asked, "value": value}


class Tests(_Planning):
    """Both exact tests of so many right answers of n."""

    name, question = "tests", TestsIn

    @extend_schema(operation_id="planning_tests", parameters=[TestsIn], responses=TestsOut, auth=[])
    def get(self, request: Request) -> Response:
        """Test answers that were planned beforehand and are all in."""
        return super().get(request)

    @staticmethod
    def compute(*, correct: int, n: int, alpha: float, beta: float, pd: float) -> dict[str, Any]:
        return {
            "difference": asdict(difference_test(correct, n, alpha=alpha)),
            "similarity": asdict(similarity_test(correct, n, beta=beta, pd=pd)),
        }


class Repeats(_Planning):
    """How many judges does a difference plan need if each answers several triads?"""

    name, question = "repeats", RepeatsIn

    @extend_schema(
        operation_id="planning_repeats", parameters=[RepeatsIn], responses=RepeatsOut, auth=[]
    )
    def get(self, request: Request) -> Response:
        """Return the judges needed if each answers often; null above 100,000 answers."""
        return super().get(request)

    @staticmethod
    def compute(
        *, each: int, gamma: float, alpha: float, beta: float, pd: float, judges: int | None = None
    ) -> dict[str, Any]:
        if judges is None:
            judges = judges_needed_with_repeats(each, alpha=alpha, beta=beta, pd=pd, gamma=gamma)
        if judges is None:
            return {"judges": None, "answers": None, "power": None}
        found = power_with_repeats(judges, each, alpha=alpha, pd=pd, gamma=gamma)
        return {"judges": judges, "answers": judges * each, "power": found}


class Texts(_Planning):
    """How often is each text read, and what do the answers say of other texts?"""

    name, question = "texts", NumberOfTextsIn

    @extend_schema(
        operation_id="planning_texts",
        parameters=[NumberOfTextsIn],
        responses=NumberOfTextsOut,
        auth=[],
    )
    def get(self, request: Request) -> Response:
        """Return what a number of texts can show: under 10 a subject, little beyond these texts."""
        return super().get(request)

    @staticmethod
    def compute(*, n: int, texts: int, correlation: float) -> dict[str, Any]:
        plan = texts_plan(n, texts=texts, correlation=correlation)
        return {
            "times_read": plan.times_read,
            "design_effect": plan.effect,
            "worth": plan.worth,
            "needed": plan.needed,
        }


class Protocols(_Planning):
    """How many judges do the triangle and the directed triad need at a d-prime?"""

    name, question = "protocols", ProtocolsIn

    @extend_schema(
        operation_id="planning_protocols", parameters=[ProtocolsIn], responses=ProtocolsOut, auth=[]
    )
    def get(self, request: Request) -> Response:
        """Compare the protocols: directed only where what differs can be named before the study."""
        return super().get(request)

    @staticmethod
    def compute(*, d_prime: float, alpha: float, beta: float) -> dict[str, Any]:
        return {
            need.protocol: {"pc": need.pc, "pd": need.pd, **asdict(need.enough)}
            for need in needs(d_prime, alpha=alpha, beta=beta)
        }


urlpatterns: list[URLPattern] = [
    path("studies/<uuid:code>/results/", Results.as_view(), name="results"),
    path("planning/judges/", Judges.as_view(), name="planning_judges"),
    path("planning/power/", Power.as_view(), name="planning_power"),
    path("planning/protocols/", Protocols.as_view(), name="planning_protocols"),
    path("planning/repeats/", Repeats.as_view(), name="planning_repeats"),
    path("planning/texts/", Texts.as_view(), name="planning_texts"),
    path("planning/sensitivity/", Sensitivity.as_view(), name="planning_sensitivity"),
    path("planning/tests/", Tests.as_view(), name="planning_tests"),
]
