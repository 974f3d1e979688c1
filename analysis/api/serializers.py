"""What the API of `analysis` takes and gives; the limits are those of the planning page."""

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from analysis.planner.more import LEAST_D_PRIME, MOST_D_PRIME, MOST_EACH, MOST_TEXTS
from analysis.planner.question import LEAST_PD, MOST_JUDGES, MOST_PD
from analysis.results.rating_study.export import COLUMNS as RATING_RESULT_COLUMNS
from analysis.stats.repeats.planning import MOST_ANSWERS
from studies.api.serializers.answers import ColumnsOut
from studies.workbench.forms.numbers import LEAST_RISK, RISKS_END_BEFORE

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
    """A plan for which the number of judges is asked."""

    goal = serializers.ChoiceField(choices=GOALS)
    alpha = alpha()
    beta = beta()
    pd = pd()


class JudgesOut(Shape):
    """Numbers of judges."""

    smallest = serializers.IntegerField(allow_null=True)
    stable = serializers.IntegerField(allow_null=True)


class PowerIn(Shape):
    """A number of answers for which the power is asked: by alpha or by beta."""

    goal = serializers.ChoiceField(choices=GOALS)
    n = number()
    pd = pd()
    alpha = _risk("Needed where the goal is difference.", required=False)
    beta = _risk("Needed where the goal is similarity.", required=False)


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


class RepeatsIn(Shape):
    """A difference plan in which each judge answers several triads; with `judges` its power."""

    alpha = alpha()
    beta = beta()
    pd = pd()
    each = serializers.IntegerField(
        min_value=1, max_value=MOST_EACH, help_text="Answers of each judge."
    )
    gamma = serializers.FloatField(
        min_value=0,
        max_value=1,
        help_text="How much judges differ: 0 means not at all, 1 that each judge always perceives "
        "the difference or never does.",
    )
    judges = serializers.IntegerField(
        min_value=1, max_value=MOST_ANSWERS, required=False, help_text="Ask for their power."
    )


class RepeatsOut(Shape):
    """The judges that were asked about, else those that are needed; their answers and power."""

    judges = serializers.IntegerField(allow_null=True)
    answers = serializers.IntegerField(allow_null=True)
    power = serializers.FloatField(allow_null=True)


class NumberOfTextsIn(Shape):
    """A number of answers about a number of texts of each subject."""

    n = number()
    texts = serializers.IntegerField(
        min_value=1, max_value=MOST_TEXTS, help_text="Different texts of each subject."
    )
    correlation = serializers.FloatField(
        min_value=0,
        max_value=1,
        default=0.05,
        help_text="How much answers about one text resemble each other (rho).",
    )


class NumberOfTextsOut(Shape):
    """What the answers say of other texts like these; `needed` is null where none are enough."""

    times_read = serializers.FloatField()
    design_effect = serializers.FloatField()
    worth = serializers.FloatField(
        help_text="The number of independent answers that would say as much."
    )
    needed = serializers.IntegerField(allow_null=True, help_text="Answers that are worth n.")


class ProtocolsIn(Shape):
    """The distance of two subjects, and the risks."""

    alpha = alpha()
    beta = beta()
    d_prime = serializers.FloatField(
        min_value=LEAST_D_PRIME, max_value=MOST_D_PRIME, help_text="In standard deviations."
    )


class ProtocolNeedOut(Shape):
    """Right answers at the d-prime, and the judges that are needed."""

    pc = serializers.FloatField()
    pd = serializers.FloatField()
    smallest = serializers.IntegerField(allow_null=True)
    stable = serializers.IntegerField(allow_null=True)


class ProtocolsOut(Shape):
    """The triangle, and the directed triad (3-AFC)."""

    triangle = ProtocolNeedOut()
    directed = ProtocolNeedOut()


class RatingResultOut(ColumnsOut):
    """One number of a rating study, as in the CSV file of its results."""

    columns = RATING_RESULT_COLUMNS


class ResultsOut(Shape):
    """Where a study stands. Without `quantities` where its results are hidden.

    `ratings`: of a rating study what its ratings show, a number each; else empty.
    """

    study = serializers.UUIDField()
    status = serializers.CharField(help_text="As stored: draft, open, paused, closed …")
    state = serializers.CharField(help_text="As the pages say it: also complete, archived.")
    sealed = serializers.BooleanField()
    evaluations = serializers.IntegerField()
    counted = serializers.IntegerField()
    statement = serializers.CharField()
    quantities = serializers.DictField(allow_null=True)
    ratings = RatingResultOut(many=True)
