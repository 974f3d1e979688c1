"""The plan of a study in words, with its hash: to be cited where the study is preregistered."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from studies.models import Amendment, Event, Study
from studies.services.lifecycle import frozen_plan
from studies.workbench.frame import frame_of, study_for

Facts = list[tuple[str, str]]
LANGUAGES = dict(settings.LANGUAGES)
PARTS = {
    "question": "Question",
    "instructions": "Instructions",
    "consent": "Consent",
    "terms": "Under the consent",
    "thanks": "Thanks",
}


@staff_member_required
@require_safe
def plan(request: HttpRequest, code: UUID) -> HttpResponse:
    """What was fixed before anybody answered, and what was amended since."""
    study = study_for(request, code, "see")
    found = frozen_plan.plan_to_read(study)
    context = frame_of(request, study, _("Plan")) | {
        "subtitle": None,
        "address": f"{settings.BASE_URL}{request.path}",
        "frozen_at": _frozen_at(study),
        "seed": study.seed if _seed_may_be_seen(study) else "",
        "seed_sha256": found["seed_sha256"],
        "sections": _sections(found),
        "wording": _wording(found),
        "questions": found.get("questionnaire") or [],
        "amendments": Amendment.objects.filter(study=study).select_related("who"),
    }
    return TemplateResponse(request, "admin/studies/study/plan.html", context)


def _frozen_at(study: Study) -> Any:
    events = Event.objects.filter(study=study, what="plan frozen")
    return events.values_list("at", flat=True).first()


def _seed_may_be_seen(study: Study) -> bool:
    """From the seed and the texts all orders follow: nothing for a study that still runs."""
    return study.status == Study.Status.CLOSED and not study.is_sealed


def _sections(plan: dict[str, Any]) -> list[tuple[str, Facts]]:
    return [
        (_("What is to be shown"), list(_aim(plan))),
        (_("Who answers, and which answers count"), list(_counting(plan))),
        (_("What judges see and are asked"), list(_pages(plan))),
    ]


def _aim(plan: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield _("Subject A"), plan["subject_a"]
    yield _("Subject B"), plan["subject_b"]
    yield _("Goal"), str(Study.Goal(plan["goal"]).label)
    yield _("Kind of plan"), str(Study.Method(plan["method"]).label)
    yield _("Risk alpha"), f"{plan['alpha']:g}"
    yield _("Risk beta"), f"{plan['beta']:g}"
    yield _("Proportion pd"), f"{plan['pd']:g}"
    yield _("Evaluations"), _evaluations(plan)
    yield _("Texts"), f"{plan['texts']}"
    yield _("Texts of a triad are about"), str(Study.Pairing(plan["pairing"]).label)
    if plan["is_test"]:
        yield _("Test study"), _("its answers never stand for people")


def _evaluations(plan: dict[str, Any]) -> str:
    number, recommended = plan["evaluations"], plan["recommended_evaluations"]
    if number >= recommended:
        return f"{number}"
    words = _("%(number)d, fewer than the %(recommended)d that ISO 4120 recommends")
    return words % {"number": number, "recommended": recommended}


def _counting(plan: dict[str, Any]) -> Iterator[tuple[str, str]]:
    rule = plan.get("exclusion", {})
    yield _("Evaluations per judge"), f"{plan['evaluations_per_judge']}"
    yield _("Blind"), _("results are hidden until complete") if plan["blind"] else _("no")
    yield _("A triad is held"), _minutes(plan["hold_minutes"])
    yield _("Judges are excluded"), _exclusion(rule)
    yield _("Answers that decide"), str(Study.PrimarySet(plan.get("primary_set", "all")).label)
    places = plan.get("attention_at") or []
    if places:
        yield _("Attention triads before evaluation"), ", ".join(map(str, places))


def _minutes(number: int) -> str:
    return ngettext("%(n)d minute", "%(n)d minutes", number) % {"n": number}


def _exclusion(rule: dict[str, Any]) -> str:
    """The rule in words."""
    seconds, failed = rule.get("least_seconds"), rule.get("most_failed_attention")
    parts = []
    if seconds is not None:
        parts.append(_("who answer in less than %(seconds)s seconds") % {"seconds": f"{seconds:g}"})
    if failed is not None:
        parts.append(_("who fail more than %(number)d attention triads") % {"number": failed})
    return _(" or ").join(parts) or _("none")


def _pages(plan: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield _("How texts are shown"), str(Study.Presentation(plan.get("presentation", "whole")).label)
    yield _("Progress"), _("shown") if plan.get("progress_shown", True) else _("hidden")
    yield _("Practice triads"), f"{plan.get('practice_triads', 0)}"
    asked = {"asks_sureness": _("how sure"), "asks_reason": _("why")}
    after = ", ".join(words for name, words in asked.items() if plan.get(name))
    yield _("Asked after each choice"), after or _("nothing")
    yield _("Language of the texts"), LANGUAGES.get(plan["language"], plan["language"])
    yield _("Contact for privacy"), plan.get("privacy_contact") or _("none")
    yield (
        _("Answers can be withdrawn until"),
        plan.get("withdrawal_until") or _("the study is erased"),
    )


def _wording(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """What judges read, one entry a language, the study's own first."""
    by_language = {
        code: words for code, words in plan["wording"].items() if isinstance(words, dict)
    }
    own_first = sorted(by_language, key=lambda code: code != plan["language"])
    return [
        {
            "code": code,
            "name": LANGUAGES.get(code, code),
            "own": code == plan["language"],
            "texts": [(label, by_language[code].get(part, "")) for part, label in PARTS.items()],
            "consent_sha256": by_language[code].get("consent_sha256", ""),
        }
        for code in own_first
    ]
