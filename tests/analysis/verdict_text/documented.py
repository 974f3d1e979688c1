"""The sentences in docs/statistics.md, made by the code that makes those of the pages.

    python -m tests.analysis.verdict_text.documented

writes them anew; a test compares.
"""

import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from analysis.recomputation.counts import Share, StudyCounts
from analysis.recomputation.exact_tests import ExactTests, NoLimits, OverTexts, Repeats, TextLimits
from analysis.stats import (
    fit_beta_binomial,
    sprt_characteristics,
    sprt_estimate,
    sprt_lines,
)
from analysis.verdict_text import (
    Conduct,
    FamilyResult,
    GivenVerdict,
    ResultSnapshot,
    WaldTest,
    statement,
)
from analysis.verdict_text.snapshot import SequentialEstimate
from tests.analysis.verdict_text.statements import PLAN, SIMILARITY, given

PAGE = Path(__file__).parents[3] / "docs" / "statistics.md"
BEGIN, END = "<!-- sentences -->\n", "<!-- end of sentences -->\n"
SEQUENTIAL = replace(PLAN, method="sequential", beta=0.05, evaluations=132)
REPEATS = replace(PLAN, evaluations=24, evaluations_per_judge=6)
DIRECTED = replace(
    PLAN, protocol="directed", question="Which one was written by a machine?", evaluations=40
)
LIMITS = TextLimits(
    p_value=0.06242618, pc_lower=0.32259927, pc_upper=0.61617624, design_effect=2.733,
    leave_one_out_least_p=0.00036, leave_one_out_largest_p=0.1098, se=0.0833, t=1.6325,
    degrees_of_freedom=14, item_variance=0.0076, judge_variance=None, answer_variance=0.256,
    residual_variance=0.2332,
)  # fmt: skip
OVER_TEXTS = OverTexts(confounded=False, items=15, items_a=15, items_b=15, limits=LIMITS)
# Similar by the exact test alone, and not without one of the items.
LOST = replace(LIMITS, p_value=0.01289, pc_lower=0.2651, pc_upper=0.5406)
TOPICS = OverTexts(confounded=True, items=24, none_because=NoLimits.FEW_ITEMS, items_a=3, items_b=3)


def decided(plan, correct, counted, *, verdict=None, counts=None, **fields):
    """A study with the verdict of a fixed-number plan."""
    plan = replace(plan, evaluations=fields.pop("evaluations", counted))
    counts = replace(counts or StudyCounts(), counted=counted, correct=correct)
    found = replace(given(plan, correct, counted), **(verdict or {}))
    return ResultSnapshot(plan=plan, counts=counts, verdict=found, **fields)


def sequential(outcome, correct, counted, *, counts=None):
    """A study with a verdict of Wald's test, all its numbers computed."""
    plan = {name: getattr(SEQUENTIAL, name) for name in ("alpha", "beta", "pd")}
    lines = sprt_lines(counted, **plan)

    def ends(true_pd):
        return sprt_characteristics(true_pd=true_pd, maximum=SEQUENTIAL.evaluations, **plan)

    risks = (ends(0.0).difference, ends(0.3).similarity)
    end = {"none": "no verdict"}.get(outcome, outcome)
    found = sprt_estimate(correct, counted, end=end, maximum=SEQUENTIAL.evaluations, **plan)
    names = ("pc", "pc_lower", "pc_upper", "p_value")
    verdict = GivenVerdict(
        outcome=outcome,
        counted=counted,
        correct=correct,
        judges=counted,
        texts=24,
        wald=WaldTest(lines.lower_line, lines.upper_line, *risks),
        estimate=SequentialEstimate(**{name: getattr(found, name) for name in names}),
    )
    counts = replace(counts or StudyCounts(), counted=counted, correct=correct)
    return ResultSnapshot(plan=SEQUENTIAL, counts=counts, verdict=verdict)


def earlier(snapshot):
    """The same, of answers in the order of completion."""
    return replace(snapshot, verdict=replace(snapshot.verdict, by_completion=True))


def repeated(right, each=6, left=None):
    """A study of judges who repeat, with its beta-binomial estimate."""
    plan = replace(REPEATS, evaluations=each * len(right))
    correct, counted = sum(right), each * len(right)
    estimate = None
    if len(right) > 1:
        fit = fit_beta_binomial(right, [each] * len(right), chance_corrected=True)
        estimate = Repeats.of(fit)
    tests = ExactTests.of(plan, correct, counted)
    verdict = GivenVerdict(
        outcome="difference" if tests.difference.significant else "not_shown",
        counted=counted, correct=correct, judges=len(right), texts=24, tests=tests,
        repeats=estimate,
    )  # fmt: skip
    counts = StudyCounts(counted=counted, correct=correct, verdict_left=left)
    return ResultSnapshot(plan, counts, verdict)


def open_study(plan=PLAN, counted=0, correct=0, *, counts=None, **fields):
    """A study without a verdict."""
    counts = replace(counts or StudyCounts(), counted=counted, correct=correct)
    return ResultSnapshot(plan=plan, counts=counts, **fields)


