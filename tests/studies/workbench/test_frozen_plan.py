"""The plan as a page that can be cited: in words, with its hash, and with what was amended."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from analysis.stats import power, power_with_repeats
from studies.models import Study
from studies.questionnaire import checked
from studies.services.accounts import sharing
from studies.services.lifecycle import amendments, transitions
from studies.services.lifecycle.plan_fields import IN_PLAN
from tests.factories import make_study, make_user, open_study
from tests.studies.judge.visits import text_of
from tests.studies.services.lifecycle.full_plan import make_full_study, with_other_value

pytestmark = pytest.mark.django_db

PLAN = {
    "least_seconds": 2.5,
    "attention_at": [1, 3],
    "evaluations_per_judge": 4,
    "asks_reason": True,
    "questionnaire": checked([{"label": "Your <b>age</b>", "options": ["under 30", "30 or more"]}]),
    "privacy_contact": "privacy@example.org",
}


def page_of(client, study):
    return text_of(client.get(reverse("studies:plan", args=[study.code])))


def test_a_frozen_plan_is_read_with_its_hash_and_date(client):
    study = open_study(items=12, least_seconds=2.5, privacy_contact="privacy@example.org")
    client.force_login(study.owner)
    page = page_of(client, study)
    assert study.plan_sha256 in page
    assert f"http://testserver/studies/{study.code}/plan/" in page
    assert "Frozen on 20" in page
    assert "who answer in less than 2.5 seconds" in page
    assert "<dt>Texts</dt><dd>24</dd>" in page
    assert "privacy@example.org" in page
    assert "None." in page


def test_a_draft_is_read_as_it_would_be_frozen(client):
    study = make_study(**PLAN)
    client.force_login(study.owner)
    page = page_of(client, study)
    assert "This is a draft: nothing is fixed yet." in page
    assert "<dt>Texts</dt><dd>24</dd>" in page
    assert "Your &lt;b&gt;age&lt;/b&gt;" in page
    assert "<dd>1, 3</dd>" in page
    assert "<dt>Evaluations per judge</dt><dd>4</dd>" in page


@pytest.mark.parametrize(
    ("until", "said"), [(None, "the study is erased"), (date(2031, 5, 7), "2031-05-07")]
)
def test_until_when_answers_can_be_withdrawn(client, until, said):
    study = make_study(items=1, withdrawal_until=until)
    client.force_login(study.owner)
    assert f"withdrawn until</dt><dd>{said}</dd>" in page_of(client, study)


def test_a_plan_says_what_it_can_show_if_judges_repeat_and_differ(as_alice, alice):
    study = make_study(owner=alice, evaluations=98, evaluations_per_judge=6)
    none, some, entirely = (
        power_with_repeats(16, 6, alpha=0.05, pd=study.pd, gamma=gamma, rest=2)
        for gamma in (0, 0.3, 1)
    )
    said = (
        f"98 answers from 16 judges with 6 each and one with 2 show it with probability {none:.2f} "
        f"if judges do not differ, {some:.2f} if they clearly do (gamma 0.3), and {entirely:.2f} "
        "if each always perceives it or never does."
    )
    assert said in page_of(as_alice, study)
    assert said in text_of(as_alice.get(f"/studies/{study.code}/"))
    single = make_study(owner=study.owner, evaluations=98)
    value = power(98, goal="difference", alpha=0.05, pd=single.pd)
    assert f"98 answers show it with probability {value:.2f}." in page_of(as_alice, single)
    sequential = make_study(owner=study.owner, method="sequential", evaluations=98)
    assert "What it can show" not in page_of(as_alice, sequential)
    assert "Evaluations</dt><dd>at most 98" in page_of(as_alice, sequential)
    sure = make_study(owner=study.owner, evaluations=400)
    assert "400 answers show it with probability more than 0.99." in page_of(as_alice, sure)


@pytest.mark.parametrize(("evaluations", "each"), [(24, 30), (1, 2), (60_000, 7)])
def test_power_with_repeats_is_said_of_any_plan(client, evaluations, each):
    study = make_study(evaluations=evaluations, evaluations_per_judge=each)
    client.force_login(study.owner)
    assert f"{evaluations} answers from" in page_of(client, study)


def test_a_directed_plan_says_which_text_is_right(client):
    study = open_study(protocol="directed", question="Which one was written by a machine?")
    client.force_login(study.owner)
    page = page_of(client, study)
    assert "<dt>Judges are asked</dt><dd>directed (B is always the odd one)</dd>" in page
    assert "<dt>Right answer</dt><dd>the text of Machine</dd>" in page
    assert "Which one was written by a machine?" in page


def test_all_that_the_plan_holds_can_be_read(client):
    study = make_full_study()
    client.force_login(study.owner)

    def content(study):
        study.save()
        return page_of(client, study).split('class="page plan-page"')[1].split("<footer")[0]

    shown = content(study)
    names = set(IN_PLAN) - {"evaluations_per_judge"}  # this plan takes no other: see above
    hidden = {name for name in names if content(with_other_value(study, name)) == shown}
    assert hidden == set()


def test_amendments_say_who_when_why_and_at_what_cost(client):
    study = open_study()
    amendments.raise_evaluations(study=study, user=study.owner, evaluations=30, why="<i>more</i>")
    client.force_login(study.owner)
    page = page_of(client, study)
    assert "Number raised from 24 to 30; before results could be seen" in page
    assert study.owner.email in page
    assert "&lt;i&gt;more&lt;/i&gt;" in page
    # What was frozen stands as it was.
    assert "<dt>Evaluations</dt><dd>24</dd>" in page


def test_the_seed_is_shown_after_closing_only(client):
    study = open_study(blind=True)
    client.force_login(study.owner)
    assert study.seed not in page_of(client, study)
    transitions.close(study=study, user=study.owner)
    assert study.seed not in page_of(client, study)
    transitions.unseal(study=study, user=study.owner, why="")
    assert study.seed in page_of(client, study)


def test_only_those_who_may_see_the_study(client):
    study = open_study()
    client.force_login(make_user())
    assert client.get(reverse("studies:plan", args=[study.code])).status_code == 404
    recruiter = make_user()
    sharing.share(study=study, user=study.owner, email=recruiter.email, role="recruiter")
    client.force_login(recruiter)
    assert study.plan_sha256 in page_of(client, study)


def test_the_home_reminds_of_the_end_of_keeping_and_offers_to_erase(client):
    study = open_study()
    study.owner.is_superuser = True
    study.owner.save()
    client.force_login(study.owner)
    home = reverse("analysis:overview", args=[study.code])
    today = timezone.localdate()
    Study.objects.update(retention_until=today + timedelta(days=1))
    assert f"<dd>{today + timedelta(days=1)}</dd>" in text_of(client.get(home))
    past = {"title": study.title, "ends_at": "", "retention_until": str(today)}
    assert "Write a day to come." in text_of(client.post(f"{home}settings/", past))
    Study.objects.update(retention_until=today)
    running = text_of(client.get(home))
    assert "it still runs" in running
    assert reverse("studies:erase", args=[study.code]) not in running
    Study.objects.update(status="closed")
    page = text_of(client.get(home))
    assert f"until {today}. Nothing is deleted automatically" in page
    assert reverse("studies:erase", args=[study.code]) in page
