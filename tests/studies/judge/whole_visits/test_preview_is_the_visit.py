"""Each page of the preview is the page that a judge sees at the same moment.

The two are compared character by character; only the banner, addresses, codes and labels differ.
All texts are the same, since a preview draws its own triads.
"""

import re
from datetime import timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from studies.models import Judge, Sample, Study, Trial
from studies.questionnaire import checked
from studies.ratings.follow_up import checked as checked_follow_up
from tests.factories import make_link
from tests.studies.judge.visits import begin, key_in, start_of, text_of, welcome_of
from tests.studies.services.judging.test_practice import a_study, opened

pytestmark = pytest.mark.django_db
TEXT = "It rained. Then the sun came out! The day will be dry, with clouds from noon on."
QUESTIONS = checked(
    [
        {"key": "age", "label": "Age", "kind": "number", "required": True, "least": 18},
        {"key": "job", "label": "Occupation", "options": ["one", "another"]},
        {"key": "remarks", "label": "Remarks", "kind": "text", "when": "after", "required": True},
    ]
)
NUMBER = {"r-difference": "40"}
SPANISH = {
    "es": {
        "question": "¿Cuál es de otra persona?",
        "questionnaire": {"age": {"label": "Edad"}, "remarks": {"label": "Notas"}},
    }
}
EVERYTHING = {
    "evaluations_per_judge": 2,
    "practice_triads": 1,
    "attention_at": [2],
    "questionnaire": QUESTIONS,
    "asks_reason": True,
    "asks_sureness": True,
    "translations": SPANISH,
}
# A run may pass midnight.
TOMORROW = timezone.localdate() + timedelta(days=1)
STUDIES = {
    "whole texts": ({}, ""),
    "in Spanish": ({}, "es"),
    "in Galician": ({}, "gl"),
    "covered texts": ({"presentation": "masked"}, ""),
    "how different": ({"follow_up": checked_follow_up({"ask": "degree", "when": "each"})}, "es"),
    "hidden progress": ({"progress_shown": False, "question": "Which one?"}, ""),
    "a date for withdrawing": (
        {"withdrawal_until": TOMORROW, "privacy_contact": "privacy@example.org"},
        "",
    ),
}


def study_with(**fields) -> Study:
    study = a_study(**EVERYTHING | fields)
    Sample.objects.filter(study=study).update(text=TEXT, context="Forecasts for one day")
    return opened(study)


def compared(response) -> tuple[int, str]:
    """What a page must have in common with its twin."""
    page = re.sub(r'<aside class="preview".*?</aside>\n?', "", text_of(response), flags=re.DOTALL)
    page = re.sub(r'<link rel="stylesheet" href="/static/judge/preview.css">\n?', "", page)
    page = re.sub(r'<p class="notice example">.*?</p>\n', "", page)
    page = re.sub(r' data-renew="[^"]+" data-left="\d+"', "", page)
    page = re.sub(r'<script src="/static/judge/alive.js"[^>]*></script>', "", page)
    page = page.replace('<link rel="stylesheet" href="/static/judge/preview.css">\n', "")
    page = re.sub(r'(href|action|data-key)="(?!/static/|https:)[^"]*"', r'\1=""', page)
    page = re.sub(r'(name="(?:form_key|seal)" value)="[^"]+"', r'\1=""', page)
    page = re.sub(r'(<code translate="no">)[^<]+', r"\1", page)
    return response.status_code, re.sub(r"\b[1-9]\d\d\b", "###", page)


class Visit:
    """A judge's visit and the preview, side by side."""

    def __init__(self, study: Study, language: str) -> None:
        codes = ("done_code", "screened_out_code", "no_consent_code")
        self.study = study
        self.link = make_link(study, **dict.fromkeys(codes, "EXAMPLE-CODE"))
        self.asks = {"lang": language} if language else {}
        self.researcher = Client()
        self.researcher.force_login(study.owner)
        self.begin()

    def begin(self) -> None:
        """A judge like every other begins."""
        self.judge = Client(headers={"accept-language": "en"})
        self.go(begin(self.judge, self.link, **self.asks))

    def go(self, response) -> None:
        """Follow the judge to the next page."""
        while response.status_code == 303:
            self.address = response["Location"]
            response = self.judge.get(self.address)
        assert response.status_code == 200
        self.page = response

    def preview(self, name, posted=None, **parameters):
        address = reverse("studies:preview", args=[self.study.code])
        address += "?" + urlencode({"page": name, **parameters, **self.asks})
        if posted is None:
            return self.researcher.get(address)
        return self.researcher.post(address, posted)

    def at(self, name) -> str:
        """The address of a page of the trial where the judge is; empty for the page itself."""
        if not name:
            return self.address
        address = reverse(f"judge:{name}", args=[self.trial.code])
        return f"{address}?{urlencode(self.asks)}"

    def post(self, data, name=""):
        return self.judge.post(self.at(name), data)

    def page_at(self, name):
        return self.judge.get(self.at(name))

    def same(self, name, **parameters) -> None:
        """The page where the judge is, and that of the preview."""
        assert compared(self.preview(name, **parameters)) == compared(self.page)

    def same_error(self, data, name, **parameters) -> None:
        """What the form says of this input, here and there."""
        live, shown = self.post(data), self.preview(name, data, **parameters)
        assert live.status_code == 422
        assert compared(shown) == compared(live)

    @property
    def trial(self) -> Trial:
        return Trial.objects.get(code=urlsplit(self.address).path.split("/")[2])


