"""What a report should say and the platform cannot know: asked once, by one form, kept in a study.

Each is for a question of the two documents in the report (`analysis.report_zip`); what is left
empty is called "not reported" there.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from studies.models import Study, User
from studies.services.events import log

LONGEST = 5000


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing to tell: its name in `Study.reporting`, and how it is asked for."""

    name: str
    label: str | Promise
    help: str | Promise


@dataclass(frozen=True, slots=True)
class Group:
    """What is asked together."""

    title: str | Promise
    asked: tuple[Asked, ...]


GROUPS = (
    Group(
        _("The paper"),
        (
            Asked(
                "paper",
                _("Where the experiment is reported"),
                _("A link, and which experiment of the paper it is; or “for preregistration”."),
            ),
            Asked(
                "resources",
                _("Where its materials are"),
                _("Links to texts, data or programs that others can use; or that there are none."),
            ),
            Asked(
                "contact",
                _("Who fills this in"),
                _("Name, affiliation and e-mail address; also of the contact author, if another."),
            ),
            Asked(
                "preregistration",
                _("Preregistration"),
                _("Which registry, with a link; or that there was none."),
            ),
        ),
    ),
    Group(
        _("The texts and where they come from"),
        (
            Asked(
                "inputs",
                _("What the authors were given"),
                _("For example tables of weather data, a news article, a prompt, or nothing."),
            ),
            Asked(
                "input_languages", _("Languages of what they were given"), _("Or that it has none.")
            ),
            Asked(
                "outputs",
                _("What kind of texts they wrote"),
                _("For example single sentences, news reports, turns of a dialogue."),
            ),
            Asked(
                "task",
                _("The task of the authors"),
                _("For example data-to-text generation, summarisation, translation."),
            ),
            Asked(
                "selection",
                _("How the texts were selected"),
                _("At random from how many, by which properties, or by hand."),
            ),
        ),
    ),
    Group(
        _("The judges"),
        (
            Asked(
                "recruitment",
                _("How judges were found"),
                _("Where you invited whom, with which criteria; the links are known already."),
            ),
            Asked(
                "background",
                _("Their background"),
                _("Experts or not, native readers or not, what else qualified them."),
            ),
            Asked(
                "demographics",
                _("Who they are"),
                _("Age, gender, country, education; your own questions are summed up already."),
            ),
            Asked(
                "compensation",
                _("What they received"),
                _("How much money or course credit for how much time; or that it was nothing."),
            ),
            Asked(
                "acquaintance",
                _("Whether you knew them"),
                _("Whether some were known to the authors of the study, or were its authors."),
            ),
        ),
    ),
    Group(
        _("How it was done"),
        (
            Asked(
                "criteria",
                _("What the choice stands for"),
                _("If you take it as a sign of some quality, such as fluency: which, how defined."),
            ),
            Asked(
                "training",
                _("Training outside these pages"),
                _("What judges were told or shown beforehand, or that there was none."),
            ),
            Asked(
                "quality",
                _("Other checks of quality"),
                _("What you checked by hand; the exclusion rule is known already."),
            ),
            Asked(
                "questions",
                _("Whether judges could ask"),
                _("Whom they could ask before or meanwhile, and where they could comment."),
            ),
            Asked(
                "place",
                _("Where judges were"),
                _("At a place of their own choice, or in a room; then what it was like there."),
            ),
        ),
    ),
    Group(
        _("Ethics"),
        (
            Asked(
                "ethics",
                _("Approval"),
                _("Which committee approved it, with a number; or that none was asked."),
            ),
            Asked(
                "personal_data",
                _("Personal data"),
                _("In the texts or your questions, and how you protect it; or that there is none."),
            ),
            Asked(
                "special_data",
                _("Sensitive personal data"),
                _("Health, beliefs, origin and the like (GDPR, article 9); or that there is none."),
            ),
            Asked(
                "impact",
                _("Assessments of impact"),
                _("Such as one of data protection, and what it found; or that there was none."),
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
            log(locked, "report details changed", who=user, fields=changed)
