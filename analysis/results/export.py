"""results.csv: the results of a study as quantities and values.

It says what the page says: the tests of a fixed-number plan only with its verdict.
"""

import math
from collections.abc import Callable, Iterator

from analysis.recomputation.counts import Share, StudyCounts
from analysis.recomputation.exact_tests import OverTexts, Plan
from analysis.results.headline import CONFIDENCE
from analysis.results.rated_triads.result import rated_result
from analysis.results.rated_triads.sureness import LEVELS, sureness_of
from analysis.results.rating_study.export import rating_plan_quantities
from analysis.results.study_results import StudyResults
from analysis.stats import confidence_sequence, e_value_difference, e_value_similarity, estimate
from analysis.verdict_text import FamilyResult, GivenVerdict, ResultSnapshot, statement
from studies.exports import Export
from studies.exports.columns import Cell, Column
from studies.kinds import KINDS, RATING, TRIANGLE, kind_of
from studies.models import Amendment, Study

Quantity = tuple[str, Cell]
INFINITE = "infinite: where every answer is right, no distance is too large to have given them"
PEOPLE = (
    "began", "answered", "completed", "reading", "study_full", "no_place", "left", "withdrawn",
)  # fmt: skip
COLUMNS = (
    Column("quantity", meaning="Name of the quantity; each is explained below", values="text"),
    Column(
        "value",
        meaning="Its value",
        values="text, number; empty where undefined",
        unit="by quantity",
    ),
)


def results_export(results: StudyResults) -> Export:
    """Return the file, for a person who may read the results."""
    quantities = list(_quantities(results))
    return Export(columns=COLUMNS, count=len(quantities), rows=(pair for pair in quantities))


def _quantities(results: StudyResults) -> Iterator[Quantity]:
    snapshot = results.snapshot
    yield from _study(results.study)
    yield from _amendments(results.study)
    yield "statement", statement(snapshot).as_text()
    yield from _counts(snapshot)
    yield from _conduct(snapshot)
    yield from _family(snapshot.family)
    yield "primary_set", snapshot.primary_set
    if results.computed_at is not None:
        yield "computed_at_utc", results.computed_at
    if snapshot.verdict is not None:
        yield "verdict_given_at_utc", results.given_at
        yield "verdict", snapshot.verdict.outcome
        for name in ("counted", "judges", "texts"):
            yield f"verdict_{name}", getattr(snapshot.verdict, name)
    yield from _OF_KIND[snapshot.kind](results)


def _of_triads(results: StudyResults) -> Iterator[Quantity]:
    snapshot = results.snapshot
    if snapshot.other_set is not None:
        yield "sensitivity_counted", snapshot.other_set.counted
        yield "sensitivity_correct", snapshot.other_set.correct
    if snapshot.verdict is not None:
        yield from _verdict(snapshot.plan, snapshot.verdict)
        yield from _sureness(snapshot)
    if rated := rated_result(results):
        yield from rated.quantities
    if snapshot.counts.counted:
        yield from _evidence(snapshot.plan, snapshot.counts)


def _of_ratings(results: StudyResults) -> Iterator[Quantity]:
    """Yield the plan; its numbers are in rating_results.csv."""
    yield from rating_plan_quantities(results.study)
    if results.snapshot.other_set is not None:
        yield "sensitivity_counted", results.snapshot.other_set.counted


_OF_KIND: dict[str, Callable[[StudyResults], Iterator[Quantity]]] = {
    TRIANGLE.key: _of_triads,
    RATING.key: _of_ratings,
}