@pytest.fixture(params=STUDIES, ids=list(STUDIES))
def visit(request) -> Visit:
    fields, language = STUDIES[request.param]
    return Visit(study_with(**fields), language)


def test_welcome_and_no_consent(visit):
    judge = Client(headers={"accept-language": "en"})
    page = judge.get(welcome_of(visit.link), visit.asks)
    assert compared(visit.preview("welcome")) == compared(page)
    fields = {"form_key": key_in(page), **visit.asks}
    start = start_of(visit.link)
    missing = judge.post(start, fields)
    assert missing.status_code == 422
    assert compared(visit.preview("welcome", visit.asks)) == compared(missing)
    declined = judge.post(start, fields | {"consent": "no"})
    assert compared(visit.preview("no_consent")) == compared(declined)


def test_from_the_first_questions_to_the_last_page(visit):
    visit.same("questions")
    visit.same_error({"part": "before", "q-age": "7", "q-job": "9"}, "questions")
    visit.go(visit.post({"part": "before", "q-age": "33"}))

    visit.same("practice")
    visit.same_error({}, "practice")
    feedback_of_the_same_position(visit)
    visit.go(visit.post({}, "next"))

    for number in (1, 2):
        visit.same("texts", n=number)
        visit.same_error({"choice": "7"}, "texts", n=number)
        assert compared(visit.preview("leave")) == compared(visit.page_at("leave"))
        assert compared(visit.preview("withdraw")) == compared(visit.page_at("withdraw"))
        if visit.study.follow_up:
            visit.page = visit.post({"choice": "2"})
            rated_alike(visit, number)
        else:
            visit.go(visit.post({"choice": "2"}))
        visit.same("why", n=number, chosen=2)
        visit.same_error({"reason": "x" * 5001, "sureness": "guess"}, "why", n=number, chosen=2)
        visit.go(visit.post({"reason": "dull"}))
    # The second page was one for attention, of which the study has one: a third page follows.
    assert visit.trial.kind == "main"
    number = "ratings" if visit.study.follow_up else ""
    visit.go(visit.post({"choice": "2"} | NUMBER, number))
    visit.go(visit.post({"reason": ""}))

    visit.same("last_questions")
    visit.same_error({"part": "after"}, "last_questions")
    visit.go(visit.post({"part": "after", "q-remarks": "none"}))
    visit.same("thanks")


def rated_alike(visit, number) -> None:
    """The page of numbers, which comes before the choice is stored."""
    visit.same("ratings", n=number, chosen=2)
    typed = {"choice": "2", "seal": "x", "r-difference": "-1"}
    live, shown = visit.post(typed, "ratings"), visit.preview("ratings", typed, n=number)
    assert live.status_code == 422
    assert compared(shown) == compared(live)
    visit.go(visit.post({"choice": "2"} | NUMBER, "ratings"))


def feedback_of_the_same_position(visit) -> None:
    """Choose in practice what the preview shows; other judges come until it fits."""
    shown = text_of(visit.preview("feedback"))
    odd = re.search(r'<article aria-labelledby="label-(\d)" class="odd"', shown)[1]
    while visit.trial.triad.odd_position != int(odd):
        visit.begin()
        visit.go(visit.post({"part": "before", "q-age": "33"}))
    wrong = str(int(odd) % 3 + 1)
    visit.go(visit.post({"choice": wrong}))
    visit.same("feedback", chosen=wrong)


def test_the_page_of_a_complete_study(visit):
    Study.objects.filter(pk=visit.study.pk).update(completed_at=timezone.now())
    page = Client(headers={"accept-language": "en"}).get(welcome_of(visit.link), visit.asks)
    assert page.status_code == 410
    # Refused or not: the preview of a page is there.
    assert compared(visit.preview("complete")) == (200, compared(page)[1])


def test_whole_texts_for_a_judge_who_cannot_read_covered_ones():
    visit = Visit(study_with(presentation="masked", questionnaire=[], practice_triads=0), "")
    visit.same("texts")
    visit.go(visit.post({}, "whole"))
    shown = visit.preview("texts", {}, whole=1)
    assert "covered" not in text_of(visit.page)
    assert compared(visit.researcher.get(shown["Location"])) == compared(visit.page)


def test_withdrawing_in_a_preview_shows_the_page_and_withdraws_no_one(visit):
    shown = visit.preview("withdraw", {})
    assert not Judge.objects.exclude(withdrawn_at=None).exists()
    assert compared(shown) == compared(visit.post({}, "withdraw"))


def test_addresses_of_the_preview_stay_in_it(visit):
    for name in ("welcome", "questions", "practice", "feedback", "texts", "why", "thanks", "leave"):
        page = text_of(visit.preview(name))
        body = page.partition("</aside>")[2]
        for address in re.findall(r'(?:href|action)="([^#"][^"]*|)"', body):  # not within the page
            parts = urlsplit(address.replace("&amp;", "&"))
            assert parts.path in ("", reverse("studies:preview", args=[visit.study.code])), address
            assert parse_qs(parts.query).get("page"), address
