"""Small live previews of the judge's pages, and where the words of each are changed."""

from dataclasses import dataclass
from urllib.parse import urlencode

from csp.constants import SELF
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from studies.judge.languages import PARAMETER
from studies.judge.preview.pages import FRAMED, titles_of
from studies.models import Study

WIDTHS = {"phone": "a phone", "laptop": "a laptop"}
# The field that holds a page's own words, or decides what stands on it; the others have none.
FIELD_OF = {
    "welcome": "consent_text",
    "questions": "questionnaire",
    "practice": "practice_triads",
    "texts": "instructions",
    "ratings": "follow_up",
    "why": "asks_reason",
    "last_questions": "questionnaire",
    "thanks": "thanks_text",
}

NOT_TRANSLATED = ("practice_triads", "asks_reason", "follow_up")


@dataclass(frozen=True, slots=True)
class SmallPreview:
    """A page of the judge's: as it is framed, as it is opened, and where its words are changed."""

    title: str
    framed: str
    whole: str
    edit: str


@dataclass(frozen=True, slots=True)
class Previews:
    """The previews of a study, in one width and language, and the choice of others."""

    pages: list[SmallPreview]
    width: str
    language: str

    @property
    def widths(self) -> list[tuple[str, str]]:
        return [*WIDTHS.items()]

    @property
    def languages(self) -> list[tuple[str, str]]:
        return [*settings.LANGUAGES]


def previews_of(request: HttpRequest, study: Study) -> Previews:
    """Return the previews as the address asks for them; fields can be changed in drafts only."""
    width = request.GET.get("width", "")
    language = request.GET.get("in", "")
    spoken = language if language in dict(settings.LANGUAGES) else ""
    preview = reverse("studies:preview", args=[study.code])
    pages = []
    for name, title in titles_of(study).items():
        asked = {"page": name} | ({PARAMETER: spoken} if spoken else {})
        whole = f"{preview}?{urlencode(asked)}"
        framed = f"{preview}?{urlencode(asked | {FRAMED: 1})}"
        pages.append(SmallPreview(title, framed, whole, _edit(study, name, spoken)))
    return Previews(pages, width if width in WIDTHS else "phone", spoken or study.language)


def _edit(study: Study, name: str, language: str) -> str:
    """Return the address of the field that holds the page's words in this language."""
    field = FIELD_OF.get(name, "")
    if not field or not study.is_draft:
        return ""
    own = not language or language == study.language
    field = field if own or field in NOT_TRANSLATED else "translations"
    return f"{reverse('studies:pages', args=[study.code])}?open={field}#id_{field}"


def allow_frames(response: HttpResponse) -> HttpResponse:
    """Let the page frame pages of this site, which no other page does."""
    vars(response).update(_csp_update={"frame-src": [SELF]})
    return response