def _study(study: Study) -> Iterator[Quantity]:
    yield "title", study.title
    for letter, name in study.subjects.items():
        yield f"subject_{letter.lower()}", name
    tells_apart = kind_of(study).tells_apart
    names = ("protocol", "goal", "method", "alpha", "beta", "pd") if tells_apart else ("alpha",)
    for name in names:
        yield name, getattr(study, name)
    yield "evaluations", study.evaluations
    yield "evaluations_per_judge", study.evaluations_per_judge
    yield "study", str(study.code)
    yield "is_test", int(study.is_test)
    yield "status", study.state
    yield "plan_sha256", study.plan_sha256
    for name in ("opened_at", "completed_at", "unsealed_at", "closed_at"):
        yield f"{name}_utc", getattr(study, name)


def _amendments(study: Study) -> Iterator[Quantity]:
    amendments = list(Amendment.objects.filter(study=study))
    yield "amendments", len(amendments)
    for number, amendment in enumerate(amendments, start=1):
        yield f"amendment_{number}_kind", amendment.kind
        yield f"amendment_{number}_evaluations_before", amendment.old_evaluations
        yield f"amendment_{number}_evaluations_after", amendment.new_evaluations
        yield f"amendment_{number}_after_looking", int(amendment.after_looking)
        yield f"amendment_{number}_at_utc", amendment.at
        yield f"amendment_{number}_reason", amendment.why


def _counts(snapshot: ResultSnapshot) -> Iterator[Quantity]:
    counts, tells_apart = snapshot.counts, KINDS[snapshot.kind].tells_apart
    for name in ("counted", "correct", "judges", "surplus", "pilot", "withdrawn", "lapsed"):
        if tells_apart or name != "correct":
            yield name, getattr(counts, name)
    for name in PEOPLE:
        yield f"judges_{name}", getattr(counts.people, name)
    yield "judges_excluded", counts.excluded
    yield "median_seconds", counts.median_seconds
    if tells_apart:
        yield from _choices(counts)
    for number, panel in enumerate(counts.panels, start=1):
        yield f"panel_{number}", panel.name
        yield f"panel_{number}_counted", panel.counted
        if tells_apart:
            yield f"panel_{number}_correct", panel.correct


def _choices(counts: StudyCounts) -> Iterator[Quantity]:
    for order, share in counts.orders.items():
        yield f"counted_in_order_{order}", share.counted
        yield f"correct_in_order_{order}", share.correct
    for position, chosen in enumerate(counts.positions, start=1):
        yield f"chosen_position_{position}", chosen


def _conduct(snapshot: ResultSnapshot) -> Iterator[Quantity]:
    """Yield what happened beside the plan: each is 0 where nothing of it did."""
    counts, conduct = snapshot.counts, snapshot.conduct
    yield "links_added_after_first_answer", conduct.links_added
    yield "links_revoked_after_first_answer", conduct.links_revoked
    yield "links_changed_after_first_answer", conduct.links_changed
    yield "excluded_ids_changed_after_first_answer", conduct.excluded_ids_changed
    yield "withdrawn_while_results_could_be_seen", counts.withdrawn_in_sight
    yield "judges_back_from_pilot", counts.back_from_pilot
    yield "studies_with_the_same_texts", conduct.same_texts_number
    yield "studies_with_the_same_texts_seen", " ".join(conduct.same_texts)
    yield "studies_with_the_same_texts_erased", conduct.same_texts_erased
    if counts.attention is not None:
        yield "attention_answered", counts.attention.counted
        yield "attention_passed", counts.attention.correct


def _family(family: FamilyResult | None) -> Iterator[Quantity]:
    if family is None:
        return
    yield "family", family.name
    yield "family_size", family.size
    yield "family_ended", family.ended
    yield "family_p_adjusted", family.p_adjusted
    yield "family_level", family.level


