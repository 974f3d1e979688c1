"""The studies of the documentation's pictures, made of the demo's texts. Needs Django."""

import hashlib
import io
from typing import Any

from django.core.management import call_command

from analysis.recomputation.store import recompute
from studies.models import RatingPlan, RecruitmentLink, Study, User
from studies.services.lifecycle import drafts, opening
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.texts import next_study
from tests.analysis.answering import give_outcomes
from tests.analysis.rating import rate_sheets

ACCOUNT = ("ana@example.org", "triads-in-June")


def make_studies() -> dict[str, Any]:
    """Make a running study, a finished one and a masked one; return their paths and a key."""
    user = User.objects.create_superuser(*ACCOUNT)
    call_command("load_demo", stdout=io.StringIO())
    done = drafts.duplicate(study=Study.objects.get(), user=user)
    done.title, done.evaluations, done.evaluations_per_judge = "Restaurant descriptions", 98, 1
    done.save()
    done = opening.open_study(study=done, user=user, accepted=list(ACCEPTING))
    outcomes = [(number * 7) % 20 < 9 for number in range(done.evaluations)]
    give_outcomes(done, outcomes)
    recompute(study_id=done.pk)
    links: dict[str, str] = {}
    kinds: dict[str, dict[str, Any]] = {
        "plain": {"asks_reason": True, "asks_sureness": True},
        "masked": {"presentation": "masked"},
    }
    for name, fields in kinds.items():
        study = drafts.duplicate(study=done, user=user)
        for field, value in {"title": "Restaurant descriptions", **fields}.items():
            setattr(study, field, value)
        study.evaluations_per_judge = 2
        study.save()
        opening.open_study(study=study, user=user, accepted=list(ACCEPTING))
        link = RecruitmentLink.objects.create(study=study, panel="students", done_code="TRIAD-27")
        links[name] = f"/j/{link.token}/"
    own = f"/studies/{done.code}/"
    links |= make_rating_studies(done, user)
    pages = {"study": own, "results": f"{own}results/", "people": f"{own}people/"}
    return {"studies": "/studies/", "question": "/studies/new/", **pages, **links}


def make_rating_studies(source: Any, user: Any) -> dict[str, str]:
    """Have the texts of a study rated: one study is just opened, one has its verdict."""
    studies = []
    for _ in range(2):
        study = next_study.rate_texts(study=source, user=user)
        study.title = "Which descriptions are better?"
        study.save()
        RatingPlan.objects.filter(study=study).update(
            setup=RatingPlan.Setup.TOGETHER,
            criteria=RatingPlan._meta.get_field("criteria").get_default()[1:],
            reference_text="The Eagle is a pub near the river.",
        )
        studies.append(opening.open_study(study=study, user=user, accepted=list(ACCEPTING)))
    link = RecruitmentLink.objects.create(study=studies[0], panel="students")
    rate_sheets(studies[1], judges=18, value=made_up_rating)
    recompute(study_id=studies[1].pk)
    return {"sheet": f"/j/{link.token}/", "ratings": f"/studies/{studies[1].code}/results/"}


def made_up_rating(judge: int, item: str, system: str, criterion: str) -> int:
    """Return a number: each judge has a scale, each item a height, B is better in quality."""
    drawn = int.from_bytes(
        hashlib.sha256(f"{judge} {item} {system} {criterion}".encode()).digest()[:2]
    )
    better = 1.25 if (system, criterion) == ("B", "quality") else 1.0
    return round((70 + 15 * (judge % 4) + drawn % 40) * better / 5) * 5
