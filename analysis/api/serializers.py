"""What the API of `analysis` takes and gives; the limits are those of the planning page."""

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from analysis.planner.question import LEAST_PD, LEAST_RISK, MOST_JUDGES, MOST_PD, RISKS_END_BEFORE

if TYPE_CHECKING:
    Shape = serializers.Serializer[Any]
else:
    Shape = serializers.Serializer

GOALS = ("difference", "similarity")


def _risk(what: str, *, required: bool = True) -> serializers.FloatField:
    return serializers.FloatField(
        min_value=LEAST_RISK, max_value=RISKS_END_BEFORE, required=required, help_text=what
    )


def alpha(*, required: bool = True) -> serializers.FloatField:
    """Return the field of alpha."""
    return _risk("Risk of claiming a difference that is not there.", required=required)


def beta(*, required: bool = True) -> serializers.FloatField:
    """Return the field of beta."""
    return _risk("Risk of missing a difference that is there.", required=required)


def pd(*, required: bool = True) -> serializers.FloatField:
    """Return the field of pd."""
    what = "The largest proportion of people allowed to perceive a difference."
    return serializers.FloatField(
        min_value=LEAST_PD, max_value=MOST_PD, required=required, help_text=what
    )


def number() -> serializers.IntegerField:
    """Return the field of n."""
    return serializers.IntegerField(min_value=1, max_value=MOST_JUDGES, help_text="Answers.")


class JudgesIn(Shape):
    """A plan whose number of judges is asked for."""

    goal = serializers.ChoiceField(choices=GOALS)
    alpha = alpha()
    beta = beta()
    pd = pd()


class JudgesOut(Shape):
    """Numbers of judges."""

    smallest = serializers.IntegerField(allow_null=True)
    stable = serializers.IntegerField(allow_null=True)


class PowerIn(Shape):
    """A number of answers whose power is asked for."""

    goal = serializers.ChoiceField(choices=GOALS)
    n = number()
    pd = pd()
    alpha = alpha(required=False)
    beta = beta(required=False)


class PowerOut(Shape):
    """A probability."""

    power = serializers.FloatField()


class SensitivityIn(Shape):
    """A number, and two of alpha, beta and pd."""

    goal = serializers.ChoiceField(choices=GOALS)
    n = number()
    alpha = alpha(required=False)
    beta = beta(required=False)
    pd = pd(required=False)


class SensitivityOut(Shape):
    """The third, and which it is."""

    asked = serializers.ChoiceField(choices=("alpha", "beta", "pd"))
    value = serializers.FloatField(allow_null=True)


class TestsIn(Shape):
    """Right answers of n, with the plan's risks."""

    correct = serializers.IntegerField(min_value=0, max_value=MOST_JUDGES)
    n = number()
    alpha = alpha()
    beta = beta()
    pd = pd()


class TestsOut(Shape):
    """Both tests, by the names of `analysis.stats`."""

    difference = serializers.DictField()
    similarity = serializers.DictField()


class ResultsOut(Shape):
    """Where a study stands. Without `quantities` where its results are hidden."""

    study = serializers.UUIDField()
    status = serializers.CharField()
    sealed = serializers.BooleanField()
    evaluations = serializers.IntegerField()
    counted = serializers.IntegerField()
    statement = serializers.CharField()
    quantities = serializers.DictField(allow_null=True)
