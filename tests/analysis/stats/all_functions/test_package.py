"""What every public function and every result of the package keeps to."""

import dataclasses
import inspect
import subprocess
import sys
from enum import Enum

import pytest

from analysis import stats
from tests.analysis.stats.all_functions.test_arguments import CALLS

FUNCTIONS = [name for name in stats.__all__ if inspect.isfunction(getattr(stats, name))]
CLASSES = [
    name
    for name in stats.__all__
    if inspect.isclass(getattr(stats, name)) and not issubclass(getattr(stats, name), Enum)
]
ARRAYS = ("ratings_of", "normalise")  # what other functions take, not results to show
PLAIN = (int, float, bool, str, type(None), stats.State)
READ = [
    stats.ReadTrial("j", (stats.ReadText("", (5,), (20,)),) * 3, 1, (stats.Stay(place, 1, 0, ms),))
    for place, ms in ((1, 900), (2, 500))
]

RATED = stats.ratings_of(
    judges=[0, 0, 1, 1, 2, 2, 3, 3],
    items=[0, 0, 0, 0, 1, 1, 1, 1],
    systems=["A", "B"] * 4,
    pages=[0, 0, 1, 1, 2, 2, 3, 3],
    values=[100, 80, 120, 120, 50, 70, 90, 60],
)
MET = stats.page_outcomes(RATED)
VALUES = RATED.value
NEEDED = {"difference": 0.05, "item": 0.01, "rest": 0.05, "judge": 0.01, "ratings_per_item": 3}

RESULTS = {
    **{name: getattr(stats, name)(*args, **options) for name, (args, options) in CALLS.items()},
    "compare_studies": stats.compare_studies([36, 45], [98, 98]),
    "fit_beta_binomial": stats.fit_beta_binomial([4, 6], [6, 6], chance_corrected=True),
    "chosen_positions": stats.chosen_positions([4, 3, 9]),
    "order_counts": stats.order_counts({"ABB": 4}),
    "orders_of": stats.orders_of("directed"),
    "right_by_group": stats.right_by_group([4, 2], [5, 5]),
    "right_by_order": stats.right_by_order({"ABB": 4}, {"ABB": 5, "ABA": 2}),
    "realised_chance": stats.realised_chance({"ABB": 4}),
    "e_value_positions": stats.e_value_positions([4, 3, 9]),
    "e_value_orders": stats.e_value_orders({"ABB": 4}, {"ABB": 5, "ABA": 2}),
    "longest_streak": stats.longest_streak([1, 1, 2]),
    "too_fast": stats.too_fast([1.0], [30]),
    "pc_from_d_prime": stats.pc_from_d_prime(1),
    "pc_slope": stats.pc_slope(1),
    "d_prime_from_pc": stats.d_prime_from_pc(0.5),
    "pd_from_pc": stats.pd_from_pc(0.5),
    "pc_from_pd": stats.pc_from_pd(0.5),
    "power_with_repeats": stats.power_with_repeats(16, 6, alpha=0.05, pd=0.3, gamma=0.2),
    "judges_needed_with_repeats": stats.judges_needed_with_repeats(
        6, alpha=0.05, beta=0.1, pd=0.3, gamma=0.2
    ),
    "answers_over_texts": stats.answers_over_texts(98, texts=12, correlation=0.05),
    "design_effect": stats.design_effect(98, texts=12, correlation=0.05),
    "limits_over_texts": stats.limits_over_texts(
        [True, False] * 6, [(n % 6,) for n in range(12)], judges=range(12), alpha=0.05, beta=0.05
    ),
    "evidence": stats.evidence(0.5),
    "sureness_test": stats.sureness_test([1, 2, 0, 1], [3, 2, 1, 1]),
    "ratings_of": RATED,
    "page_outcomes": MET,
    "normalise": stats.normalise(RATED, "log"),
    "far_from_others": stats.far_from_others(RATED),
    "agreement": stats.agreement(RATED, VALUES),
    "agreement_of_same_judges": stats.agreement_of_same_judges(RATED, VALUES),
    "krippendorff_alpha": stats.krippendorff_alpha(RATED, VALUES),
    "correlations": stats.correlations({"a": RATED, "b": RATED}, log=True, permutations=99),
    "compare_systems": stats.compare_systems(RATED, VALUES, log=False, resamples=100),
    "paired_bootstrap": stats.paired_bootstrap(RATED, VALUES, resamples=100),
    "trueskill": stats.trueskill(MET, runs=100),
    "davidson": stats.davidson(MET),
    "ticks_test": stats.ticks_test([0, 26, 41], [24, 7, 180]),
    "system_standings": stats.system_standings(RATED, VALUES, log=False, resamples=100),
    "system_means": stats.system_means(RATED),
    "busiest_judges": stats.busiest_judges(RATED),
    "identical_texts": stats.identical_texts(RATED, list("aabcdeff")),
    "difference_variances": stats.difference_variances(RATED, VALUES),
    "fewest_judges": stats.fewest_judges(3, alpha=0.05),
    "items_needed": stats.items_needed(**NEEDED, alpha=0.05, power=0.8),
    "icc_width": stats.icc_width(0.4, ratings_per_text=3, texts=150),
    "texts_for_icc": stats.texts_for_icc(0.4, ratings_per_text=3, width=0.2),
    "holm": stats.holm([0.01, 0.04]),
    "reading_measures": stats.reading_measures(READ),
    "reading_tells_odd": stats.reading_tells_odd(READ, permutations=9),
    "machine_judge": stats.machine_judge(
        ["ab", "cd"] * 6, ["A", "B"] * 6, items=[0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5], permutations=9
    ),
    "replicate_reading_study": stats.replicate_reading_study(READ, permutations=9),
}


def test_every_public_function_is_called_here():
    assert sorted(RESULTS) == sorted(FUNCTIONS)


@pytest.mark.parametrize("name", [name for name in RESULTS if name not in ARRAYS])
def test_results_are_plain_python_numbers(name):
    for value in _leaves(RESULTS[name]):
        assert type(value) in PLAIN, (name, value, type(value))


@pytest.mark.parametrize("name", CLASSES)
def test_results_are_frozen_and_slotted(name):
    kind = getattr(stats, name)

    assert kind.__dataclass_params__.frozen
    assert hasattr(kind, "__slots__")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_docstrings_tell_the_question_the_arguments_and_the_errors(name):
    function = getattr(stats, name)
    doc = inspect.getdoc(function)

    assert "\n\nArgs:\n" in doc
    assert "\n\nRaises:\n" in doc
    arguments = doc.split("Args:")[1]
    for parameter in inspect.signature(function).parameters:
        assert parameter in arguments, parameter


@pytest.mark.parametrize("name", FUNCTIONS)
def test_everything_after_the_counts_is_by_keyword(name):
    positional = [
        parameter.name
        for parameter in inspect.signature(getattr(stats, name)).parameters.values()
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY
    ]
    assert not {"alpha", "beta", "pd", "confidence", "goal", "method"} - {"pd"} & set(positional)
    assert len(positional) <= 2


def test_package_imports_neither_django_nor_anything_of_ours():
    program = (
        "import sys, analysis.stats\n"
        "ours = [m for m in sys.modules if m.split('.')[0] in ('studies', 'triadsurvey')]\n"
        "assert 'django' not in sys.modules and 'scipy.stats' not in sys.modules, 'heavy'\n"
        "assert not ours, ours"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def _leaves(value):
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _leaves(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value
