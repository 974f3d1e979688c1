"""The steps of the example, and the page."""

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from studies.api.docs.reference import reference

EXAMPLES = Path(settings.BASE_DIR) / "templates" / "api" / "examples"
# Stands in the files, so that they are whole; the page shows the site's own.
EXAMPLE_SITE = "https://triads.example.org"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the example: what it does, and how by curl and in Python."""

    name: str
    title: str
    text: str

    @property
    def curl(self) -> str:
        return self._read("curl").replace(EXAMPLE_SITE, settings.BASE_URL)

    @property
    def python(self) -> str:
        return self._read("python")

    def _read(self, ending: str) -> str:
        return (EXAMPLES / f"{self.name}.{ending}").read_text()


STEPS = (
    Step(
        "0_begin",
        "Begin",
        "Make a token on the page Account and put it where other people cannot read it. Python "
        "needs nothing beside its standard library, and reads SITE and TOKEN from the environment.",
    ),
    Step(
        "1_create",
        "Make a study",
        "What you leave out has the same default as on the pages. The number of evaluations is the "
        "one that your risks need.",
    ),
    Step(
        "2_texts",
        "Upload its texts",
        "Up to 1,000 in a call, all stored or none. Sending the same again changes nothing, so a "
        "call that was cut off can be repeated.",
    ),
    Step(
        "3_open",
        "Open it",
        "This freezes the plan. If there is a warning the answer is 409, with the reasons and their "
        'codes: correct it, or open the study all the same with {"accepted": ["the code"]}.',
    ),
    Step(
        "4_link",
        "Make a link for judges",
        "The answer holds the address to send. For one link per person use links/personal/.",
    ),
    Step(
        "5_results",
        "Read results and answers",
        "Before the verdict you read where it stands; of a blind study only the progress. Answers "
        "come in pages, or as one CSV file.",
    ),
)


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show what the API can do."""
    context = {"steps": STEPS, "site": settings.BASE_URL, "reference": reference()}
    return render(request, "api/docs.html", context)
