"""The page of the companions, their place before opening, and beside the results."""

import json

import pytest

from analysis.companions.stored import METHODS
from analysis.recomputation.store import recompute
from analysis.report_zip.companions import companions_file
from analysis.report_zip.paper.companion_tables import companion_tables
from analysis.report_zip.paper.content import report_content
from analysis.report_zip.paper.page import page_of
from analysis.results.study_results import read_results, stamp_for
from studies import tasks
from studies.models import Job, RatingPlan
from studies.services.lifecycle import opening
from studies.services.lifecycle.opening_warnings import ACCEPTING, ONE_RULE, warnings_of
from tests.analysis.answering import give_answers
from tests.analysis.companions.studies import look_at, restaurant_study
from tests.factories import make_study, make_user

pytestmark = pytest.mark.django_db


def page(client, study, **more):
    client.force_login(study.owner)
    return client.get(f"/studies/{study.code}/companions/", **more).content.decode()


def test_before_opening_it_says_what_gives_the_texts_away_and_what_to_do(client):
    study = restaurant_study(pd=0.1)
    assert "Look at the texts</button>" in page(client, study)

    answer = client.post(f"/studies/{study.code}/companions/")
    job = Job.objects.get(study=study, kind=Job.Kind.COMPANIONS)
    assert answer["Location"] == f"/studies/{study.code}/jobs/{job.pk}/"
    tasks.run_job(job.pk)

    shown = page(client, study)
    assert "What could give them away" in shown
    assert '<p class="sentence warning">A judge who looks only at' in shown
    assert "more than the 10\u00a0% of your plan" in shown
    assert "fit their context in 49\u00a0% of cases, those of TGen in 100\u00a0%" in shown
    assert "leave out more than those of TGen: customer rating (said in 0 of 32 against" in shown
    assert "customer rating (said in 0 of 32 against 32 of 32)" in shown
    assert "Two texts of Sheffield NLP share their sentence pattern in 10\u00a0%" in shown
    assert "ask each judge for one evaluation" in shown
    assert "{name} is a pub near {near}." in shown
    assert "judges right where" not in shown


def test_both_pages_have_one_order(client):
    study = restaurant_study(about=20, evaluations=24)
    found = look_at(study)
    client.force_login(study.owner)
    here = client.get(f"/studies/{study.code}/companions/").context["all_rules"]
    there = client.get(f"/studies/{study.code}/texts/surface-cues/").context["rows"]
    looks = {rule.rule: rule.looks_at for rule in found.rules}
    shared = [looks[row.code] for row, _address in there if row.code in looks]
    assert len(shared) > 3
    assert shared == [row.looks_at for row in here if row.looks_at in shared]


def test_texts_that_fit_another_item_are_left_out_by_ticks(client):
    study = restaurant_study(evaluations=6)
    found = look_at(study)
    shown = [one.key for one in found.misfits[:3]]
    client.force_login(study.owner)

    answer = client.post(
        f"/studies/{study.code}/companions/",
        {
            "action": "leave_out",
            "shown": [*shown, "9" * 5000, "٣", "x"],
            "out": [*shown[:2], "9" * 5000],
        },
    )

    assert answer.status_code == 302
    assert set(study.samples.filter(left_out=True).values_list("pk", flat=True)) == {*shown[:2]}
    assert "have been changed since. Look again." in page(client, study)


def test_without_contexts_it_says_what_it_needs(client):
    study = make_study()
    look_at(study)

    shown = page(client, study)

    assert "can be told where contexts are structured" in shown
    assert "where texts have a <em>context</em>" in shown


def test_the_checklist_asks_for_it_and_warns_where_a_rule_passes_the_plan(client):
    study = restaurant_study(pd=0.1)
    client.force_login(study.owner)
    address = f"/studies/{study.code}/open/"
    assert "has not been worked out for these texts" in client.get(address).content.decode()
    assert ONE_RULE not in [warning.code for warning in warnings_of(study)]

    look_at(study)

    assert ONE_RULE in [warning.code for warning in warnings_of(study)]
    shown = client.get(address).content.decode()
    assert "more than the 10 % of your plan" in shown
    assert f"/studies/{study.code}/companions/" in shown


