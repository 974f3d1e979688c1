"""The form of a study. A title and two names are enough; every error says what to do."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analysis.stats import judges_needed
from studies.models import Study
from studies.models.study import MAX_EVALUATIONS, RECOMMENDED_EVALUATIONS
from studies.services import planning, studies
from studies.wording import wording_of

if TYPE_CHECKING:
    StudyModelForm = forms.ModelForm[Study]
else:
    StudyModelForm = forms.ModelForm

FEWER = "fewer_than_recommended"
# Of a sequential plan the number is the largest one: most studies end long before it, and
# hardly one should reach it undecided.
SEQUENTIAL_FACTOR = 2
RISK = gettext_lazy("Write a probability from 0.000000001 to 0.5, for example 0.05.")
PROPORTION = gettext_lazy("Write a proportion between 0.01 and 0.99, for example 0.3.")
WHOLE = gettext_lazy("Write a whole number from 1 to 1,000,000, or leave the field empty.")
PER_JUDGE = gettext_lazy("Write a whole number from 1 to 100.")


def in_words(message: Any) -> dict[str, Any]:
    """One sentence for every way in which a number can be wrong."""
    return dict.fromkeys(("invalid", "min_value", "max_value", "required"), message)


class StudyForm(StudyModelForm):
    """A study in draft; of an opened one only the title and the end date are on the form."""

    accept_fewer = forms.BooleanField(
        label=gettext_lazy("I want fewer evaluations than recommended"),
        required=False,
        help_text=gettext_lazy(
            "ISO 4120 recommends at least 18 for difference and 30 for similarity. If you tick "
            "this, the warning is kept with the study."
        ),
    )

    class Meta:
        model = Study
        fields = (
            *("title", "subject_a", "subject_b", "goal", "alpha", "beta", "pd", "evaluations"),
            *("evaluations_per_judge", "pairing", "language", "question", "instructions"),
            *("consent_text", "thanks_text", "method", "blind", "hold_minutes", "ends_at"),
            "is_test",
        )
        labels = {
            "alpha": gettext_lazy("Risk alpha"),
            "beta": gettext_lazy("Risk beta"),
            "pd": gettext_lazy("Proportion pd"),
        }
        error_messages = {
            "alpha": in_words(RISK),
            "beta": in_words(RISK),
            "pd": in_words(PROPORTION),
            "evaluations": in_words(WHOLE),
            "evaluations_per_judge": in_words(PER_JUDGE),
        }
        help_texts = {
            "subject_a": gettext_lazy(
                "Who or what wrote the first kind of texts, for example “Human”. Never shown to "
                "judges."
            ),
            "subject_b": gettext_lazy("Who or what wrote the others. Never shown to judges."),
            "goal": gettext_lazy(
                "Difference: you expect that people notice. Similarity: you expect that hardly "
                "anybody does."
            ),
            "alpha": gettext_lazy("The risk you take of claiming a difference that is not there."),
            "beta": gettext_lazy("The risk you take of missing a difference that is there."),
            "pd": gettext_lazy(
                "The share of people who may perceive a difference before it matters to you: 0.3 "
                "is 30 %."
            ),
            "evaluations": gettext_lazy(
                "How many answers are wanted. Leave it empty, and the number that these risks "
                "need is put in. In a sequential plan: the largest number."
            ),
            "evaluations_per_judge": gettext_lazy(
                "More than one only for a difference test with a fixed number."
            ),
            "pairing": gettext_lazy(
                "Whether the three texts shown together are about three items or all about one."
            ),
            "hold_minutes": gettext_lazy(
                "Somebody who leaves without answering makes room after this time."
            ),
            "blind": gettext_lazy("Nobody sees results before the last answer is in."),
            "ends_at": gettext_lazy("The study closes by itself then. Empty: you close it."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "evaluations" in self.fields:
            self.fields["evaluations"].required = False
        if not self.instance.is_draft:
            del self.fields["accept_fewer"]
        else:
            self.fields["accept_fewer"].initial = FEWER in self.instance.accepted_warnings
        self._show_default_wording()

    def _show_default_wording(self) -> None:
        """What stands on the judges' pages where a text is left empty, in its field."""
        empty = wording_of(Study(language=self.instance.language)).as_dict()
        names = {"consent": "consent_text", "thanks": "thanks_text"}
        for name, words in empty.items():
            field = self.fields.get(names.get(name, name))
            if field is not None:
                field.widget.attrs["placeholder"] = words
                field.help_text = _("Empty: the text shown in grey, in the judge's language.")

    def clean(self) -> dict[str, Any]:
        """The rules that need more than one field."""
        found: dict[str, Any] = super().clean() or self.cleaned_data
        self._two_names(found)
        self._end_ahead(found)
        if "goal" in self.fields:
            self._one_answer_a_judge(found)
            self._number(found)
        return found

    def _two_names(self, found: dict[str, Any]) -> None:
        a, b = found.get("subject_a", ""), found.get("subject_b", "")
        if a and a.casefold() == b.casefold():
            self.add_error("subject_b", _("The two subjects need different names."))

    def _end_ahead(self, found: dict[str, Any]) -> None:
        end = found.get("ends_at")
        if end and "ends_at" in self.changed_data and end <= timezone.now():
            self.add_error("ends_at", _("This moment has passed. Choose a later one."))

    def _one_answer_a_judge(self, found: dict[str, Any]) -> None:
        repeats = (found.get("evaluations_per_judge") or 1) > 1
        single = found.get("goal") == "similarity" or found.get("method") == "sequential"
        if repeats and single:
            self.add_error(
                "evaluations_per_judge",
                _("Similarity tests and sequential plans take one evaluation a judge: write 1."),
            )

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
        elif not planning.reachable(plan, plan.evaluations):
            self.add_error("evaluations", studies.unreachable_sentence(plan))
        elif plan.below_recommended and not found.get("accept_fewer"):
            recommended = RECOMMENDED_EVALUATIONS[plan.goal]
            words = _(
                "Fewer than the %(number)d that ISO 4120 recommends. Raise it, or tick below."
            )
            self.add_error("evaluations", words % {"number": recommended})

    def _propose(self, plan: Study, found: dict[str, Any]) -> None:
        number = proposed_evaluations(plan)
        if number is None:
            self.add_error(
                "evaluations",
                _("These risks need more than a million evaluations. Choose larger ones."),
            )
        found["evaluations"] = number

    def save(self, commit: bool = True) -> Study:  # noqa: FBT001, FBT002 - Django's signature
        """Keep the warning that was accepted with the study."""
        if "accept_fewer" in self.fields:
            fewer = self.instance.below_recommended
            self.instance.accepted_warnings = [FEWER] if fewer else []
        return super().save(commit=commit)


def proposed_evaluations(plan: Study) -> int | None:
    """What the risks need, and no fewer than recommended; None above a million."""
    needed = judges_needed(goal=plan.goal, alpha=plan.alpha, beta=plan.beta, pd=plan.pd)
    if needed is None:
        return None
    if plan.method == Study.Method.SEQUENTIAL:
        needed *= SEQUENTIAL_FACTOR
    return min(max(needed, RECOMMENDED_EVALUATIONS[plan.goal]), MAX_EVALUATIONS)