FIXED = {
    "A difference is shown": decided(PLAN, 45, 98),
    "A difference is shown, and similarity holds too": decided(PLAN, 200, 500),
    "No difference is shown, and similarity holds": decided(PLAN, 38, 98),
    "No difference is shown, nor similarity": decided(PLAN, 17, 40),
    "Similar": decided(SIMILARITY, 36, 98),
    "Similar, with a difference within the limit": decided(SIMILARITY, 210, 500),
    "Similar, below chance": decided(SIMILARITY, 20, 98),
    "Not similar, and different": decided(SIMILARITY, 52, 98),
    "Not similar, and not different": decided(SIMILARITY, 17, 40),
    "Far fewer right than by guessing": decided(PLAN, 18, 98),
    "Fewer judges than the standard recommends": decided(PLAN, 11, 16),
    "Other texts": decided(PLAN, 46, 98, verdict={"over_texts": OVER_TEXTS}),
    "Similar, but not over other texts": decided(
        SIMILARITY, 37, 98, verdict={"over_texts": replace(OVER_TEXTS, limits=LOST)}
    ),
    "Topics that stand for authors": decided(PLAN, 46, 98, verdict={"over_texts": TOPICS}),
    "Answers withdrawn after the verdict": decided(
        SIMILARITY, 36, 98, counts=StudyCounts(verdict_left=Share(95, 35))
    ),
    "So many withdrawn that nothing can be shown": decided(
        SIMILARITY, 36, 98, counts=StudyCounts(verdict_left=Share(5, 2))
    ),
    "Answers after the verdict": decided(
        PLAN, 45, 98, counts=StudyCounts(after_verdict=Share(3, 2))
    ),
    "The number raised after the verdict": decided(PLAN, 45, 98, evaluations=120),
    "One of a family": decided(
        PLAN, 45, 98, family=FamilyResult("Weather", 4, 4, p_adjusted=0.0259, level=0.05)
    ),
    "One of a family that has not ended": decided(
        PLAN, 45, 98, family=FamilyResult("Weather", 4, 2)
    ),
    "Attention triads beside similar": decided(
        SIMILARITY, 36, 98, counts=StudyCounts(attention=Share(98, 91))
    ),
    "What was done beside the plan": decided(
        PLAN, 45, 98,
        counts=StudyCounts(withdrawn_in_sight=2, back_from_pilot=1),
        conduct=Conduct(
            links_added=1, links_revoked=1, excluded_ids_changed=1, same_texts_titles=("Menus",),
            same_texts_number=2, same_texts_erased=1,
        ),
    ),
}  # fmt: skip
OTHERS = {
    "Directed, a difference": decided(DIRECTED, 24, 40),
    "Directed, none": decided(DIRECTED, 15, 40),
    "Sequential, a difference": sequential("difference", 22, 42),
    "Sequential, similar": sequential("similarity", 14, 41),
    "Sequential, the end of the plan": sequential("none", 58, 132),
    "Sequential, answers that were in flight": sequential(
        "difference", 22, 42, counts=StudyCounts(after_verdict=Share(4, 1))
    ),
    "Sequential, by an earlier version": earlier(sequential("similarity", 14, 41)),
    "Repeats, a difference": repeated([6, 5, 3, 1]),
    "Repeats, none": repeated([3, 2, 2, 2]),
    "Repeats, none, and limits below the plan's pd": repeated([1, 0, 1, 2, 1, 0] * 4, each=3),
    "Repeats of one judge": repeated([24], each=24),
    "Repeats, a judge withdrew after the verdict": repeated([6, 5, 3, 1], left=Share(18, 14)),
}
WAITING = {
    "Not opened": open_study(opened=False),
    "No answers": open_study(),
    "Pilot answers alone": open_study(counts=StudyCounts(pilot=12)),
    "On the way": open_study(counted=61, correct=24),
    "Sequential, on the way": open_study(
        SEQUENTIAL, 37, 15, counts=StudyCounts(in_order=Share(31, 13))
    ),
    "Sequential, none in order": open_study(
        SEQUENTIAL, 5, 1, counts=StudyCounts(in_order=Share(0, 0))
    ),
    "Closed early": open_study(counted=61, correct=24, closed=True),
    "Raised after results could be seen": open_study(
        replace(PLAN, evaluations=120), 98, 38, raised_from=98
    ),
    "Blind": open_study(counted=61, correct=24, hidden=True, sealed=True),
    "Blind, closed early": open_study(counted=61, hidden=True, sealed=True, closed=True),
    "Blind, sequential": open_study(SEQUENTIAL, 37, 15, hidden=True, sealed=True),
    "For recruiters": open_study(counted=61, correct=24, hidden=True),
}
PARTS = {
    "Fixed number, one answer a judge": FIXED,
    "Other plans": OTHERS,
    "No verdict yet": WAITING,
}


def section() -> str:
    """Return all sentences as Markdown."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    for part, cases in PARTS.items():
        yield f"\n### {part}"
        for name, snapshot in cases.items():
            yield f"\n*{name}.*\n"
            said = statement(snapshot)
            # The caveat is the same under each.
            for line in replace(said, caveat="").as_text().split("\n"):
                whole = line.replace(" %", "\N{NO-BREAK SPACE}%")
                filled = textwrap.fill(whole, 98, initial_indent="> ", subsequent_indent="> ")
                yield filled.replace("\N{NO-BREAK SPACE}", " ")
    yield ""


def stored() -> str:
    """Return what stands in the page."""
    _, _, rest = PAGE.read_text().partition(BEGIN)
    return rest.partition(END)[0]


def main() -> None:
    before, _, rest = PAGE.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}{section()}\n{END}{after}")


if __name__ == "__main__":
    main()
