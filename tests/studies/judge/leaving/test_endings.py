"""How a visit ends: codes and return addresses."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from studies.api.serializers.links import LinkIn, LinkOut
from studies.judge.leaving.endings import ShownEnding, ending_of, filled
from studies.models import ExcludedId, Judge, RecruitmentLink, Trial
from studies.models.recruitment import ENDING_FIELDS, Ending
from studies.workbench.forms.links import LinkForm, ReturnAddressField
from tests.factories import make_link, open_study
from tests.studies.judge.visits import begin, start_of, text_of, welcome_of

pytestmark = pytest.mark.django_db


def test_the_return_address_is_filled_in_and_encoded(client):
    link = make_link(
        open_study(),
        id_parameter="PROLIFIC_PID",
        done_code="a&b",
        done_url="https://panel.example/done?cc={code}&judge={judge}&pid={external_id}&x={other}",
    )
    begin(client, link, PROLIFIC_PID="{judge}&/é")
    trial = Trial.objects.get()
    page = client.post(reverse("judge:trial", args=[trial.code]), {"choice": "1"}, follow=True)
    href = html.unescape(re.search(r'class="button" href="([^"]+)"', text_of(page))[1])
    assert href == (
        f"https://panel.example/done?cc=a%26b&judge={trial.judge.code}"
        "&pid=%7Bjudge%7D%26%2F%C3%A9&x={other}"
    )


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://app.prolific.com/submissions/complete?cc={code}", "Prolific"),
        ("https://app.prolific.co/submissions/complete", "Prolific"),
        ("https://uni.sona-systems.com/webstudy_credit.aspx", "Sona"),
        ("https://www.surveycircle.com/HJKL-MNOP-QRST-UVWX/", "SurveyCircle"),
        ("https://s.cint.com/Survey/Complete?ProjectToken=x", "Cint"),
        ("https://www.panel.example/back", "panel.example"),
        ("https://prolific.com.evil.example/", "prolific.com.evil.example"),
        ("https://notprolific.com/", "notprolific.com"),
    ],
)
def test_the_last_step_is_called_by_what_it_is(client, url, place):
    link = make_link(open_study(), done_url=url, no_consent_url=url)
    no = client.post(start_of(link), {"consent": "no"})
    assert f">Return to {place}</a>" in text_of(no)
    address = begin(client, link)["Location"]
    done = client.post(address, {"choice": "1"}, follow=True)
    assert f">One step left: confirm at {place}</a>" in text_of(done)
    assert "You can close this page now" not in text_of(done)


def test_a_code_can_be_selected_and_copied(client):
    link = make_link(open_study(), no_consent_code="BYE & <1>")
    page = text_of(client.post(start_of(link), {"consent": "no"}))
    assert 'id="code" translate="no">BYE &amp; &lt;1&gt;</code>' in page
    # Shown by the script alone: without it, a tap selects the code.
    assert 'id="copy" hidden' in page


def test_a_full_quota_is_told_apart_from_an_id_that_is_excluded(client):
    study = open_study()
    fields = {"id_parameter": "pid", "quota": 1, "screened_out_code": "OUT-1"}
    apart = make_link(study, over_quota_code="FULL-1", **fields)
    ExcludedId.objects.create(study=study, external_id="x")
    trial = begin(Client(), apart, pid="1")["Location"]
    Client().post(trial, {"choice": "1"})
    assert "FULL-1" in text_of(client.get(welcome_of(apart), {"pid": "2"}))
    assert "OUT-1" in text_of(client.get(welcome_of(apart), {"pid": "x"}))
    # A link that has nothing for it gives what it gave before.
    RecruitmentLink.objects.filter(pk=apart.pk).update(over_quota_code="")
    assert "OUT-1" in text_of(client.get(welcome_of(apart), {"pid": "2"}))


@pytest.mark.parametrize("url", ["http://x.example/", "javascript:alert(1)", "//x.example"])
def test_a_return_address_that_is_not_https_is_left_out(client, url):
    link = make_link(open_study())
    RecruitmentLink.objects.filter(pk=link.pk).update(done_url=url)
    address = begin(client, link)["Location"]
    page = client.post(address, {"choice": "1"}, follow=True)
    assert url not in text_of(page)


# Of models in memory: nothing is asked of the database.


def link_with(**fields):
    return RecruitmentLink(**{f"{ending}_code": f"{ending} 1" for ending in Ending} | fields)


def test_each_ending_has_its_own_code():
    for ending in Ending:
        assert ending_of(link_with(), ending).code == f"{ending} 1"
    assert ending_of(None, Ending.DONE) == ShownEnding()


@pytest.mark.parametrize(
    ("withdrawn", "known", "given"), [(None, "p1", "p1"), (timezone.now(), "a hash", "p2")]
)
def test_the_id_of_a_judge_who_has_withdrawn_is_the_one_of_this_visit(withdrawn, known, given):
    judge = Judge(code="abc", external_id=known, withdrawn_at=withdrawn)
    link = link_with(no_consent_url="https://p.example/{judge}/{external_id}")
    ending = ending_of(link, Ending.NO_CONSENT, judge=judge, external_id="p2")
    assert ending.url == f"https://p.example/abc/{given}"


@pytest.mark.parametrize("ending", list(Ending))
def test_only_a_task_that_is_done_is_handed_in(ending):
    judge = Judge(panel_parameters={"assignmentId": "A1"})
    shown = ending_of(link_with(mturk=True), ending, judge=judge)
    assert shown.assignment == ("A1" if ending == Ending.DONE else "")
    assert bool(shown.hand_in) == (ending == Ending.DONE)
    assert not ending_of(link_with(), ending, judge=judge).hand_in


@pytest.mark.parametrize(
    ("url", "filled_in"),
    [
        ("https://x.example/{a}/{b}/{c}", "https://x.example/%7Bb%7D/%26%20%C3%A9/{c}"),
        ("http://x.example/{a}", ""),
        ("", ""),
    ],
)
def test_a_value_brings_in_no_other_placeholder(url, filled_in):
    assert filled(url, {"{a}": "{b}", "{b}": "& é"}) == filled_in


def test_each_ending_can_be_given_by_form_admin_and_api():
    columns = {field.name for field in RecruitmentLink._meta.get_fields()}
    for ending in Ending:
        names = {f"{ending}_code", f"{ending}_url"}
        assert names <= columns
        assert names <= set(LinkForm.base_fields)
        assert names <= set(LinkOut().fields)
        assert names <= set(LinkIn().fields)
        assert isinstance(LinkForm.base_fields[f"{ending}_url"], ReturnAddressField)
        assert "{external_id}" in LinkForm.base_fields[f"{ending}_url"].help_text
    shown = LinkForm().shown_sections()
    [endings] = [section.fields for section in shown if section.heading == "How it ends for judges"]
    assert [field.name for field in endings] == list(ENDING_FIELDS)
