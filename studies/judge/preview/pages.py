"""The addresses of a preview's pages, and the banner above each of them."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from csp.constants import SELF
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from studies.judge.languages import PARAMETER, asked_language
from studies.judge.pages import JudgePages
from studies.kinds import kind_of
from studies.models import Study
from studies.questionnaire import When, questions_of
from studies.ratings.follow_up import Moment, follow_up_of
from studies.services.lifecycle.places import sample_triads
from studies.values.whole_numbers import whole_number

# The parameter of a preview that stands in a frame of the workbench: without the banner.
FRAMED = "framed"
# The pages of one triad that counts.
OF_TRIAD = ("texts", "ratings", "why")
ONLY_OF_TRIADS = ("ratings", "why")
# All pages, in the order of a judge's visit.
NAMES = (
    "welcome",
    "questions",
    "practice",
    "feedback",
    *OF_TRIAD,
    "last_questions",
    "thanks",
    "no_consent",
    "leave",
    "withdraw",
    "complete",
)


class PreviewPages(JudgePages):
    """The pages of a preview: their addresses, and the banner that says what they are."""

    is_demo = False
    # The pages that the banner leads to.
    listed: tuple[str, ...] = NAMES

    def __init__(self, request: HttpRequest, study: Study) -> None:
        super().__init__(request)
        self.study = study
        self.titles = titles_of(study)
        self.name = request.GET.get("page", "")
        rates = not kind_of(study).tells_apart
        if self.name not in NAMES or (rates and self.name in ONLY_OF_TRIADS):
            self.name = "welcome"
        # There are some more sample triads than a judge gets.
        number = whole_number(request.GET.get("n", ""), digits=3) or 1
        self.number = (number - 1) % max(sample_triads.TRIADS, study.evaluations_per_judge) + 1

    def render(
        self, template: str, context: Mapping[str, Any], *, status: int = 200
    ) -> HttpResponse:
        context = {**context, "is_example": True}
        if FRAMED in self.request.GET:
            return _framed(super().render(template, context))
        banner = {
            "pages": [
                {"title": title, "address": self.page(name), "current": name == self.name}
                for name, title in self.titles.items()
                if name in self.listed
            ],
            "another": self.page("texts", n=self.number + 1),
            "home": self.home,
            "is_demo": self.is_demo,
        }
        # A page that refuses judges is nevertheless what was asked for; 422 is for a form's errors.
        status = status if status == 422 else 200
        return super().render(template, {**context, "preview": banner}, status=status)

    @property
    def home(self) -> str:
        """Where the banner leads back to."""
        return reverse("analysis:overview", args=[self.study.code])

    @property
    def path(self) -> str:
        """The address of the preview, without parameters."""
        return reverse("studies:preview", args=[self.study.code])

    def slot(self, name: str, value: object) -> Any:
        """Return the value: a page of a preview is not kept, since its study may change."""
        return value

    def page(self, name: str, **parameters: int) -> str:
        """Return the address of a page of the preview, in the language asked for."""
        language = asked_language(self.request)
        spoken = {PARAMETER: language} if language else {}
        query = urlencode({"page": name, **parameters, **spoken})
        return f"{self.path}?{query}"

    def address(self, name: str, code: str, *, notice: str = "") -> str:
        """Return where a link or form of a live page leads here: mostly to the page itself."""
        if name in ("renew", "alive"):
            return ""
        if name in ("leave", "withdraw"):
            return self.page(name)
        here = "texts" if self.name in ("leave", "withdraw") else self.name
        return self.page(here, n=self.number, **({"whole": 1} if name == "whole" else {}))

    @property
    def _only_after_last(self) -> bool:
        asked = follow_up_of(self.study.follow_up)
        return asked is not None and asked.when == Moment.LAST

    def following(self, **parameters: int) -> str:
        """Return the address of the page that comes after this one for a judge."""
        is_last = self.number >= self.study.evaluations_per_judge
        if self.name in OF_TRIAD:
            after = OF_TRIAD[OF_TRIAD.index(self.name) + 1 :]
            due = [name for name in after if name in self.titles]
            if "ratings" in due and not is_last and self._only_after_last:
                due.remove("ratings")
            if due:
                return self.page(due[0], n=self.number, **parameters)
            if not is_last:
                return self.page("texts", n=self.number + 1)
        names = [name for name in NAMES if name in self.titles or name == self.name]
        following = names[(names.index(self.name) + 1) % len(names)]
        return self.page(following, n=self.number, **parameters)


class DemoPages(PreviewPages):
    """The pages of the demo study, for people without an account."""

    is_demo = True
    # Those of a visit to its end.
    listed = NAMES[: NAMES.index("no_consent")]

    @property
    def home(self) -> str:
        """The site's first page."""
        return reverse("landing")

    @property
    def path(self) -> str:
        """The one address of the demo."""
        return reverse("studies:demo")


def _framed(response: HttpResponse) -> HttpResponse:
    """Let the page stand in a frame of this site. Nothing that is posted to it is stored."""
    policy = {"frame-ancestors": [SELF]}
    vars(response).update(xframe_options_exempt=True, _csp_replace=policy)
    return response


def titles_of(study: Study) -> dict[str, str]:
    """Return the titles of the pages that the study has, in the order of a judge's visit."""
    parts = {question.when for question in questions_of(study.questionnaire)}
    titles = {
        "welcome": _("Welcome"),
        "questions": _("Questions before") if When.BEFORE in parts else "",
        "practice": _("Practice") if study.practice_triads else "",
        "feedback": _("After practice") if study.practice_triads else "",
        "texts": _("Texts"),
        "ratings": _("Numbers") if study.follow_up else "",
        "why": _("After a choice") if study.asks_reason or study.asks_sureness else "",
        "last_questions": _("Questions after") if When.AFTER in parts else "",
        "thanks": _("Thanks"),
        "no_consent": _("No consent"),
        "leave": _("Leaving"),
        "withdraw": _("Withdrawing"),
        "complete": _("Study complete"),
    }
    return {name: title for name, title in titles.items() if title}
