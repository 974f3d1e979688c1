"""The planning page: a question in its address and the answer on one page, without an account."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from analysis import number_format
from analysis.planner import number_of_texts, protocols, repeats, summary
from analysis.planner.answers import PlannerAnswer, Trouble, answer
from analysis.planner.chart import SIZES, PowerCurve, power_chart, power_curve_of
from analysis.planner.more import MoreForm, PlannerMore
from analysis.planner.question import EXAMPLE, UNKNOWNS, PlanForm, PlannerPlan, PlannerQuestion
from analysis.planner.rules import GridCell, affordable, deciding_counts, judges_enough, paper_grid
from analysis.planner.wald import SequentialCase, sequential_cost
from analysis.stats.planning import PAPER_PDS, PAPER_RISKS
from studies.models.study import RECOMMENDED_EVALUATIONS


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell of the paper's grid as the page shows it: its number leads to its plan."""

    number: str
    address: str
    is_chosen: bool
    is_affordable: bool


@dataclass(frozen=True, slots=True)
class PlannerLink:
    """A link and its words."""

    address: str
    text: str


@require_safe
def plan(request: HttpRequest) -> HttpResponse:
    """Show what was asked, what fills the gap, and all that follows from it."""
    form = PlanForm(_typed(request.GET))
    context: dict[str, Any] = {"form": form, "goal": "difference"}
    more = MoreForm.of(request.GET)
    context |= {"more": more, "kept": more.kept, "more_open": bool(more.kept)}
    if form.is_valid():
        context |= _answered(form.question)
        if context.get("plan") and more.is_valid():
            context |= _sections(context["plan"], more.values)
    else:
        context |= {"goal": form.cleaned_data.get("goal", "difference"), "ways": _ways(form)}
    context |= _grid(context["goal"], context.get("plan"), context.get("asked_n"))
    return render(request, "analysis/planner/plan.html", context)


def _typed(parameters: QueryDict) -> dict[str, Any]:
    """Return the parameters of the question; an example where there are none."""
    found = {name: parameters.get(name, "") for name in EXAMPLE if name in parameters}
    return found or EXAMPLE


def _address(**parameters: Any) -> str:
    """Return the address of this page with a question in it."""
    given = {name: value for name, value in parameters.items() if value is not None}
    return f"{reverse('analysis:plan')}?{urlencode(given)}"


def _ways(form: PlanForm) -> list[PlannerLink]:
    """Return a link that empties each field, where all four are filled in."""
    if not form.is_overfull:
        return []
    typed = {name: form.cleaned_data[name] for name in EXAMPLE}
    return [
        PlannerLink(_address(**{**typed, name: None}), f"Compute {summary.named(name)}")
        for name in UNKNOWNS
    ]


def _answered(question: PlannerQuestion) -> dict[str, Any]:
    found = answer(question)
    asked = question.asked
    context = {
        "goal": question.goal,
        "answer": found,
        "asked_n": question.n,
        "headline": summary.headline(found),
        "note": summary.note(found),
        "computed": summary.named(asked),
        "computed_name": asked,
        "computed_value": summary.typed(asked, getattr(found.plan, asked) if found.plan else None),
        "address": _address(**{name: getattr(question, name) for name in EXAMPLE}),
    }
    if found.plan is None:
        return {**context, "instead": _instead(found)}
    return {**context, **_of_plan(found.plan)}


def _instead(found: PlannerAnswer) -> PlannerLink | None:
    """Return a question that has an answer, near one that has none."""
    question = found.question
    if found.trouble == Trouble.TOO_MANY:
        return None
    alpha, beta, pd = question.alpha or 0.05, question.beta or 0.05, question.pd or 0.3
    return PlannerLink(
        _address(goal=question.goal, alpha=alpha, beta=beta, pd=pd),
        f"How many judges do alpha {summary.typed('alpha', alpha)}, beta "
        f"{summary.typed('beta', beta)} and pd {summary.typed('pd', pd)} need?",
    )


def _of_plan(plan: PlannerPlan) -> dict[str, Any]:
    enough = judges_enough(plan.alpha, plan.beta, plan.pd)
    curve = power_curve_of(plan, enough)
    smallest = enough.smallest or plan.n
    cost = sequential_cost(plan, smallest)
    return {
        "plan": plan,
        "meaning": summary.meaning(plan, deciding_counts(plan)),
        "warnings": summary.warnings(plan),
        "recommended": _recommended(plan),
        "use": _use(plan, "fixed", plan.n),
        "smallest": summary.smallest_and_stable(enough, curve),
        "stable": _stable(plan, enough.stable),
        "power": _power(curve),
        "sequential": {
            "sentences": summary.sequential(cost, smallest),
            "warnings": summary.sequential_warnings(cost),
            "rows": [_case(case) for case in cost.cases],
            "exact": cost.exact,
            "use": _use(plan, "sequential", cost.maximum),
            "maximum": summary.typed("n", cost.maximum),
        },
    }


def _sections(plan: PlannerPlan, more: PlannerMore) -> dict[str, Any]:
    """Return what the fields below the question ask about."""
    return {
        "repeats": _repeats(plan, more),
        "texts": _texts(plan, more),
        "protocols": _protocols(plan, more),
    }


