"""The page of a study's plan, in words and with its hash, to be cited in a preregistration."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from studies.kinds import RATING, TRIANGLE
from studies.models import Amendment, Event, Study
from studies.models.study import SURENESS_WEIGHTS
from studies.ratings.follow_up import follow_up_of
from studies.services.lifecycle import frozen_plan
from studies.services.lifecycle.opening_warnings import ACCEPTED
from studies.workbench.dashboard import power_in_words
from studies.workbench.downloads import file_headers
from studies.workbench.frame import page, study_for
from studies.workbench.rating_plan import aim_of_ratings, judges_of_ratings

# Pairs of a name and a value.
Facts = Iterator[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class PlanInWords:
    """How the plan of one kind of study is told: its aim, its judges, what these are asked."""

    noun: str
    aim: Callable[[dict[str, Any]], Facts]
    judges: Callable[[dict[str, Any]], Facts]
    asked: Callable[[dict[str, Any]], Facts]


LANGUAGES = dict(settings.LANGUAGES)
WORDING_LABELS = {
    "question": "Question",
    "instructions": "Instructions",
    "consent": "Consent",
    "terms": "Under the consent",
    "thanks": "Thanks",
}


@staff_member_required
@require_safe
def plan_page(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show what was fixed before the first answer, and what was amended since."""
    study = study_for(request, code, "see")
    plan = frozen_plan.plan_to_read(study)
    return page(
        request,
        "workbench/plan.html",
        study,
        "Plan",
        address=f"{settings.BASE_URL}{request.path}",
        frozen_at=_frozen_at(study),
        seed=study.seed if _seed_may_be_seen(study) else "",
        seed_sha256=plan["seed_sha256"],
        sections=plan_sections(plan),
        wording=_wording(plan),
        questions=plan.get("questionnaire") or [],
        amendments=Amendment.objects.filter(study=study).select_related("who"),
    )


@staff_member_required
@require_safe
def plan_json(request: HttpRequest, code: UUID) -> HttpResponse:
    """Give the frozen plan, byte for byte as its SHA-256 was taken."""
    visible = Study.objects.visible_to(request.user, "see").only("code", "plan_json")
    study = get_object_or_404(visible, code=code)
    return HttpResponse(
        study.plan_json,
        content_type="application/json; charset=utf-8",
        headers=file_headers(f"plan-{study.code}.json"),
    )


def _frozen_at(study: Study) -> Any:
    events = Event.objects.filter(study=study, what=Event.What.PLAN_FROZEN)
    return events.values_list("at", flat=True).first()


def _seed_may_be_seen(study: Study) -> bool:
    """Whether the study has ended: seed and texts tell all orders."""
    return study.status == Study.Status.CLOSED and not study.is_sealed


def plan_sections(plan: dict[str, Any]) -> list[tuple[str, Facts]]:
    """Return what decides, as names and values under three titles."""
    told = _TOLD[plan.get("kind", TRIANGLE.key)]
    return [
        ("What is to be shown", chain(told.aim(plan), _of_any_kind(plan))),
        ("Who answers, and which answers count", chain(told.judges(plan), _counting(plan, told))),
        ("What judges see and are asked", chain(_pages(plan), told.asked(plan), _data(plan))),
    ]


def _aim(plan: dict[str, Any]) -> Facts:
    yield "Subject A", plan["subject_a"]
    yield "Subject B", plan["subject_b"]
    yield "Judges are asked", str(Study.Protocol(plan.get("protocol", "triangle")).label)
    if plan.get("protocol") == Study.Protocol.DIRECTED:
        yield "Right answer", f"the text of {plan['subject_b']}"
    yield "Goal", str(Study.Goal(plan["goal"]).label)
    yield "Kind of plan", str(Study.Method(plan["method"]).label)
    yield "Risk alpha", f"{plan['alpha']:g}"
    yield "Risk beta", f"{plan['beta']:g}"
    yield "Proportion pd", f"{plan['pd']:g}"
    yield "Evaluations", _evaluations(plan)
    if power := power_in_words(plan):
        yield "What it can show", power
    yield "Texts", f"{plan['texts']}"
    if conditions := plan.get("conditions"):
        numbers = conditions["texts"].items()
        yield "Texts by condition", "; ".join(f"{name or 'none'}: {n}" for name, n in numbers)
    yield "Texts of a triad are about", str(Study.Pairing(plan["pairing"]).label)
    if plan.get("family"):
        yield "Family of studies", f"{plan['family']}, {plan['family_size']} studies"
    if plan.get("b_imitates_a"):
        yield "Imitation", f"{plan['subject_b']} is meant to imitate {plan['subject_a']}"


