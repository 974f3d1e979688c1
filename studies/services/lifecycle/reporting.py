"""What a report should say and the platform cannot know: asked by one form, kept in the study.

Each answers a question of the two documents in the report (`analysis.report_zip.documents`); what
is left empty is called "not reported" there.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from studies.models import Event, Study, User
from studies.services.events import log

LONGEST = 5000


@dataclass(frozen=True, slots=True)
class ReportingQuestion:
    """One thing to report: its name in `Study.reporting`, and how the form asks for it."""

    name: str
    label: str
    help: str


@dataclass(frozen=True, slots=True)
class ReportingSection:
    """Questions under one heading."""

    title: str
    questions: tuple[ReportingQuestion, ...]


SECTIONS = (
    ReportingSection(
        "The paper",
        (
            ReportingQuestion(
                "paper",
                "Where the experiment is reported",
                "A link, and which experiment of the paper it is; or “for preregistration”.",
            ),
            ReportingQuestion(
                "resources",
                "Where its materials are",
                "Links to texts, data or programs that others can use; or that there are none.",
            ),
            ReportingQuestion(
                "contact",
                "Who fills this in",
                "Name, affiliation and e-mail address; also of the contact author, if another.",
            ),
            ReportingQuestion(
                "preregistration",
                "Preregistration",
                "Which registry, with a link; or that there was none.",
            ),
        ),
    ),
    ReportingSection(
        "The texts and where they come from",
        (
            ReportingQuestion(
                "inputs",
                "What the authors were given",
                "For example tables of weather data, a news article, a prompt, or nothing.",
            ),
            ReportingQuestion(
                "input_languages", "Languages of what they were given", "Or that it has none."
            ),
            ReportingQuestion(
                "outputs",
                "What kind of texts they wrote",
                "For example single sentences, news reports, turns of a dialogue.",
            ),
            ReportingQuestion(
                "task",
                "The task of the authors",
                "For example data-to-text generation, summarisation, translation.",
            ),
            ReportingQuestion(
                "selection",
                "How the texts were selected",
                "At random from how many, by which properties, or by hand.",
            ),
        ),
    ),
    ReportingSection(
        "The judges",
        (
            ReportingQuestion(
                "recruitment",
                "How judges were found",
                "Where you invited whom, with which criteria; the links are known already.",
            ),
            ReportingQuestion(
                "background",
                "Their background",
                "Experts or not, native readers or not, what else qualified them.",
            ),
            ReportingQuestion(
                "demographics",
                "Who they are",
                "Age, gender, country, education; your own questions are summed up already.",
            ),
            ReportingQuestion(
                "compensation",
                "What they received",
                "How much money or course credit for how much time; or that it was nothing.",
            ),
            ReportingQuestion(
                "acquaintance",
                "Whether you knew them",
                "Whether some were known to the authors of the study, or were its authors.",
            ),
        ),
    ),
    ReportingSection(
        "How it was done",
        (
            ReportingQuestion(
                "criteria",
                "What the answers stand for",
                "If you take them as a sign of some quality, such as fluency: which, how defined.",
            ),
            ReportingQuestion(
                "training",
                "Training outside these pages",
                "What judges were told or shown beforehand, or that there was none.",
            ),
            ReportingQuestion(
                "quality",
                "Other checks of quality",
                "What you checked by hand; the exclusion rule is known already.",
            ),
            ReportingQuestion(
                "questions",
                "Whether judges could ask",
                "Whom they could ask before or meanwhile, and where they could comment.",
            ),
            ReportingQuestion(
                "place",
                "Where judges were",
                "At a place of their own choice, or in a room: what was it like there?",
            ),
        ),
    ),
    ReportingSection(
        "Ethics",
        (
            ReportingQuestion(
                "ethics",
                "Approval",
                "Which committee approved it, with a number; or that none was asked.",
            ),
            ReportingQuestion(
                "personal_data",
                "Personal data",
                "In the texts or your questions, and how you protect it; or that there is none.",
            ),
            ReportingQuestion(
                "special_data",
                "Sensitive personal data",
                "Health, beliefs, origin and the like (GDPR, article 9); or that there is none.",
            ),
            ReportingQuestion(
                "impact",
                "Assessments of impact",
                "Such as one of data protection, and what it found; or that there was none.",
            ),
        ),
    ),
)
NAMES = tuple(question.name for section in SECTIONS for question in section.questions)


def reported(study: Study) -> dict[str, str]:
    """Return what the researchers have reported, by name."""
    kept = study.reporting if isinstance(study.reporting, dict) else {}
    return {name: str(kept[name]) for name in NAMES if kept.get(name)}


def save_reporting(*, study: Study, user: User, given: Mapping[str, str]) -> None:
    """Store what was reported, in any state of the study; an empty text is removed."""
    with transaction.atomic():
        locked = Study.objects.select_for_update(no_key=True).defer("plan_json").get(pk=study.pk)
        before = reported(locked)
        locked.reporting = {name: given[name] for name in NAMES if given.get(name)}
        changed = [name for name in NAMES if before.get(name) != locked.reporting.get(name)]
        if changed:
            locked.save(update_fields=["reporting"])
            log(locked, Event.What.REPORT_DETAILS_CHANGED, who=user, fields=changed)
