"""The form of a study in its steps: the question, the pages, and what may be changed later."""

from collections.abc import Iterable
from typing import Any

from studies.kinds import kind_of
from studies.models import Study
from studies.services.lifecycle.opening_warnings import FEWER_THAN_RECOMMENDED
from studies.services.lifecycle.plan_fields import AFTER_OPENING, FormSection
from studies.wording import browser_sentence, consents_without_browser
from studies.workbench.forms.fields import KnownNamesInput
from studies.workbench.forms.study.form import StudyForm
from studies.workbench.forms.study.translations import TranslationsInput
from studies.workbench.forms.study.words import EMPTY_TEXT, EXAMPLE_QUESTION, QUESTION_OF_DIRECTED

# The sections of each form: the first and the third step of a new study.
QUESTION = (
    *(FormSection.NAMES, FormSection.RISKS, FormSection.TEXTS),
    *(FormSection.ASKED, FormSection.MORE),
)
PAGES = tuple(section for section in FormSection if section not in QUESTION)


class QuestionForm(StudyForm):
    """The first step: two names, what is to be shown and how surely, and the number it takes."""

    sections = QUESTION

    def __init__(self, *args: Any, families: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        widget = self.fields["family"].widget
        if isinstance(widget, KnownNamesInput):
            widget.names = tuple(families)
        fewer = FEWER_THAN_RECOMMENDED in self.instance.accepted_warnings
        self.fields["accept_fewer"].initial = fewer
        self._explain_question()

    def _explain_question(self) -> None:
        """Show the default question; a directed triad has none, so an example then."""
        self.show_default_wording()
        question = self.fields["question"]
        question.help_text = f"{EMPTY_TEXT} {QUESTION_OF_DIRECTED}"
        if self["protocol"].value() == Study.Protocol.DIRECTED:
            question.widget.attrs["placeholder"] = EXAMPLE_QUESTION
            question.help_text = QUESTION_OF_DIRECTED


class PagesForm(StudyForm):
    """The third step: what judges read and are asked, and which of them are left out."""

    sections = PAGES

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.show_default_wording()
        self._explain_consent()
        widget = self.fields["translations"].widget
        if isinstance(widget, TranslationsInput):
            widget.language = self.instance.language
            widget.questions = self.instance.questionnaire
            own = kind_of(self.instance).own_criteria(self.instance)
            widget.criteria, widget.scale = own.criteria, own.scale

    def _explain_consent(self) -> None:
        """Offer the sentence that a consent text of the study's own should hold."""
        language = self.instance.language
        silent = " Yours does not yet." if consents_without_browser(self.instance) else ""
        self.fields[
            "consent_text"
        ].help_text += f" A text of your own should say: “{browser_sentence(language)}”{silent}"


class DatesForm(StudyForm):
    """What may be changed in any state: the title, and dates that decide nothing."""

    def _names(self) -> list[str]:
        return [*AFTER_OPENING]
