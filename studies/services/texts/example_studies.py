"""Drafts with the demo's texts: the two evaluations of the paper, and the demo.

González-Corbelle, Alonso and Bugarín (EvalNLGEval 2020) asked four experts for six triads each, and
98 people for one triad each. Their texts are about the weather and are not ours to give; these
have the same plans with texts about restaurants.
"""

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import transaction

from studies.models import Study, User
from studies.services.lifecycle import drafts
from studies.services.texts import upload as uploads
from studies.services.texts.upload_check import check_upload

TEXTS: Path = settings.BASE_DIR / "studies" / "demo_texts.csv"
SUBJECT_A, SUBJECT_B = "TGen", "human"


@dataclass(frozen=True, slots=True)
class ExampleStudy:
    """An example: its title, what it is, and its plan."""

    title: str
    summary: str
    goal: str
    alpha: float
    beta: float
    evaluations: int
    evaluations_per_judge: int
    pd: float = 0.3


EXAMPLES = {
    "experts": ExampleStudy(
        title="Example: four experts, six triads each",
        summary=(
            "Can four experts tell the texts apart, with six triads each? 24 answers; 13 right "
            "show a difference at alpha 0.05."
        ),
        goal=Study.Goal.DIFFERENCE,
        alpha=0.05,
        beta=0.05,
        evaluations=24,
        evaluations_per_judge=6,
    ),
    "panel": ExampleStudy(
        title="Example: 98 judges, one triad each",
        summary=(
            "Are the texts similar for people in general? 98 answers; up to 40 right show "
            "similarity at beta 0.01, pd 30 %. The paper counted 36."
        ),
        goal=Study.Goal.SIMILARITY,
        alpha=0.05,
        beta=0.01,
        evaluations=98,
        evaluations_per_judge=1,
    ),
}


def make_example(*, name: str, user: User) -> Study:
    """Make the draft of an example, with its texts."""
    example = EXAMPLES[name]
    study = Study(
        title=example.title,
        subject_a=SUBJECT_A,
        subject_b=SUBJECT_B,
        goal=example.goal,
        alpha=example.alpha,
        beta=example.beta,
        pd=example.pd,
        evaluations=example.evaluations,
        evaluations_per_judge=example.evaluations_per_judge,
        privacy_contact=user.email,
    )
    with transaction.atomic():
        drafts.make_study(study=study, user=user)
        add_demo_texts(study=study, user=user)
    return study


def add_demo_texts(*, study: Study, user: User) -> None:
    """Store the demo's texts in a draft of TGen and human."""
    upload = uploads.receive(study=study, user=user, name=TEXTS.name, content=TEXTS.read_bytes())
    check_upload(upload=upload)
    uploads.save_upload(upload=upload, mode="add")
