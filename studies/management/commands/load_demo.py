"""Make and open the demo study: something to look at a minute after the first `make run`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from analysis.stats import judges_needed
from studies.models import RecruitmentLink, Study, User
from studies.models.judging.triad import Mode
from studies.models.recruitment import RecruitmentLinkQuerySet
from studies.models.study_queries import DEMO_STUDY
from studies.services.lifecycle import drafts, opening
from studies.services.lifecycle.availability import is_available
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.recruiting import links
from studies.services.texts.example_studies import SUBJECT_A, SUBJECT_B, add_demo_texts

# The risks of the plan by ISO 4120.
ALPHA, BETA, PD = 0.05, 0.05, 0.3


class Command(BaseCommand):
    help = "Make and open the demo study, once; print its recruitment link and its results."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--show", action="store_true", help="Print the addresses only; make nothing."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        study = Study.objects.filter(code=DEMO_STUDY).first()
        if not options["show"]:
            with transaction.atomic():
                study = study or _make_study()
                _make_link(study)
        if study is None:
            raise CommandError("There is no demo study yet: run load_demo without --show.")
        link = _usable_links(study).first()
        if link is not None:
            self.stdout.write(f"link: /j/{link.token}/")
        self.stdout.write(f"results: /studies/{study.code}/results/")


def _make_study() -> Study:
    owner = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
    if owner is None:
        raise CommandError("The demo study needs an owner: make an administrator first.")
    study = Study(
        code=DEMO_STUDY,
        title="Demo: restaurant descriptions, TGen against people",
        subject_a=SUBJECT_A,
        subject_b=SUBJECT_B,
        goal=Study.Goal.DIFFERENCE,
        alpha=ALPHA,
        beta=BETA,
        pd=PD,
        evaluations=_evaluations(),
        # A visitor sees more than one triad; a real study would rather have one a judge.
        evaluations_per_judge=3,
    )
    drafts.make_study(study=study, user=owner)
    add_demo_texts(study=study, user=owner)
    return opening.open_study(study=study, user=owner, accepted=list(ACCEPTING))


def _evaluations() -> int:
    needed = judges_needed(goal=Study.Goal.DIFFERENCE, alpha=ALPHA, beta=BETA, pd=PD)
    assert needed is not None, "these risks can be afforded"  # noqa: S101 - for the type: a constant question
    return needed


def _make_link(study: Study) -> None:
    """Make a link if there is none that works: one that was revoked stays so."""
    if is_available("make_link", study) and not _usable_links(study).exists():
        link = RecruitmentLink(study=study, panel="demo visitors")
        links.make_link(link=link, user=study.owner)


def _usable_links(study: Study) -> RecruitmentLinkQuerySet:
    usable = RecruitmentLink.objects.usable().filter(study=study, mode=Mode.LIVE)
    return usable.filter(personal=False).order_by("pk")