def _of_any_kind(plan: dict[str, Any]) -> Facts:
    if accepted := plan.get("accepted_warnings"):
        yield "Warnings accepted", "; ".join(ACCEPTED[code] for code in accepted)
    if plan["is_test"]:
        yield "Test study", "its answers never stand for people"


def _evaluations(plan: dict[str, Any]) -> str:
    number, recommended = plan["evaluations"], plan["recommended_evaluations"]
    most = "at most " if plan["method"] == Study.Method.SEQUENTIAL else ""
    if number >= recommended:
        return f"{most}{number}"
    return f"{most}{number}, fewer than the {recommended} that ISO 4120 recommends"


def _judges_of_triads(plan: dict[str, Any]) -> Facts:
    yield "Evaluations per judge", f"{plan['evaluations_per_judge']}"


def _counting(plan: dict[str, Any], told: PlanInWords) -> Facts:
    rule = plan.get("exclusion", {})
    yield "Blind", "results are hidden until complete" if plan["blind"] else "no"
    yield f"A {told.noun} is held", _minutes(plan["hold_minutes"])
    yield "Judges are excluded", _exclusion(rule, told.noun)
    yield "Answers that decide", str(Study.PrimarySet(plan.get("primary_set", "all")).label)
    places = plan.get("attention_at") or []
    if places:
        yield f"Attention {told.noun}s before evaluation", ", ".join(map(str, places))


def _minutes(number: int) -> str:
    return f"{number} minute" if number == 1 else f"{number} minutes"


def _exclusion(rule: dict[str, Any], noun: str) -> str:
    seconds, failed = rule.get("least_seconds"), rule.get("most_failed_attention")
    parts = []
    if seconds is not None:
        parts.append(f"who answer in less than {seconds:g} seconds")
    if failed is not None:
        parts.append(f"who fail more than {failed} attention {noun}s")
    return " or ".join(parts) or "none"


def _pages(plan: dict[str, Any]) -> Facts:
    yield "How texts are shown", str(Study.Presentation(plan.get("presentation", "whole")).label)
    yield "Progress", "shown" if plan.get("progress_shown", True) else "hidden"


def _asked_after_triads(plan: dict[str, Any]) -> Facts:
    yield "Practice triads", f"{plan.get('practice_triads', 0)}"
    asked = {"asks_sureness": "how sure", "asks_reason": "why"}
    after = ", ".join(words for name, words in asked.items() if plan.get(name))
    yield "Asked after each choice", after or "nothing"
    if plan.get("asks_sureness"):
        weights = plan.get("sureness_weights") or SURENESS_WEIGHTS
        yield "Weights of sureness", ", ".join(map(str, weights))
    if numbers := follow_up_of(plan.get("follow_up") or {}):
        yield "Numbers after a choice", numbers.in_words


def _asked_on_sheets(plan: dict[str, Any]) -> Facts:
    if practice := plan.get("practice_triads"):
        yield "Practice sheets", f"{practice}"


def _data(plan: dict[str, Any]) -> Facts:
    yield "Language of the texts", LANGUAGES.get(plan["language"], plan["language"])
    yield "Contact for privacy", plan.get("privacy_contact") or "none"
    yield (
        "Answers can be withdrawn until",
        plan.get("withdrawal_until") or "the study is erased",
    )


_TOLD: dict[str, PlanInWords] = {
    TRIANGLE.key: PlanInWords(TRIANGLE.noun, _aim, _judges_of_triads, _asked_after_triads),
    RATING.key: PlanInWords(RATING.noun, aim_of_ratings, judges_of_ratings, _asked_on_sheets),
}


def _wording(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what judges read, one entry a language, the study's own first."""
    by_language = {
        code: words for code, words in plan["wording"].items() if isinstance(words, dict)
    }
    own_first = sorted(by_language, key=lambda code: code != plan["language"])
    return [
        {
            "code": code,
            "name": LANGUAGES.get(code, code),
            "own": code == plan["language"],
            "texts": [
                (label, words)
                for part, label in WORDING_LABELS.items()
                if (words := by_language[code].get(part))
            ],
            "consent_sha256": by_language[code].get("consent_sha256", ""),
        }
        for code in own_first
    ]