def _verdict(plan: Plan, verdict: GivenVerdict) -> Iterator[Quantity]:
    yield "verdict_correct", verdict.correct
    for prefix, values in (
        ("difference", verdict.tests and verdict.tests.difference),
        ("similarity", verdict.tests and verdict.tests.similarity),
        ("beta_binomial", verdict.repeats),
        ("sequential", verdict.wald),
        ("sequential_estimate", verdict.estimate),
    ):
        if values is not None:
            for name in values.__slots__:
                if not _is_out_of_place(plan, prefix, name):
                    yield from _finite(f"{prefix}_{name}", _cell(getattr(values, name)))
    if verdict.wald is not None:
        yield "sequential_order", "completion" if verdict.by_completion else "assignment"
    if verdict.tests is not None and not plan.has_repeats:
        yield from _estimate(plan, verdict)
    if verdict.over_texts is not None:
        yield from _over_texts(verdict.over_texts)


def _sureness(snapshot: ResultSnapshot) -> Iterator[Quantity]:
    found = sureness_of(snapshot)
    if found is None:
        return
    for level, weight in zip(LEVELS, snapshot.plan.sureness_weights, strict=True):
        share = snapshot.counts.sureness.get(level, Share())
        yield f"sureness_{level}_counted", share.counted
        yield f"sureness_{level}_correct", share.correct
        yield f"sureness_{level}_weight", weight
    for name in ("statistic", "expected", "most", "p_value", "plain_p_value"):
        yield f"sureness_{name}", getattr(found, name)


def _over_texts(found: OverTexts) -> Iterator[Quantity]:
    for values in (found, found.limits):
        for name in values.__slots__ if values else ():
            if name != "limits":
                yield f"over_texts_{name}", _cell(getattr(values, name))


def _is_out_of_place(plan: Plan, prefix: str, name: str) -> bool:
    """Return whether a stored number says nothing of such a plan.

    Answers of one judge are not independent: their pooled count gives no limit. The paper's
    approximation is of the triangle test.
    """
    if plan.is_directed and name.startswith("paper_"):
        return True
    return plan.has_repeats and prefix == "difference" and "pd_" in name


def _estimate(plan: Plan, verdict: GivenVerdict) -> Iterator[Quantity]:
    found = estimate(
        verdict.correct, verdict.counted, confidence=CONFIDENCE, protocol=plan.protocol
    )
    yield "estimate_two_sided_confidence", CONFIDENCE
    for name, part in (("pc", found.pc), ("pd", found.pd), ("d_prime", found.d_prime)):
        yield from _finite(f"estimate_{name}", part.value)
        yield from _finite(f"estimate_{name}_lower", part.lower)
        yield from _finite(f"estimate_{name}_upper", part.upper)


def _evidence(plan: Plan, counts: StudyCounts) -> Iterator[Quantity]:
    """Yield what holds at every look; with repeats only the e-value of a difference does."""
    watched = counts.watched
    if counts.in_order is not None:
        yield "in_assignment_order_counted", watched.counted
        yield "in_assignment_order_correct", watched.correct
    if not watched.counted:
        return
    right_of = (watched.correct, watched.counted)
    yield "log_e_value_difference", e_value_difference(*right_of).log_e_value
    if plan.has_repeats:
        return
    yield "log_e_value_similarity", e_value_similarity(*right_of, pd=plan.pd).log_e_value
    sequence = confidence_sequence(*right_of, confidence=CONFIDENCE)
    yield "confidence_sequence_confidence", CONFIDENCE
    yield "confidence_sequence_pd_lower", sequence.pd_lower
    yield "confidence_sequence_pd_upper", sequence.pd_upper
    yield "confidence_sequence_below_chance", int(sequence.below_chance)


def _finite(name: str, value: Cell) -> Iterator[Quantity]:
    """Yield the quantity; an infinite one is empty, and a second quantity says why.

    Only d-prime has no end. With repeats it was stored as None where it is infinite.
    """
    if name.endswith("d_prime") and value is None:
        value = math.inf
    if isinstance(value, float) and not math.isfinite(value):
        yield name, None
        yield f"{name}_undefined", INFINITE
    else:
        yield name, value


def _cell(value: Cell) -> Cell:
    return int(value) if isinstance(value, bool) else value
