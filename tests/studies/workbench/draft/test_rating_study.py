"""A rating study by its pages: made, looked at, opened, rated, closed; no word of triads on any."""

import re

import pytest
from django.urls import reverse

from studies.models import RecruitmentLink, Sample, Study, Trial
from tests.factories import make_sample, make_user
from tests.studies.workbench.forms.rating.test_question import typed

pytestmark = pytest.mark.django_db
OF_DRAFT = ("studies:question", "studies:texts", "studies:pages", "studies:open")
OF_EACH = (
    *("analysis:overview", "studies:people", "studies:settings", "studies:history"),
    *("studies:plan", "studies:duplicate", "studies:erase", "studies:share", "studies:new_link"),
    *("studies:surface_cues", "analysis:machine_judge"),
    *("studies:invite", "studies:withdraw_for_judge", "studies:excluded_ids", "studies:webhooks"),
)
OF_TRIADS = (
    *("analysis:companions", "analysis:judges", "analysis:texts", "analysis:items"),
    *("analysis:conditions", "analysis:triads", "analysis:groups", "analysis:reasons"),
    *("analysis:reason_codes", "analysis:texts_chart"),
)
WRONG = re.compile(
    r"\btriad(?!survey)|\bpd\b|\bbeta\b|\bguess|subject a\b|three texts|another author|\bfamily\b",
    re.IGNORECASE,
)
TEXTS = {"title": "Restaurants", "judges": "7", "evaluations_per_judge": "2", "setup": "together"}


def seen(client, name, study, **asked):
    """Return the words of a page, which are right for ratings."""
    address = reverse(name, args=[study.code])
    response = client.get(address, asked)
    assert response.status_code == 200, address
    words = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", response.content.decode(), flags=re.S)
    found = [words[max(0, one.start() - 60) : one.end() + 40] for one in WRONG.finditer(words)]
    assert not found, (address, asked, found)
    return words


def made(client):
    """Return a draft of three systems with texts about two items."""
    client.post(reverse("studies:new_ratings"), typed(items="9", **TEXTS))
    study = Study.objects.get()
    for number in range(2):
        for letter in study.subjects:
            make_sample(study, letter, f"day {number}", f"Text {number} of {letter}.")
    Sample.objects.filter(study=study).update(context="name[X]")
    return study


@pytest.fixture
def researcher(client):
    client.force_login(make_user(is_superuser=True))
    return client


def test_a_draft_says_what_it_is(researcher):
    study = made(researcher)
    for name in (*OF_DRAFT, *OF_EACH):
        seen(researcher, name, study)
    assert "Sheffield NLP" in seen(researcher, "studies:open", study)
    plan = seen(researcher, "studies:plan", study)
    for fact in (
        "A: TGen; B: Slug2Slug",
        "A model text.",
        "This criterion decides.",
        "no two sy",
    ):
        assert fact in plan
    assert " 6 " in plan  # sheets: two items, three judges each
    for page in ("welcome", "texts", "thanks", "no_consent", "leave", "withdraw", "complete"):
        words = seen(researcher, "studies:preview", study, page=page)
    sheet = reverse("studies:preview", args=[study.code]) + "?page=texts&framed=1"
    words = researcher.get(sheet).content.decode()
    assert all(re.search(f"Text [01] of {letter}", words) for letter in "ABC")
    assert researcher.post(sheet.replace("&framed=1", "")).status_code == 422
    assert "Welcome" in seen(researcher, "studies:preview", study, page="why")
    Study.objects.update(practice_triads=1)
    for letter in study.subjects:
        make_sample(study, letter, "practice", f"Practice of {letter}.", kind="practice")
    assert "Practice of A." in seen(researcher, "studies:preview", study, page="practice")
    feedback = seen(researcher, "studies:preview", study, page="feedback")
    assert "You gave 50: half as good as the reference." in feedback
    Sample.objects.filter(subject="C").delete()
    assert "No item has a text of each system" in seen(
        researcher, "studies:preview", study, page="texts"
    )


def test_from_the_draft_to_the_last_page_of_a_judge(researcher, client):
    study = made(researcher)
    address = reverse("studies:open", args=[study.code])
    refused = researcher.post(address)
    assert refused.status_code == 422
    accepted = {"few_judges": "on", "much_of_one_judge": "on"}
    assert researcher.post(address, accepted).status_code == 302
    study = Study.objects.get()
    assert (study.status, study.evaluations) == ("open", 6)
    link = RecruitmentLink.objects.create(study=study, panel="public", classroom=True)
    judge = client_of(researcher)
    welcome = judge.get(reverse("judge:welcome", args=[link.token])).content.decode()
    assert "How good are these texts?" in welcome
    assert "There are 2 pages with texts to rate." in welcome
    assert not WRONG.search(re.sub(r"<[^>]*>", " ", welcome))
    page = judge.post(reverse("judge:start", args=[link.token]), {"consent": "yes"}, follow=True)
    for _sheet in range(2):  # each item once
        names = re.findall(r'name="(r-\d+-\w+)"', page.content.decode())
        assert len(names) == 9  # three texts, three criteria
        trial = page.request["PATH_INFO"]
        page = judge.post(trial, dict.fromkeys(names, "120"), follow=True)
    assert Trial.objects.filter(study=study, state="answered").count() == 2
    pilot = RecruitmentLink.objects.create(study=study, panel="pilot", classroom=True, mode="pilot")
    start = reverse("judge:start", args=[pilot.token])
    page = client_of(researcher).post(start, {"consent": "yes"}, follow=True)
    assert len(set(re.findall(r'name="(r-\d+-\w+)"', page.content.decode()))) == 9
    for name in OF_EACH:
        seen(researcher, name, study)
    for name in (
        "studies:texts",
        "studies:pages",
        "studies:pause",
        "studies:close",
        "analysis:rehearse",
    ):
        seen(researcher, name, study)
    for name in OF_TRIADS:
        led_back = researcher.get(reverse(name, args=[study.code]), follow=True)
        assert "this study rates 3 systems" in led_back.content.decode(), name
    refused = researcher.get(reverse("studies:amend", args=[study.code]), follow=True)
    assert "duplicate the study to plan for more" in refused.content.decode()
    researcher.post(reverse("studies:close", args=[study.code]), {"why": "enough"})
    assert "closed" in seen(researcher, "analysis:overview", study)
    researcher.post(reverse("studies:duplicate", args=[study.code]))
    copy = Study.objects.exclude(pk=study.pk).get()
    assert copy.rating_plan.judges == 7
    seen(researcher, "studies:question", copy)


def client_of(client):
    """Return another browser."""
    return type(client)()
