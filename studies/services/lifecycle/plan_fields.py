"""Every column of a study: which are on the form, in the frozen plan, fixed, copied.

Form, admin, API, copy and frozen plan read these lists. Tests compare them with the columns of the
model, with the trigger that freezes the plan (`studies/rules/plan.sql`) and with the page of the
plan: a column that is forgotten in one place fails there.
"""

from dataclasses import dataclass
from enum import Enum


class FormSection(Enum):
    """The sections of the form, in their order."""

    NAMES = "names"
    RISKS = "risks"
    TEXTS = "texts"
    ASKED = "asked"
    WORDING = "wording"
    PRESENTATION = "presentation"
    QUESTIONS = "questions"
    EXCLUSION = "exclusion"
    TRANSLATIONS = "translations"
    DATA_PROTECTION = "data protection"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class PlanField:
    """A column that a researcher sets in a draft.

    As a rule it stands in the frozen plan under its own name, the database keeps it from then on,
    and a copy of the study takes it along. Each exception says why.
    """

    name: str
    section: FormSection
    not_in_plan: str = ""
    not_fixed: str = ""
    not_copied: str = ""


@dataclass(frozen=True, slots=True)
class OtherField:
    """A column that is on no form of the plan: what it is for."""

    name: str
    purpose: str
    fixed: bool = False
    copied: bool = False


IN_WORDING = "stands in the plan's wording, by language"
A_DATE = "a date, which may have passed"

PLAN_FIELDS = (
    PlanField(
        "title",
        FormSection.NAMES,
        not_in_plan="a name for the researchers alone",
        not_fixed="a name for the researchers alone",
    ),
    PlanField("subject_a", FormSection.NAMES),
    PlanField("subject_b", FormSection.NAMES),
    PlanField("protocol", FormSection.ASKED),
    PlanField("question", FormSection.ASKED, not_in_plan=IN_WORDING),
    PlanField("goal", FormSection.RISKS),
    PlanField("alpha", FormSection.RISKS),
    PlanField("beta", FormSection.RISKS),
    PlanField("pd", FormSection.RISKS),
    PlanField("evaluations", FormSection.RISKS, not_fixed="raised by an amendment, never lowered"),
    PlanField("evaluations_per_judge", FormSection.ASKED),
    PlanField("pairing", FormSection.TEXTS),
    PlanField("language", FormSection.TEXTS),
    PlanField("instructions", FormSection.WORDING, not_in_plan=IN_WORDING),
    PlanField("consent_text", FormSection.WORDING, not_in_plan=IN_WORDING),
    PlanField("thanks_text", FormSection.WORDING, not_in_plan=IN_WORDING),
    PlanField("presentation", FormSection.PRESENTATION),
    PlanField("progress_shown", FormSection.PRESENTATION),
    PlanField("practice_triads", FormSection.PRESENTATION),
    PlanField("asks_sureness", FormSection.QUESTIONS),
    PlanField(
        "sureness_weights",
        FormSection.QUESTIONS,
        not_in_plan="stand in it where they are others than 0 to 3",
    ),
    PlanField("asks_reason", FormSection.QUESTIONS),
    PlanField(
        "follow_up",
        FormSection.QUESTIONS,
        not_in_plan="stands in it where there is one, so that plans of before keep their hash",
    ),
    PlanField("questionnaire", FormSection.QUESTIONS),
    PlanField("least_seconds", FormSection.EXCLUSION, not_in_plan="stands under `exclusion`"),
    PlanField("attention_at", FormSection.EXCLUSION),
    PlanField(
        "most_failed_attention", FormSection.EXCLUSION, not_in_plan="stands under `exclusion`"
    ),
    PlanField("primary_set", FormSection.EXCLUSION),
    PlanField("translations", FormSection.TRANSLATIONS),
    PlanField("privacy_contact", FormSection.DATA_PROTECTION),
    PlanField("withdrawal_until", FormSection.DATA_PROTECTION, not_copied=A_DATE),
    PlanField(
        "retention_until",
        FormSection.DATA_PROTECTION,
        not_in_plan="reminds the researchers, and decides nothing",
        not_fixed="reminds the researchers, and decides nothing",
        not_copied=A_DATE,
    ),
    PlanField("method", FormSection.MORE),
    PlanField("family", FormSection.MORE),
    PlanField("family_size", FormSection.MORE),
    PlanField("blind", FormSection.MORE),
    PlanField("hold_minutes", FormSection.MORE),
    PlanField(
        "ends_at",
        FormSection.MORE,
        not_in_plan="ends the study early under any plan",
        not_fixed="may be set while judges answer",
        not_copied=A_DATE,
    ),
    PlanField("b_imitates_a", FormSection.MORE, not_in_plan="stands in the plan where it is so"),
    PlanField("is_test", FormSection.MORE),
)
OTHER_FIELDS = (
    OtherField("id", "the row's key"),
    OtherField("code", "the study's public name, in the plan as `study`", fixed=True),
    OtherField("kind", "what the study is, from the first save", fixed=True, copied=True),
    OtherField("more_subjects", "systems C to H of a rating study", fixed=True, copied=True),
    OtherField("owner", "who made the study"),
    OtherField("reporting", "for the report, told in any state", copied=True),
    OtherField("status", "the state; never draft again"),
    OtherField("erases_itself", "the owner's choice, by an action of its own"),
    OtherField("seed", "decides every draw; the plan has its hash", fixed=True),
    OtherField("secret", "the key of hashes of those who withdrew", fixed=True),
    OtherField("accepted_warnings", "in the plan; accepted anew for each draft", fixed=True),
    OtherField("plan_json", "the frozen plan", fixed=True),
    OtherField("plan_sha256", "the frozen plan's hash", fixed=True),
    OtherField("texts_sha256", "the same in each study of these texts", fixed=True),
    OtherField("created_at", "when"),
    OtherField("opened_at", "when"),
    OtherField("completed_at", "when"),
    OtherField("unsealed_at", "when"),
    OtherField("closed_at", "when"),
    OtherField("archived_at", "when"),
    OtherField("single", "generated from goal and method"),
)
FORM_FIELDS = tuple(field.name for field in PLAN_FIELDS)
# What the form of an opened study holds, in this order.
AFTER_OPENING = ("title", "ends_at", "retention_until")
COPIED_FIELDS = (
    *(field.name for field in PLAN_FIELDS if not field.not_copied),
    *(field.name for field in OTHER_FIELDS if field.copied),
)
IN_PLAN = tuple(field.name for field in PLAN_FIELDS if not field.not_in_plan)
FIXED_FIELDS = (
    *(field.name for field in PLAN_FIELDS if not field.not_fixed),
    *(field.name for field in OTHER_FIELDS if field.fixed),
)
