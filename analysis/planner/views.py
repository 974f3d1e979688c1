"""The planning page: a question in its address, the answer on one page, for anybody."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from analysis import number_format
from analysis.planner import summary
from analysis.planner.answers import Answer, Trouble, answer
from analysis.planner.chart import SIZES, Curve, curve_of, picture_of
from analysis.planner.question import EXAMPLE, UNKNOWNS, Plan, PlanForm, Question
from analysis.planner.rules import Cell, affordable, deciding, judges_enough, paper_grid
from analysis.planner.wald import Case, cost_of
from analysis.stats.planning import PAPER_PDS, PAPER_RISKS
from studies.models.study import RECOMMENDED_EVALUATIONS


@dataclass(frozen=True, slots=True)
class Place:
    """A cell of the paper's grid as it is shown: its number, its plan's address, its light."""

    number: str
    address: str
    is_chosen: bool
    is_affordable: bool


@dataclass(frozen=True, slots=True)
class Link:
    """A link and what stands on it."""

    address: str
    text: str


@require_safe
def plan(request: HttpRequest) -> HttpResponse:
    """What was asked, what fills the gap, and all that follows from it."""
    form = PlanForm(_typed(request.GET))
    context: dict[str, Any] = {"form": form, "goal": "difference"}
    if form.is_valid():
        context |= _answered(form.question)
    else:
        context |= {"goal": form.cleaned_data.get("goal", "difference"), "ways": _ways(form)}
    context |= _grid(context["goal"], context.get("plan"), context.get("asked_n"))
    return render(request, "analysis/plan.html", context)


def _typed(parameters: QueryDict) -> dict[str, Any]:
    """The parameters that are ours; an example where there are none."""
    found = {name: parameters.get(name, "") for name in EXAMPLE if name in parameters}
    return found or EXAMPLE


def _address(**parameters: Any) -> str:
    """The address of this page with a question in it."""
    given = {name: value for name, value in parameters.items() if value is not None}
    return f"{reverse('analysis:plan')}?{urlencode(given)}"


def _ways(form: PlanForm) -> list[Link]:
    """Where all four are filled in: a link that empties each."""
    if not form.is_overfull:
        return []
    typed = {name: form.cleaned_data[name] for name in EXAMPLE}
    return [
        Link(
            _address(**{**typed, name: None}),
            f"Compute {summary.named(name)}",
        )
        for name in UNKNOWNS
    ]


def _answered(question: Question) -> dict[str, Any]:
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
    return {**context, **_planned(found.plan)}


def _instead(found: Answer) -> Link | None:
    """A question that has an answer, near one that has none."""
    question = found.question
    if found.trouble == Trouble.TOO_MANY:
        return None
    risks = {name: getattr(question, name) or 0.05 for name in ("alpha", "beta")}
    pd = question.pd or 0.3
    return Link(
        _address(goal=question.goal, **risks, pd=pd),
        "How many judges do alpha {alpha}, beta {beta} and pd {pd} need?".format(
            **{name: summary.typed(name, risks[name]) for name in risks},
            pd=summary.typed("pd", pd),
        ),
    )


def _planned(plan: Plan) -> dict[str, Any]:
    enough = judges_enough(plan.alpha, plan.beta, plan.pd)
    curve = curve_of(plan, enough)
    smallest = enough.smallest or plan.n
    cost = cost_of(plan, smallest)
    return {
        "plan": plan,
        "meaning": summary.meaning(plan, deciding(plan)),
        "warnings": summary.warnings(plan),
        "recommended": _recommended(plan),
        "use": _use(plan, "fixed", plan.n),
        "smallest": summary.smallest_and_stable(plan, enough, curve),
        "stable": _stable(plan, enough.stable),
        "power": _power(plan, curve),
        "sequential": {
            "sentences": summary.sequential(plan, cost, smallest),
            "warnings": summary.sequential_warnings(plan, cost),
            "rows": [_case(case) for case in cost.cases],
            "exact": cost.exact,
            "use": _use(plan, "sequential", cost.maximum),
            "maximum": summary.typed("n", cost.maximum),
        },
    }


def _use(plan: Plan, method: str, evaluations: int) -> str:
    """The form of a new study, filled in."""
    values = {
        "goal": plan.goal,
        "alpha": plan.alpha,
        "beta": plan.beta,
        "pd": plan.pd,
        "evaluations": evaluations,
        "method": method,
    }
    return f"{reverse('admin:studies_study_add')}?{urlencode(values)}"


def _recommended(plan: Plan) -> Link | None:
    """Of a plan with fewer judges than recommended: what the recommended number could show."""
    number = RECOMMENDED_EVALUATIONS[plan.goal]
    if plan.n >= number:
        return None
    return Link(
        _address(goal=plan.goal, alpha=plan.alpha, beta=plan.beta, n=number),
        f"See what {number} judges can show",
    )


def _stable(plan: Plan, stable: int | None) -> Link | None:
    """The same risks with the number from which all are enough."""
    if stable is None or stable == plan.n:
        return None
    return Link(
        _use(plan, "fixed", stable),
        f"Use this plan with {summary.judges(stable)}",
    )


def _power(plan: Plan, curve: Curve) -> dict[str, Any]:
    return {
        "pictures": [picture_of(curve, kind) for kind in SIZES],
        "described": summary.power_described(plan, curve),
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


def _case(case: Case) -> tuple[str, ...]:
    ends = (case.difference, case.similarity, case.no_verdict)
    return (
        summary.case_name(case),
        f"{case.expected:,.1f}" if case.difference is not None else f"{case.expected:,.0f}",
        *(number_format.estimate(end) for end in ends if end is not None),
    )


def _grid(goal: str, plan: Plan | None, asked_n: int | None) -> dict[str, Any]:
    """The paper's Table 1 by pd: rows alpha, columns beta."""
    n = plan.n if plan else asked_n
    can = affordable(n, goal) if n else frozenset()
    places = [_place(cell, goal, plan, can) for cell in paper_grid()]
    width = len(PAPER_RISKS)
    rows = [places[k : k + width] for k in range(0, len(places), width)]
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
        "lit": any(place.is_chosen for place in places),
        "afford_n": summary.typed("n", n) if can else "",
    }


def _place(
    cell: Cell, goal: str, plan: Plan | None, can: frozenset[tuple[float, float, float]]
) -> Place:
    key = (cell.pd, cell.alpha, cell.beta)
    return Place(
        number=summary.typed("n", cell.judges),
        address=_address(goal=goal, alpha=cell.alpha, beta=cell.beta, pd=cell.pd),
        is_chosen=plan is not None and key == (plan.pd, plan.alpha, plan.beta),
        is_affordable=key in can,
    )
