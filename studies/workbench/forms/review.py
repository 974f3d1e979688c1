"""Forms of an upload's preview: which subjects' texts are taken, and what becomes of others."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms

from studies.design import Subject
from studies.kinds import RATING, TRIANGLE
from studies.services.texts.systems import given_names
from studies.services.texts.upload_state import CheckedUpload
from studies.stimuli import LETTERS
from studies.workbench.forms.upload import encoding_field

NEW = "new"


class ReviewForm(forms.Form):
    """What both kinds of study ask: the encoding, and what becomes of texts that there are."""

    encoding = encoding_field()
    mode = forms.ChoiceField(
        label="The study has texts already",
        required=False,
        widget=forms.RadioSelect,
        choices=[
            ("add", "Add to them"),
            ("replace", "Replace them: they are deleted"),
        ],
    )

    def __init__(
        self, data: Any = None, *, checked: CheckedUpload, has_texts: bool, **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.found = checked.contents.found
        self.chosen = checked.state.subjects
        self.has_texts = has_texts
        self.initial["encoding"] = checked.contents.encoding

    def needs_mode(self) -> bool:
        """Whether to add or to replace is still to be chosen; add the error that says so."""
        if self.has_texts and not self.cleaned_data["mode"]:
            self.add_error("mode", "Choose whether to add to the texts or to replace them.")
            return True
        return False


class SubjectsForm(ReviewForm):
    """Which of the file's subjects are A and B."""

    template = "studies/_review_subjects.html"
    following = "studies:surface_cues"
    a = forms.TypedChoiceField(label="Texts of subject A are those of", coerce=int)
    b = forms.TypedChoiceField(label="Texts of subject B are those of", coerce=int)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [name for name, _count in self.found]
        places = {letter: names.index(name) for name, letter in self.chosen.items()}
        choices = [("", "–")] + [(str(n), _choice(*pair)) for n, pair in enumerate(self.found)]
        for role, letter in (("a", "A"), ("b", "B")):
            cast(forms.TypedChoiceField, self.fields[role]).choices = choices
            self.initial[role] = places.get(cast(Subject, letter), "")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if "a" in cleaned and cleaned["a"] == cleaned.get("b"):
            self.add_error("b", "Choose another name than for subject A.")
        return cleaned

    @property
    def is_chosen(self) -> bool:
        """Whether it is known, by a guess or a choice, which subjects' texts are taken."""
        return len(self.chosen) == 2

    @property
    def subjects(self) -> dict[str, Subject]:
        """The file's names of A and of B, after validation."""
        places: dict[Subject, int] = {"A": self.cleaned_data["a"], "B": self.cleaned_data["b"]}
        return {self.found[place][0]: letter for letter, place in places.items()}


class SystemsForm(ReviewForm):
    """Which of the file's systems are taken, and which of the study's they are."""

    template = "studies/_review_systems.html"
    following = "studies:texts"

    def __init__(self, *args: Any, checked: CheckedUpload, **kwargs: Any) -> None:
        super().__init__(*args, checked=checked, **kwargs)
        self.given = given_names(checked.upload.study)
        self._free = [letter for letter in LETTERS if letter not in self.given]
        choices = [
            ("", "leave out"),
            *((letter, f"{name} ({letter})") for letter, name in self.given.items()),
            *([(NEW, "take as a new system" if self.given else "take")] if self._free else []),
        ]
        for place, (name, count) in enumerate(self.found):
            self.fields[f"system_{place}"] = forms.ChoiceField(
                label=name, choices=choices, required=False, help_text=f"{count:,}"
            )
            letter = self.chosen.get(name)
            self.initial[f"system_{place}"] = letter if letter in self.given else NEW * bool(letter)

    @property
    def is_chosen(self) -> bool:
        """Whether it is known, by a guess or a choice, which subjects' texts are taken."""
        return bool(self.chosen)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        taken = [cleaned.get(f"system_{place}", "") for place in range(len(self.found))]
        for place, letter in enumerate(taken):
            if letter in taken[:place] and letter not in ("", NEW):
                name = self.given[cast(Subject, letter)]
                self.add_error(f"system_{place}", f"The texts of {name} were chosen above already.")
            elif letter == NEW and self.found[place][0] in self.given.values():
                self.add_error(f"system_{place}", "The study has a system of this name already.")
        if not any(taken):
            self.add_error(None, "Choose which systems to take.")
        if (too_many := taken.count(NEW) - len(self._free)) > 0:
            self.add_error(None, _too_many(too_many))
        return cleaned

    def rows(self) -> list[forms.BoundField]:
        """Return the fields of the file's systems, in the order of the file."""
        return [self[f"system_{place}"] for place in range(len(self.found))]

    @property
    def subjects(self) -> dict[str, Subject]:
        """The letters of the systems that are taken, by their names in the file."""
        free = iter(self._free)
        chosen = [
            (name, self.cleaned_data[f"system_{n}"]) for n, (name, _) in enumerate(self.found)
        ]
        return {name: next(free) if wish == NEW else wish for name, wish in chosen if wish}


def _too_many(systems: int) -> str:
    words = "one system more" if systems == 1 else f"{systems} systems more"
    return f"A study has at most {len(LETTERS)} systems: leave {words} out."


def _choice(name: str, rows: int) -> str:
    return f"{name} (1 row)" if rows == 1 else f"{name} ({rows} rows)"


FORMS: Mapping[str, type[SubjectsForm] | type[SystemsForm]] = {
    TRIANGLE.key: SubjectsForm,
    RATING.key: SystemsForm,
}
