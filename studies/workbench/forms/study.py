"""The form of a study. A title and two names are enough; every error says what to do."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone

from analysis.stats import judges_needed
from studies.models import Study
from studies.models.study import MAX_EVALUATIONS, RECOMMENDED_EVALUATIONS
from studies.services.lifecycle import opening
from studies.services.lifecycle.plan_fields import FORM_FIELDS, PLAN_FIELDS, Section
from studies.wording import OWN, wording_now
from studies.workbench.forms.fields import DayInput, PlacesField
from studies.workbench.forms.questions import QuestionsField
from studies.workbench.forms.study_words import ERRORS, HELP, LABELS, SECTIONS, UNFOLDED, WHOLE
from studies.workbench.forms.translations import TranslationsField, TranslationsInput, misfits

if TYPE_CHECKING:
    StudyModelForm = forms.ModelForm[Study]
else:
    StudyModelForm = forms.ModelForm

# Fields that are no plain columns, and go with the draft.
OF_DRAFTS = ("accept_fewer", "attention_at", "questionnaire", "translations")
# What the default consent text depends on.
TELLING = ("language", "presentation", "asks_reason", "asks_sureness", "questionnaire")
FEWER = "fewer_than_recommended"
# Of a sequential plan the number is the largest one: most studies end long before it, and
# hardly one should reach it undecided.
SEQUENTIAL_FACTOR = 2


class StudyForm(StudyModelForm):
    """A study in draft; of an opened one only the title and the end date are on the form."""

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
    questionnaire = QuestionsField(label="Questions to judges", required=False)
    translations = TranslationsField(label="Your texts", required=False)

    class Meta:
        model = Study
        fields = FORM_FIELDS
        labels = LABELS
        error_messages = ERRORS
        help_texts = HELP
        widgets = {"withdrawal_until": DayInput, "retention_until": DayInput}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "evaluations" in self.fields:
            self.fields["evaluations"].required = False
        if not self.instance.is_draft:
            for name in OF_DRAFTS:
                self.fields.pop(name, None)
            return
        self.fields["accept_fewer"].initial = FEWER in self.instance.accepted_warnings
        self._show_default_wording()
        widget = self.fields["translations"].widget
        if isinstance(widget, TranslationsInput):
            widget.language = self.instance.language
            widget.questions = self.instance.questionnaire

    def _show_default_wording(self) -> None:
        """What stands on the judges' pages where a text is left empty, in its field."""
        plain = Study(**{name: getattr(self.instance, name) for name in TELLING})
        words = wording_now(plain, self.instance.language).as_dict()
        for part, name in OWN.items():
            field = self.fields.get(name)
            if field is not None:
                field.widget.attrs["placeholder"] = words[part]
                field.help_text = "Empty: the text shown in grey, in the judge's language."

    def clean(self) -> dict[str, Any]:
        """The rules that need more than one field."""
        found: dict[str, Any] = super().clean() or self.cleaned_data
        self._two_names(found)
        self._end_ahead(found)
        if "goal" in self.fields:
            self._one_answer_a_judge(found)
            self._number(found)
            self._exclusion(found)
            self._texts(found)
        return found

    def _two_names(self, found: dict[str, Any]) -> None:
        a, b = found.get("subject_a", ""), found.get("subject_b", "")
        if a and a.casefold() == b.casefold():
            self.add_error("subject_b", "The two subjects need different names.")

    def _end_ahead(self, found: dict[str, Any]) -> None:
        end = found.get("ends_at")
        if end and "ends_at" in self.changed_data and end <= timezone.now():
            self.add_error("ends_at", "This moment has passed. Choose a later one.")

    def _one_answer_a_judge(self, found: dict[str, Any]) -> None:
        repeats = (found.get("evaluations_per_judge") or 1) > 1
        single = found.get("goal") == "similarity" or found.get("method") == "sequential"
        if repeats and single:
            self.add_error(
                "evaluations_per_judge",
                "Similarity tests and sequential plans take one evaluation a judge: write 1.",
            )

    def _exclusion(self, found: dict[str, Any]) -> None:
        """An exclusion rule that can exclude somebody, and attention triads that are reached."""
        places, each = found.get("attention_at"), found.get("evaluations_per_judge")
        if places and each and places[-1] > each:
            words = "A judge makes %(number)d evaluations: write no place behind the last."
            self.add_error("attention_at", words % {"number": each})
        if found.get("most_failed_attention") is not None and places == []:
            words = "There are no attention triads: say above where they come."
            self.add_error("most_failed_attention", words)
        rules = (found.get("least_seconds"), found.get("most_failed_attention"))
        broken = {"least_seconds", "most_failed_attention"} & set(self.errors)
        needs_rule = found.get("primary_set") == Study.PrimarySet.KEPT
        if needs_rule and rules == (None, None) and not broken:
            self.add_error("primary_set", "Say above which judges are excluded.")

    def _texts(self, found: dict[str, Any]) -> None:
        """Translated options are as many as the question has; a withdrawal lies ahead."""
        for words in misfits(found.get("translations") or {}, found.get("questionnaire") or []):
            self.add_error("translations", words)
        until = found.get("withdrawal_until")
        if until and "withdrawal_until" in self.changed_data and until < timezone.localdate():
            self.add_error("withdrawal_until", "This day has passed. Choose a later one.")

    def _number(self, found: dict[str, Any]) -> None:
        """Propose the number where none was typed; look at it where one was."""
        needed = ("goal", "method", "alpha", "beta", "pd", "evaluations")
        if any(name not in found for name in needed):
            return
        plan = Study(**{name: found[name] for name in needed})
        others = {field.name for field in Study._meta.fields} - {"alpha", "beta", "pd"}
        try:
            plan.clean_fields(exclude=others)
        except forms.ValidationError:
            return  # said at those fields; without them nothing can be said of the number
        if plan.evaluations is None:
            self._propose(plan, found)
        elif not 1 <= plan.evaluations <= MAX_EVALUATIONS:
            self.add_error("evaluations", WHOLE)
        elif not opening.reachable(plan, plan.evaluations):
            self.add_error("evaluations", opening.unreachable_sentence(plan))
        elif plan.below_recommended and not found.get("accept_fewer"):
            recommended = RECOMMENDED_EVALUATIONS[plan.goal]
            words = "Fewer than the %(number)d that ISO 4120 recommends. Raise it, or tick below."
            self.add_error("evaluations", words % {"number": recommended})

    def _propose(self, plan: Study, found: dict[str, Any]) -> None:
        number = proposed_evaluations(plan)
        if number is None:
            self.add_error(
                "evaluations",
                "These risks need more than a million evaluations. Choose larger ones.",
            )
        found["evaluations"] = number

    def save(self, commit: bool = True) -> Study:  # noqa: FBT001, FBT002 - Django's signature
        """Keep the warning that was accepted with the study."""
        if "accept_fewer" in self.fields:
            fewer = self.instance.below_recommended
            self.instance.accepted_warnings = [FEWER] if fewer else []
        return super().save(commit=commit)


def fieldsets() -> list[tuple[str | None, dict[str, Any]]]:
    """Return the form's sections, as Django's admin takes them; most are folded."""
    found = []
    for section, (heading, description) in SECTIONS.items():
        options: dict[str, Any] = {"fields": _fields_of(section)}
        if description:
            options["description"] = description
        if section not in UNFOLDED:
            options["classes"] = ("collapse",)
        found.append((heading, options))
    return found


def _fields_of(section: Section) -> list[str]:
    names = [field.name for field in PLAN_FIELDS if field.section == section]
    if section == Section.RISKS:
        names.insert(names.index("evaluations") + 1, "accept_fewer")
    return names


def proposed_evaluations(plan: Study) -> int | None:
    """What the risks need, and no fewer than recommended; None above a million."""
    needed = judges_needed(goal=plan.goal, alpha=plan.alpha, beta=plan.beta, pd=plan.pd)
    if needed is None:
        return None
    if plan.method == Study.Method.SEQUENTIAL:
        needed *= SEQUENTIAL_FACTOR
    return min(max(needed, RECOMMENDED_EVALUATIONS[plan.goal]), MAX_EVALUATIONS)
