"""The first step of a rating study: systems, how texts are rated, by what and by how many."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import ValidationError

from studies.models import RatingPlan, Study
from studies.models.study import MAX_EVALUATIONS
from studies.ratings.numbers import RECOMMENDED_JUDGES, SheetNumbers
from studies.values.whole_numbers import whole_number
from studies.workbench.forms.rating.criteria import stored_rows
from studies.workbench.forms.rating.plan_fields import (
    LEAST_RATIO,
    MARGIN,
    ONLY_APART,
    ONLY_LIKERT,
    ONLY_MAGNITUDE,
    PLAN_COLUMNS,
    RatingFields,
)
from studies.workbench.forms.rating.systems import FEWEST, SystemsInput
from studies.workbench.forms.study.form import StudyForm
from studies.workbench.forms.study.sections import ShownSection, shown_section

MOST_EACH = 100
USUAL_ITEMS = 100
SECTIONS: tuple[tuple[str | None, str, tuple[str, ...]], ...] = (
    (None, "", ("title", "systems")),
    (
        "How texts are rated",
        "",
        ("rating_method", *ONLY_LIKERT, *ONLY_MAGNITUDE),
    ),
    ("What judges are asked", "", ("criteria", "setup", *ONLY_APART)),
    (
        "Texts and judges",
        "",
        ("items", "language", "judges_per_item", "judges", "evaluations_per_judge"),
    ),
    (
        "More",
        "",
        (
            *("alpha", "margin", "resamples", "identical", "repeats_one"),
            *("hold_minutes", "ends_at", "blind", "is_test"),
        ),
    ),
)
FOLDED = ("More",)
OF_STUDY = ("title", "language", "alpha", "hold_minutes", "ends_at", "blind", "is_test")
HELP = {
    "alpha": (
        "The risk of claiming for any pair that one system is better when it is not, over all "
        "pairs of one criterion."
    ),
    "hold_minutes": "How long a sheet is kept for a judge who has begun it.",
    "blind": "Until all sheets are rated you see the progress, but no results.",
}


class RatingForm(StudyForm):
    """A rating study. `plan` holds what stands beside the columns of the study."""

    # What an address may fill in: numbers of a plan that was computed.
    from_address = ("rating_method", "setup", "items", "judges_per_item", "judges", "alpha")

    def __init__(
        self,
        *args: Any,
        plan: RatingPlan | None = None,
        systems_shown: int = FEWEST,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.systems_shown = systems_shown
        self.plan: RatingPlan = plan or RatingPlan()
        fields = self.fields | RatingFields().fields
        self.fields = {name: fields[name] for _heading, _words, names in SECTIONS for name in names}
        widget = self.fields["systems"].widget
        if isinstance(widget, SystemsInput):
            widget.shown = systems_shown
        for name, words in HELP.items():
            self.fields[name].help_text = words
        self.fields["hold_minutes"].label = "minutes a sheet is held for a judge"
        self.initial = {**self.initial, **self._stored(), **(kwargs.get("initial") or {})}
        self.known_items = self._number_of_items()
        if self.known_items:
            self.initial = {**self.initial, "items": self.known_items}
            self.fields["items"].widget.attrs["readonly"] = True
            self.fields["items"].help_text = "As the texts of the study have them."

    def _names(self) -> list[str]:
        return [*OF_STUDY]

    def _stored(self) -> dict[str, Any]:
        """Return what is stored, of a new study what is proposed."""
        plan, study = self.plan, self.instance
        stored = {name: getattr(plan, column) for name, column in PLAN_COLUMNS.items()}
        if study.pk is None:
            stored["judges"] = None
        return stored | {
            "systems": [*study.subjects.values()] if study.pk else [],
            "criteria": stored_rows(plan.criteria, plan.primary_criterion),
            "items": USUAL_ITEMS,
            "evaluations_per_judge": study.evaluations_per_judge if study.pk else None,
        }

    def _number_of_items(self) -> int:
        """Return how many items there are texts about; 0 where there are none yet."""
        if self.instance.pk is None:
            return 0
        return int(self.instance.samples.main().values("item").distinct().count())

    def clean_items(self) -> int:
        """Take the number of items from the texts, once there are some."""
        typed: int = self.cleaned_data["items"]
        return self.known_items or typed

    def clean_margin(self) -> float | None:
        """Refuse a ratio that leaves no room; on a scale of points less than one is a margin."""
        margin: float | None = self.cleaned_data["margin"]
        is_likert = self["rating_method"].value() == RatingPlan.Method.LIKERT
        if margin is not None and margin < LEAST_RATIO and not is_likert:
            raise ValidationError(MARGIN)
        return margin

    def shown_sections(self) -> list[ShownSection]:
        """Return the form's sections; the last is folded, but not where something is wrong."""
        return [
            shown_section(
                self,
                names,
                heading,
                words,
                folded=heading in FOLDED and self.asked_for not in names,
            )
            for heading, words, names in SECTIONS
        ]

    @property
    def plan_query(self) -> str:
        """The planning page's address for what stands in the form now."""
        numbers = numbers_of(self.cleaned_data) if self.is_bound else None
        value = {name: self[name].value() for name in self.from_address}
        apart = value["setup"] == RatingPlan.Setup.APART and not self["mixes_criteria"].value()
        criteria = numbers.criteria if numbers else len(self.plan.criteria)
        systems = numbers.systems if numbers else len(self.initial["systems"])
        judges = whole_number(str(value["judges"] or ""), digits=6) or 0
        asked = {
            "method": value["rating_method"],
            "setup": value["setup"],
            "systems": max(systems, self.systems_shown),
            "items": value["items"],
            "each": value["judges_per_item"],
            "judges": judges // (criteria if apart else 1) or RECOMMENDED_JUDGES,
            "criteria": criteria,
            "alpha": value["alpha"],
        }
        return f"?{urlencode(asked)}"

    def full_clean(self) -> None:
        """Check what applies; of the rest what is stored stays, whatever was typed."""
        for name in self._not_applying():
            self.fields[name].disabled = True
        super().full_clean()
        for name in self._not_applying():
            self.fields[name].disabled = False

    def _not_applying(self) -> tuple[str, ...]:
        is_likert = self["rating_method"].value() == RatingPlan.Method.LIKERT
        is_apart = self["setup"].value() == RatingPlan.Setup.APART
        by_method = ONLY_MAGNITUDE if is_likert else ONLY_LIKERT
        return (*by_method, *(() if is_apart else ONLY_APART))

    def _checks(self) -> Iterator[Callable[[dict[str, Any]], None]]:
        yield from super()._checks()
        yield from (self._check_systems, self._check_sheets)

    def _check_systems(self, found: dict[str, Any]) -> None:
        """Keep systems of which there are texts."""
        names = found.get("systems")
        if names is None or self.instance.pk is None:
            return
        letters = [*self.instance.subjects][len(names) :]
        left = self.instance.samples.filter(subject__in=letters).values_list("subject", flat=True)
        for letter in sorted(set(left)):
            words = f"There are texts of {self.instance.subjects[letter]}: delete them first."
            self.add_error("systems", words)

    def _check_sheets(self, found: dict[str, Any]) -> None:
        """Put in the numbers of judges and of sheets that were left empty."""
        numbers = numbers_of(found)
        if numbers is None or {"judges", "evaluations_per_judge"} & set(self.errors):
            return
        judges = found["judges"] = found["judges"] or numbers.recommended_judges
        each = numbers.each(judges)
        if numbers.sheets > MAX_EVALUATIONS:
            words = (
                f"That makes {numbers.sheets:,} sheets; a study has at most {MAX_EVALUATIONS:,}."
            )
            self.add_error("items", words)
        elif found["evaluations_per_judge"] is None and each > MOST_EACH:
            words = (
                f"Each would have to rate {each:,} sheets, and a judge rates {MOST_EACH} at most: "
                "plan more judges."
            )
            self.add_error("judges", words)
        found["evaluations_per_judge"] = found["evaluations_per_judge"] or each
        if found["evaluations_per_judge"] > max(numbers.most_each, each):
            words = f"No judge rates the same page twice: there are {numbers.most_each:,} of them."
            self.add_error("evaluations_per_judge", words)
        if numbers.copies > (of_one := judges // numbers.groups):
            words = f"No more than there are judges: {of_one} for each criterion."
            if found["judges_per_item"] <= of_one:
                words = (
                    f"That takes {numbers.copies} pages of each item, each for another judge, and "
                    f"there are {of_one} for each criterion."
                )
            self.add_error("judges_per_item", words)

    def save(self, commit: bool = True) -> Study:  # noqa: FBT001, FBT002 - Django's signature
        """Put what was typed into the study and into its plan."""
        found, study, plan = self.cleaned_data, self.instance, self.plan
        for name, column in PLAN_COLUMNS.items():
            setattr(plan, column, found[name])
        plan.criteria, plan.primary_criterion = found["criteria"]
        study.subject_a, study.subject_b, *study.more_subjects = found["systems"]
        numbers = numbers_of(found)
        study.evaluations = numbers.sheets if numbers else 1
        return super().save(commit=commit)


def numbers_of(found: dict[str, Any]) -> SheetNumbers | None:
    """Return what the plan that was typed comes to; None where a part of it is missing or wrong."""
    needed = ("systems", "criteria", "items", "judges_per_item", "rating_method", "setup")
    if any(not found.get(name) for name in needed):
        return None
    criteria, _primary = found["criteria"]
    return SheetNumbers(
        items=found["items"],
        systems=len(found["systems"]),
        judges_per_item=found["judges_per_item"],
        criteria=len(criteria),
        side_by_side=found["rating_method"] == RatingPlan.Method.RANKME,
        apart=found["setup"] == RatingPlan.Setup.APART,
        mixes=bool(found.get("mixes_criteria")),
    )