def test_a_plan_that_asks_for_more_is_not_warned():
    study = restaurant_study(about=20, pd=0.9)
    look_at(study)

    assert ONE_RULE not in [warning.code for warning in warnings_of(study)]


def opened(**fields):
    study = restaurant_study(about=20, **{"evaluations": 12} | fields)
    look_at(study)
    return opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))


def answered(study, *, right):
    give_answers(study, 12, right)
    recompute(study_id=study.pk)
    return study


def test_after_answers_it_stands_beside_the_judges(client):
    study = answered(opened(), right=6)

    shown = page(client, study)

    assert "Why were they told apart, or not?" in shown
    assert "of these triads; your judges were right in 50\u00a0%." in shown
    assert "judges right where the rule is right" in shown
    results = client.get(f"/studies/{study.code}/results/").content.decode()
    assert "of these triads; your judges were right in 50\u00a0%." in results


def test_the_report_has_it_with_the_versions_of_its_methods():
    study = answered(opened(), right=6)

    told = json.loads(companions_file(study)["companions.json"])

    assert told["methods"] == METHODS
    assert told["stale"] is False
    assert len(told["one_rule_judges"][0]["by_triad"]) == 12
    assert told["content_match"]["contexts"]["texts_a"] == 20
    assert told["frames"]["a"]["texts"] == 20
    results = read_results(stamp_for(study.owner, study.code), reader=study.owner)
    looks, programs = companion_tables(results)
    best = max(told["one_rule_judges"], key=lambda rule: rule["share_right"])
    assert looks.rows[0][:2] == (best["looks_at"], f"{100 * best['share_right']:.0f}\u00a0%")
    assert "no p, no limits" in looks.note
    share = told["content_match"]["contexts"]["share_a"]
    assert programs.rows[0][:2] == ("fit their context", f"{100 * share:.1f} %")
    page = page_of(report_content(results))
    assert all(table.title in page and table.note[-40:] in page for table in (looks, programs))
    Job.objects.filter(kind=Job.Kind.COMPANIONS).delete()
    assert companions_file(study) == {}
    assert companion_tables(results) == []


def test_the_results_lead_to_it_where_no_one_has_looked(client):
    study = answered(opened(), right=6)
    Job.objects.filter(kind=Job.Kind.COMPANIONS).delete()
    client.force_login(study.owner)

    results = client.get(f"/studies/{study.code}/results/").content.decode()

    assert "It takes seconds to find out." in results
    assert f"/studies/{study.code}/companions/" in results


def test_a_blind_study_tells_nothing_of_its_judges(client):
    study = answered(opened(blind=True, evaluations=18), right=6)

    shown = page(client, study)
    assert "A judge who looks only at" in shown
    assert "your judges" not in shown
    assert "judges right where" not in shown
    results = client.get(f"/studies/{study.code}/results/").content.decode()
    assert "A judge who looks only at" not in results


def test_a_study_of_ratings_has_no_triads_to_look_at(client):
    study = make_study(kind="rating")
    RatingPlan.objects.create(study=study)
    client.force_login(study.owner)

    led_back = client.get(f"/studies/{study.code}/companions/", follow=True)
    assert "this study rates 2 systems" in led_back.content.decode()
    assert "/companions/" not in client.get(f"/studies/{study.code}/texts/").content.decode()


def test_it_takes_few_queries(client, django_assert_max_num_queries):
    study = answered(opened(), right=6)
    client.force_login(study.owner)

    with django_assert_max_num_queries(14):
        client.get(f"/studies/{study.code}/companions/")


def test_only_those_who_may_edit_get_it(client):
    study = make_study()
    client.force_login(make_user())

    assert client.get(f"/studies/{study.code}/companions/").status_code == 404
    assert client.post(f"/studies/{study.code}/companions/").status_code == 404
