"""What a report should say and the platform cannot know: asked once, by one form, kept in a study.

Each is for a question of the two documents in the report (`analysis.report_zip`); what is left
empty is called "not reported" there.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from studies.models import Event, Study, User
from studies.services.events import log

LONGEST = 5000


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing to tell: its name in `Study.reporting`, and how it is asked for."""

    name: str
    label: str
    help: str


@dataclass(frozen=True, slots=True)
class Group:
    """What is asked together."""

    title: str
    asked: tuple[Asked, ...]


GROUPS = (
    Group(
        "The paper",
        (
            Asked(
                "paper",
                "Where the experiment is reported",
                "A link, and which experiment of the paper it is; or “for preregistration”.",
            ),
            Asked(
                "resources",
                "Where its materials are",
                "Links to texts, data or programs that others can use; or that there are none.",
            ),
            Asked(
                "contact",
                "Who fills this in",
                "Name, affiliation and e-mail address; also of the contact author, if another.",
            ),
            Asked(
                "preregistration",
                "Preregistration",
                "Which registry, with a link; or that there was none.",
            ),
        ),
    ),
    Group(
        "The texts and where they come from",
        (
            Asked(
                "inputs",
                "What the authors were given",
                "For example tables of weather data, a news article, a prompt, or nothing.",
            ),
            Asked("input_languages", "Languages of what they were given", "Or that it has none."),
            Asked(
                "outputs",
                "What kind of texts they wrote",
                "For example single sentences, news reports, turns of a dialogue.",
            ),
            Asked(
                "task",
                "The task of the authors",
                "For example data-to-text generation, summarisation, translation.",
            ),
            Asked(
                "selection",
                "How the texts were selected",
                "At random from how many, by which properties, or by hand.",
            ),
        ),
    ),
    Group(
        "The judges",
        (
            Asked(
                "recruitment",
                "How judges were found",
                "Where you invited whom, with which criteria; the links are known already.",
            ),
            Asked(
                "background",
                "Their background",
                "Experts or not, native readers or not, what else qualified them.",
            ),
            Asked(
                "demographics",
                "Who they are",
                "Age, gender, country, education; your own questions are summed up already.",
            ),
            Asked(
                "compensation",
                "What they received",
                "How much money or course credit for how much time; or that it was nothing.",
            ),
            Asked(
                "acquaintance",
                "Whether you knew them",
                "Whether some were known to the authors of the study, or were its authors.",
            ),
        ),
    ),
    Group(
        "How it was done",
        (
            Asked(
                "criteria",
                "What the choice stands for",
                "If you take it as a sign of some quality, such as fluency: which, how defined.",
            ),
            Asked(
                "training",
                "Training outside these pages",
                "What judges were told or shown beforehand, or that there was none.",
            ),
            Asked(
                "quality",
                "Other checks of quality",
                "What you checked by hand; the exclusion rule is known already.",
            ),
            Asked(
                "questions",
                "Whether judges could ask",
                "Whom they could ask before or meanwhile, and where they could comment.",
            ),
            Asked(
                "place",
                "Where judges were",
                "At a place of their own choice, or in a room; then what it was like there.",
            ),
        ),
    ),
    Group(
        "Ethics",
        (
            Asked(
                "ethics",
                "Approval",
                "Which committee approved it, with a number; or that none was asked.",
            ),
            Asked(
                "personal_data",
                "Personal data",
                "In the texts or your questions, and how you protect it; or that there is none.",
            ),
            Asked(
                "special_data",
                "Sensitive personal data",
                "Health, beliefs, origin and the like (GDPR, article 9); or that there is none.",
            ),
            Asked(
                "impact",
                "Assessments of impact",
                "Such as one of data protection, and what it found; or that there was none.",
            ),
        ),
    ),
)
NAMES = tuple(asked.name for group in GROUPS for asked in group.asked)


def told(study: Study) -> dict[str, str]:
    """What the study's people have told, by name; only what is there."""
    kept = study.reporting if isinstance(study.reporting, dict) else {}
    return {name: str(kept[name]) for name in NAMES if kept.get(name)}


def tell(*, study: Study, user: User, given: Mapping[str, str]) -> None:
    """Keep what was told, in whatever state the study is; an empty text takes back."""
    with transaction.atomic():
        locked = Study.objects.select_for_update(no_key=True).defer("plan_json").get(pk=study.pk)
        before = told(locked)
        locked.reporting = {name: given[name] for name in NAMES if given.get(name)}
        changed = [name for name in NAMES if before.get(name) != locked.reporting.get(name)]
        if changed:
            locked.save(update_fields=["reporting"])
            log(locked, Event.What.REPORT_DETAILS_CHANGED, who=user, fields=changed)
