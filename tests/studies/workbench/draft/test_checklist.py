"""The fourth step: each check with its state, the way to mend it, and the box that accepts it."""

import pytest
from django.urls import reverse

from studies.models import Job, RatingPlan
from studies.services.lifecycle.checks import one_rule
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.workbench.draft.check_words import CHECKS, FIXES
from studies.workbench.draft.checklist import State, checklist_of
from studies.workbench.forms.actions import OpenForm
from tests.factories import make_sample, make_study

pytestmark = pytest.mark.django_db
# Codes of `opening.why_not_open`.
OF_RATINGS = (
    *("no_rated_texts", "incomplete_items", "all_alike"),
    *("primary_criterion", "no_reference", "reference_is_rated"),
    *("too_few_judges", "fewer_judges_than_copies", "too_few_sheets_each"),
    *("more_sheets_than_questions", "too_many_sheets"),
    *("few_judges", "much_of_one_judge", "items_alike", "context_in_sight"),
    *("practice_too_few_texts", "practice_twice", "attention_too_few_texts"),
    *("attention_too_short", "attention_twice"),
)
BLOCKERS = (
    *("no_texts", "too_few_texts", "too_few_items", "identical_texts", "no_different_items"),
    *("no_item_with_triad", "unreachable", "practice_no_texts", "attention_no_texts"),
    *("attention_place", "attention_rule", "pictures_and_texts", "covered_pictures", "family"),
    *("reference_is_text", "covered_texts_rated"),
)


LOOKED_AT = ("One rule for all triads", "Contact for privacy")


def tried(study, **rule):
    """Store that one-rule judges were tried on the study's texts."""
    rules = [{"rule": "length", "looks_at": "length", "right": 0.33} | rule]
    result = {"of": one_rule.dependencies(study), "rules": rules}
    Job.objects.create(
        study=study,
        owner=study.owner,
        kind=Job.Kind.COMPANIONS,
        finished_at=study.created_at,
        result=result,
    )
    return study


def listed(study):
    return checklist_of(study, OpenForm(study=study))


def page_of(client, study):
    client.force_login(study.owner)
    return client.get(reverse("studies:open", args=[study.code])).content.decode()


@pytest.mark.parametrize("code", sorted({*ACCEPTING, *BLOCKERS, *OF_RATINGS}))
def test_each_code_has_one_check(code):
    assert len([check for check in CHECKS if check.holds(code)]) == 1


@pytest.mark.parametrize("code", sorted({*ACCEPTING, *OF_RATINGS} & {*FIXES}))
def test_each_warning_leads_to_where_it_is_mended(code, client):
    study = make_study(kind="rating" if code in OF_RATINGS else "triangle")
    if code in OF_RATINGS:
        RatingPlan.objects.create(study=study)
    client.force_login(study.owner)
    fix = FIXES[code]
    page = client.get(reverse(fix.view, args=[study.code]), {"open": fix.field})
    assert page.status_code == 200
    if fix.field:
        assert f'id="id_{fix.field}' in page.content.decode()


def test_a_study_in_which_nothing_is_wrong(client):
    study = tried(make_study())
    found = listed(study)
    assert found.open_items == []
    assert found.may_open
    page = page_of(client, study)
    assert f"{len(found.fine_items)} in order." in page
    assert "Open study</button>" in page


def test_of_words_in_other_languages_it_says_which_are_ones_own():
    study = make_study(kind="rating")
    plan = RatingPlan.objects.create(study=study)
    [ours] = [one.fine for one in listed(study).items if one.title == "Words in other languages"]
    assert ours.endswith("is in each language.")
    plan.criteria[1]["question"] = "Does it flow?"
    study.rating_plan = plan
    [own] = [one.fine for one in listed(study).items if one.title == "Words in other languages"]
    assert "What you changed of our words is your own." in own


def test_what_stands_against_opening_comes_first_and_leaves_no_button(client):
    study = make_study(practice_triads=1, privacy_contact="")
    found = listed(study)
    states = [item.state for item in found.items]
    assert states == sorted(states, reverse=True)
    assert [item.title for item in found.open_items] == ["Practice", *LOOKED_AT]
    assert {item.state for item in found.open_items[1:]} == {State.TO_LOOK_AT}
    page = page_of(client, study)
    assert "1 to put right, 2 to look at" in page
    assert "Open study</button>" not in page


def test_without_texts_nothing_of_them_is_said_to_be_in_order(client):
    found = listed(make_study(items=0))
    assert {"Number of evaluations", "Consent text"} < {item.title for item in found.fine_items}
    fine = " ".join(item.fine for item in found.fine_items)
    assert "different texts of each subject" not in fine
    assert "No text is there twice" not in fine
    assert [is_last for _finding, is_last in found.open_items[0].steps] == [False, True]


def test_the_state_is_said_in_words_and_not_by_colour_alone(client):
    page = page_of(client, make_study(privacy_contact=""))
    assert "to look at</span>" in page
    assert '<span class="mark" aria-hidden="true">!</span>' in page


def test_a_tick_accepts_and_is_kept_with_the_study(client):
    study = make_study(privacy_contact="")
    address = reverse("studies:open", args=[study.code])
    page = page_of(client, study)
    assert f"{reverse('studies:pages', args=[study.code])}?open=privacy_contact#id_privacy" in page
    refused = client.post(address)
    assert refused.status_code == 422
    assert "Tick this box" in refused.content.decode()
    assert client.post(address, {"no_contact": "on"}).status_code == 302
    study.refresh_from_db()
    assert (study.status, study.accepted_warnings) == ("open", ["no_contact"])


def test_the_link_to_a_field_opens_its_section(client):
    study = make_study()
    client.force_login(study.owner)
    pages = reverse("studies:pages", args=[study.code])
    folded = client.get(pages).content.decode()
    opened = client.get(pages, {"open": "privacy_contact"}).content.decode()
    assert opened.count('class="section" open') == folded.count('class="section" open') + 1


def test_of_very_many_texts_it_says_that_a_job_looks(monkeypatch):
    monkeypatch.setattr("studies.services.lifecycle.checks.surface_cues.REPORT_AT_ONCE", 10)
    study = tried(make_study())
    [item] = listed(study).open_items
    assert item.title == "What gives texts away"
    assert item.findings[0].box is None
    assert listed(study).may_open


def test_one_rule_is_to_be_tried_and_warned_of_where_it_passes_the_plan():
    [item] = listed(make_study()).open_items
    assert item.title == "One rule for all triads"
    assert item.findings[0].box is None

    # With texts that fill no triad there is nothing to try it on, whatever a job has left.
    for study in (make_study(items=1), tried(make_study(items=1), right=0.5)):
        found = {item.title: item.findings for item in listed(study).open_items}
        assert "makes no triads" in found["One rule for all triads"][0].sentence
        assert found["Texts for the triads"][0].state == State.AGAINST

    assert listed(tried(make_study(pd=0.3), right=0.5)).open_items == []
    [item] = listed(tried(make_study(pd=0.2), right=0.5)).open_items
    assert "only at length would be right in 50 % of the triads" in item.findings[0].sentence
    assert item.findings[0].box is not None


def test_texts_are_escaped(client):
    study = make_study(translations={"es": {"instructions": "<b>x</b>"}}, instructions="<i>")
    make_sample(study, "A", "<script>", "<script>alert(1)</script>")
    assert "<script>alert" not in page_of(client, study)