def _repeats(plan: PlannerPlan, more: PlannerMore) -> dict[str, Any]:
    found = repeats.repeats_of(plan, each=more.each, gamma=more.gamma)
    chosen = next((one for one in found if one.gamma == more.gamma), None)
    use = ""
    if chosen and chosen.answers:
        use = _use(plan, "fixed", chosen.answers, evaluations_per_judge=more.each)
    return {
        "sentences": repeats.sentences(plan, each=more.each, gamma=more.gamma),
        "rows": repeats.rows(found),
        "use": use,
        "words": f"{summary.judges(chosen.judges)} with {more.each} answers each"
        if chosen and chosen.judges
        else "",
    }


def _texts(plan: PlannerPlan, more: PlannerMore) -> dict[str, Any]:
    found = number_of_texts.texts_plans(plan.n, texts=more.texts, correlation=more.correlation)
    chosen = [one for one in found if one.texts == more.texts]
    return {
        "sentences": [words for one in chosen for words in number_of_texts.sentences(one)],
        "warnings": [words for one in chosen for words in number_of_texts.warnings(one)],
        "rows": number_of_texts.rows(found),
        "n": summary.typed("n", plan.n),
        "correlation": number_format.level(more.correlation),
    }


def _protocols(plan: PlannerPlan, more: PlannerMore) -> dict[str, Any]:
    d_prime = more.d_prime or protocols.d_prime_of(plan)
    found = protocols.needs(d_prime, alpha=plan.alpha, beta=plan.beta)
    directed, smallest = found[-1], found[-1].enough.smallest
    use = ""
    if smallest:
        pd = protocols.planned_pd(directed)
        use = _use(plan, "fixed", smallest, pd=pd, protocol="directed")
    return {
        "sentence": protocols.sentence(found, plan),
        "when": protocols.WHEN,
        "rows": protocols.rows(found),
        "use": use,
        "judges": summary.judges(smallest) if smallest else "",
    }


def _use(plan: PlannerPlan, method: str, evaluations: int, **others: Any) -> str:
    """Return the address of the form of a new study, filled in."""
    values = {
        "goal": plan.goal,
        "alpha": plan.alpha,
        "beta": plan.beta,
        "pd": plan.pd,
        "evaluations": evaluations,
        "method": method,
        **others,
    }
    return f"{reverse('studies:new')}?{urlencode(values)}"


def _recommended(plan: PlannerPlan) -> PlannerLink | None:
    """Return what the recommended number could show, of a plan with fewer judges."""
    number = RECOMMENDED_EVALUATIONS[plan.goal]
    if plan.n >= number:
        return None
    return PlannerLink(
        _address(goal=plan.goal, alpha=plan.alpha, beta=plan.beta, n=number),
        f"See what {number} judges can show",
    )


def _stable(plan: PlannerPlan, stable: int | None) -> PlannerLink | None:
    """Return the plan of the same risks with the number from which all are enough."""
    if stable is None or stable == plan.n:
        return None
    return PlannerLink(_use(plan, "fixed", stable), f"Use this plan with {summary.judges(stable)}")


def _power(curve: PowerCurve) -> dict[str, Any]:
    return {
        "charts": [power_chart(curve, kind) for kind in SIZES],
        "described": summary.power_described(curve),
        "wanted": summary.unbroken(number_format.percent(curve.wanted)),
        "chosen": summary.typed("n", curve.chosen),
        "stable": summary.typed("n", curve.stable),
        "shows_chosen": curve.shows_chosen,
        "rows": [
            (
                f"{row.n:,}",
                "–" if row.critical is None else f"{row.critical:,}",
                summary.power_text(row.power),
                row.enough,
            )
            for row in curve.rows
        ],
    }


def _case(case: SequentialCase) -> tuple[str, ...]:
    ends = (case.difference, case.similarity, case.no_verdict)
    return (
        summary.case_name(case),
        f"{case.expected:,.1f}" if case.difference is not None else f"{case.expected:,.0f}",
        *(number_format.estimate(end) for end in ends if end is not None),
    )


def _grid(goal: str, plan: PlannerPlan | None, asked_n: int | None) -> dict[str, Any]:
    """Return the paper's Table 1 by pd: rows alpha, columns beta."""
    n = plan.n if plan else asked_n
    can = affordable(n, goal) if n else frozenset()
    cells = [_shown(cell, goal, plan, can) for cell in paper_grid()]
    width = len(PAPER_RISKS)
    rows = [cells[k : k + width] for k in range(0, len(cells), width)]
    parts = [
        {
            "pd": summary.unbroken(number_format.percent(pd)),
            "rows": [
                (number_format.level(alpha), rows[width * k + j])
                for j, alpha in enumerate(PAPER_RISKS)
            ],
        }
        for k, pd in enumerate(PAPER_PDS)
    ]
    return {
        "grid": parts,
        "risks": [number_format.level(risk) for risk in PAPER_RISKS],
        "lit": any(cell.is_chosen for cell in cells),
        "afford_n": summary.typed("n", n) if can else "",
    }


def _shown(
    cell: GridCell, goal: str, plan: PlannerPlan | None, can: frozenset[tuple[float, float, float]]
) -> ShownCell:
    key = (cell.pd, cell.alpha, cell.beta)
    return ShownCell(
        number=summary.typed("n", cell.judges),
        address=_address(goal=goal, alpha=cell.alpha, beta=cell.beta, pd=cell.pd),
        is_chosen=plan is not None and key == (plan.pd, plan.alpha, plan.beta),
        is_affordable=key in can,
    )
