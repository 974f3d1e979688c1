"""The form of a study. A title and two names are enough; each error says what to do."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.functional import cached_property

from studies.kinds import kind_of
from studies.models import RatingPlan, Study
from studies.models.study import MAX_EVALUATIONS, RECOMMENDED_EVALUATIONS
from studies.services.lifecycle import families, opening
from studies.services.lifecycle.checks import wording
from studies.services.lifecycle.checks.wording import WordingNotice
from studies.services.lifecycle.opening_warnings import FEWER_THAN_RECOMMENDED
from studies.services.lifecycle.plan_fields import (
    FORM_FIELDS,
    PLAN_FIELDS,
    FormSection,
)
from studies.values.visible_text import same_to_the_eye
from studies.wording import OWN, wording_now
from studies.workbench.forms.fields import (
    DayInput,
    KnownNamesInput,
    LanguageField,
    LanguageInput,
    MomentField,
    PlacesField,
    ShownField,
    WeightsField,
)
from studies.workbench.forms.numbers import DecimalField, ProportionField, RiskField, WholeField
from studies.workbench.forms.study.follow_up import FollowUpField
from studies.workbench.forms.study.number import has_sound_risks, proposed_evaluations
from studies.workbench.forms.study.questions import QuestionsField
from studies.workbench.forms.study.sections import ShownSection, shown_section
from studies.workbench.forms.study.translations import (
    TranslationsField,
    misfits,
    unfit_questions,
)
from studies.workbench.forms.study.words import (
    EMPTY_TEXT,
    ERRORS,
    HELP,
    LABELS,
    LONG_QUESTION,
    MOST_OF_QUESTION,
    NO_QUESTION,
    SECTIONS,
    UNFOLDED,
    WHOLE,
)

if TYPE_CHECKING:
    StudyModelForm = forms.ModelForm[Study]
else:
    StudyModelForm = forms.ModelForm

NUMBERS = {
    **dict.fromkeys(("alpha", "beta"), RiskField),
    "pd": ProportionField,
    "least_seconds": DecimalField,
    **dict.fromkeys(
        (
            *("evaluations", "evaluations_per_judge", "practice_triads"),
            *("most_failed_attention", "family_size", "hold_minutes"),
        ),
        WholeField,
    ),
}
SHOWN = dict.fromkeys(("title", "subject_a", "subject_b", "family", *OWN.values()), ShownField)
# What the default texts depend on.
DEFAULTS_DEPEND_ON = (
    "protocol",
    "language",
    "presentation",
    "asks_reason",
    "asks_sureness",
    "questionnaire",
)


class StudyForm(StudyModelForm):
    """The fields of a draft that stand in some of the form's sections."""

    sections: tuple[FormSection, ...] = tuple(FormSection)
    # The name of a field that a link leads to: its section is not folded.
    asked_for: str = ""
    # What stands beside the columns of a rating study.
    plan: RatingPlan | None = None

    accept_fewer = forms.BooleanField(
        label="I want fewer evaluations than recommended",
        required=False,
        help_text=(
            "ISO 4120 recommends at least 18 for difference and 30 for similarity. If you tick "
            "this, the warning is kept with the study."
        ),
    )

    attention_at = PlacesField(
        label="Attention triads before evaluation",
        required=False,
        help_text=HELP["attention_at"],
    )
    sureness_weights = WeightsField(
        label="Weights of sureness", required=False, help_text=HELP["sureness_weights"]
    )
    questionnaire = QuestionsField(label="Questions to judges", required=False)
    follow_up = FollowUpField(
        label="Numbers after a choice", required=False, help_text=HELP["follow_up"]
    )
    translations = TranslationsField(label="Your texts", required=False)

    class Meta:
        model = Study
        fields = FORM_FIELDS
        labels = LABELS
        error_messages = ERRORS
        help_texts = HELP
        field_classes = {"ends_at": MomentField, "language": LanguageField} | NUMBERS | SHOWN
        widgets = {
            "language": LanguageInput,
            "withdrawal_until": DayInput,
            "retention_until": DayInput,
            "family": KnownNamesInput,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = self._names()
        self.fields = {name: self.fields[name] for name in names}
        if "evaluations" in self.fields:
            self.fields["evaluations"].required = False
        for name in ("question", "thanks_text"):
            if name in self.fields:
                self.fields[name].widget.attrs["rows"] = 3
        self._name_pages()

    def _name_pages(self) -> None:
        """Call triads what they are in studies of this kind."""
        noun = kind_of(self.instance).noun
        for name in ("practice_triads", "attention_at", "most_failed_attention"):
            if field := self.fields.get(name):
                field.label = str(field.label).replace("triad", noun)
                field.help_text = str(field.help_text).replace("triad", noun)

    def _names(self) -> list[str]:
        return [name for section in self.sections for name in self._names_in(section)]

    def _names_in(self, section: FormSection) -> list[str]:
        unused = kind_of(self.instance).unused
        return [name for name in _fields_of(section) if name not in unused]

    def shown_sections(self) -> list[ShownSection]:
        """Return the form's sections; most are folded, but not where something is wrong."""
        return [self._shown(section) for section in self.sections if self._names_in(section)]

    def _shown(self, section: FormSection) -> ShownSection:
        heading, description = SECTIONS[section]
        names = self._names_in(section)
        folded = section not in UNFOLDED and self.asked_for not in names
        folded = folded and not any(notice.field in names for notice in self.notices)
        return shown_section(self, names, heading, description, folded=folded)

    @cached_property
    def notices(self) -> list[WordingNotice]:
        """What the stored words of a draft may tell judges."""
        draft = self.instance.pk and self.instance.is_draft
        return wording.notices_of(self.instance) if draft else []

    def show_default_wording(self) -> None:
        """Show in each empty text field what judges read while it is empty."""
        plain = Study(**{name: getattr(self.instance, name) for name in DEFAULTS_DEPEND_ON})
        defaults = wording_now(plain, self.instance.language).as_dict()
        for part, name in OWN.items():
            if name in self.fields:
                self.fields[name].widget.attrs["placeholder"] = defaults[part]
                self.fields[name].help_text = EMPTY_TEXT

    def clean(self) -> dict[str, Any]:
        """Check the rules about more than one field."""
        found: dict[str, Any] = super().clean() or self.cleaned_data
        for check in self._checks():
            check(found)
        return found

    def _checks(self) -> Iterator[Callable[[dict[str, Any]], None]]:
        """Return the rules of the fields that the form has."""
        rules = {
            "subject_b": self._check_names,
            "ends_at": self._check_end,
            "question": self._check_question,
            "evaluations_per_judge": self._check_repeats,
            "evaluations": self._check_number,
            "primary_set": self._check_exclusion,
            "family": self._check_family,
            "translations": self._check_translations,
            "withdrawal_until": self._check_withdrawal,
            "retention_until": self._check_retention,
        }
        yield from (rule for name, rule in rules.items() if name in self.fields)

    def _of_plan(self, found: dict[str, Any], name: str) -> Any:
        """Return what was typed in this form, or what another step has stored."""
        return found.get(name) if name in self.fields else getattr(self.instance, name)

    def _check_end(self, found: dict[str, Any]) -> None:
        end = found.get("ends_at")
        if end and "ends_at" in self.changed_data and end <= timezone.now():
            self.add_error("ends_at", "This moment has passed. Choose a later one.")

    def _check_names(self, found: dict[str, Any]) -> None:
        a, b = found.get("subject_a", ""), found.get("subject_b", "")
        if a and same_to_the_eye(a) == same_to_the_eye(b):
            self.add_error("subject_b", "The two subjects need different names.")

    def _check_question(self, found: dict[str, Any]) -> None:
        """Check that the question of a directed triad names what to look for."""
        if found.get("protocol") != Study.Protocol.DIRECTED or "question" not in found:
            return
        question = found["question"]
        if not question:
            self.add_error("question", NO_QUESTION)
        elif len(question) > MOST_OF_QUESTION or "\n" in question:
            self.add_error("question", LONG_QUESTION)
        if "translations" not in self.fields:
            for words in unfit_questions(self.instance.translations or {}, most=MOST_OF_QUESTION):
                self.add_error("protocol", words)

    def _check_repeats(self, found: dict[str, Any]) -> None:
        repeats = (found.get("evaluations_per_judge") or 1) > 1
        single = found.get("goal") == "similarity" or found.get("method") == "sequential"
        if repeats and single:
            self.add_error(
                "evaluations_per_judge",
                "Similarity tests and sequential plans take one evaluation a judge: write 1.",
            )

    def _check_family(self, found: dict[str, Any]) -> None:
        """Check that a family has a name and a number, as its other studies have them."""
        if "family" not in found or "family_size" not in found:
            return
        name, size = found["family"], found["family_size"]
        if not name:
            if size is not None:
                self.add_error("family", "Write the family's name, or leave its number empty.")
            return
        study = Study(
            family=name, family_size=size,
            is_test=found.get("is_test", False), method=found.get("method", ""),
        )  # fmt: skip
        study.owner_id = self.instance.owner_id or 0
        if size is None:
            found["family_size"] = study.family_size = families.known_size(study)
        if not study.family_size:
            self.add_error("family_size", "Write how many studies the family has, with this one.")
            return
        for problem in families.problems_of(study):
            self.add_error("family", problem)

    def _check_number(self, found: dict[str, Any]) -> None:
        """Check the number that was typed, or propose one."""
        needed = ("goal", "method", "alpha", "beta", "pd", "evaluations")
        if any(name not in found for name in needed):
            return
        plan = Study(**{name: found[name] for name in needed})
        if not has_sound_risks(plan):
            return  # the errors stand at those fields already
        if plan.evaluations is None:
            self._propose(plan, found)
        elif not 1 <= plan.evaluations <= MAX_EVALUATIONS:
            self.add_error("evaluations", WHOLE)
        elif not opening.reachable(plan, plan.evaluations):
            self.add_error("evaluations", opening.unreachable_sentence(plan))
        elif plan.below_recommended and not found.get("accept_fewer"):
            recommended = RECOMMENDED_EVALUATIONS[plan.goal]
            words = (
                f"Fewer than the {recommended} that ISO 4120 recommends. Raise it, or tick below."
            )
            self.add_error("evaluations", words)

    def _propose(self, plan: Study, found: dict[str, Any]) -> None:
        number = proposed_evaluations(plan, each=found.get("evaluations_per_judge") or 1)
        if number is None:
            self.add_error(
                "evaluations",
                "These risks need more than a million evaluations. Choose larger ones.",
            )
        found["evaluations"] = number

    def save(self, commit: bool = True) -> Study:  # noqa: FBT001, FBT002 - Django's signature
        """Keep with the study that fewer evaluations than recommended were accepted."""
        if "accept_fewer" in self.fields:
            fewer = self.instance.below_recommended
            self.instance.accepted_warnings = [FEWER_THAN_RECOMMENDED] if fewer else []
        return super().save(commit=commit)

    def _check_exclusion(self, found: dict[str, Any]) -> None:
        """Check that attention triads are reached, and that the rule can exclude a judge."""
        places = found.get("attention_at")
        each = self._of_plan(found, "evaluations_per_judge")
        if places and each and places[-1] > each:
            words = f"A judge makes {each} evaluations: write no place behind the last."
            self.add_error("attention_at", words)
        if found.get("most_failed_attention") is not None and places == []:
            words = "There are no attention triads: say above where they come."
            self.add_error("most_failed_attention", words)
        rules = (found.get("least_seconds"), found.get("most_failed_attention"))
        broken = {"least_seconds", "most_failed_attention"} & set(self.errors)
        needs_rule = found.get("primary_set") == Study.PrimarySet.KEPT
        if needs_rule and rules == (None, None) and not broken:
            self.add_error("primary_set", "Say above which judges are excluded.")

    def _check_translations(self, found: dict[str, Any]) -> None:
        """Check what is translated against the questions: that of a directed triad, and others."""
        given = found.get("translations") or {}
        if self._of_plan(found, "protocol") == Study.Protocol.DIRECTED:
            for words in unfit_questions(given, most=MOST_OF_QUESTION):
                self.add_error("translations", words)
        for words in misfits(given, found.get("questionnaire") or []):
            self.add_error("translations", words)

    def _check_withdrawal(self, found: dict[str, Any]) -> None:
        until = found.get("withdrawal_until")
        if until and "withdrawal_until" in self.changed_data and until < timezone.localdate():
            self.add_error("withdrawal_until", "This day has passed. Choose a later one.")

    def _check_retention(self, found: dict[str, Any]) -> None:
        """Refuse a day on which the study would be offered to be erased at once."""
        until = found.get("retention_until")
        if until and "retention_until" in self.changed_data and until <= timezone.localdate():
            self.add_error("retention_until", "Write a day to come.")


def _fields_of(section: FormSection) -> list[str]:
    names = [field.name for field in PLAN_FIELDS if field.section == section]
    if section == FormSection.RISKS:
        names.insert(names.index("evaluations") + 1, "accept_fewer")
    return names
