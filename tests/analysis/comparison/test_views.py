"""Studies side by side: which may stand there, and what they say together."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from analysis.recomputation.store import recompute
from analysis.stats import estimate
from studies.models import Judge
from tests.analysis.answering import give_answers
from tests.analysis.results.test_views import NEVER_BEFORE, text_of
from tests.factories import make_user, open_study

pytestmark = pytest.mark.django_db


def answered(owner, title, counted, correct, **plan):
    whole = {"owner": owner, "title": title, "evaluations": 30, "items": 16} | plan
    study = open_study(**whole)
    give_answers(study, counted, correct, per_judge=whole.get("evaluations_per_judge", 1))
    recompute(study_id=study.pk)
    return study


def compared(client, user, *studies, name="compare", **more):
    client.force_login(user)
    asked = {"studies": [str(study.code) for study in studies], **more}
    return client.get(reverse(f"analysis:{name}"), asked)


def test_two_studies_share_a_value_and_are_tested(client):
    owner = make_user()
    studies = [answered(owner, "<b>rain</b>", 30, 18), answered(owner, "sun", 30, 13)]
    response = compared(client, owner, *studies)
    text = text_of(response)
    assert "No difference between these studies was shown (p = 0.30)" in text
    assert "Fisher's exact test" in text
    assert "18 of 30" in text
    assert "31 of 60" in text
    pd = estimate(31, 60).pd.value
    assert f"it is pd {100 * pd:.1f} %" in text
    assert "&lt;b&gt;rain" in response.content.decode()
    assert "<b>rain" not in response.content.decode()
    picture = compared(client, owner, *studies, name="compare_chart").content.decode()
    assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "&lt;b&gt;rain" in picture
    assert "<b>rain" not in picture


def test_test_studies_and_other_subjects_share_a_value_only_where_it_is_ticked(client):
    owner = make_user()
    one = answered(owner, "rain", 30, 20)
    others = {
        "test studies are among them": answered(owner, "sun", 30, 11, is_test=True),
        "their subjects differ": answered(owner, "wind", 30, 11, subject_b="Somebody else"),
    }
    for reason, other in others.items():
        response = compared(client, owner, one, other)
        assert response.context["joint"] is None
        told = text_of(response)
        assert "No value is given for all together" in told
        assert reason in told
        assert (
            "all together"
            not in compared(client, owner, one, other, name="compare_chart").content.decode()
        )
        ticked = compared(client, owner, one, other, pool="yes")
        assert ticked.context["joint"] is not None
        assert "Taken together because you ticked it" in text_of(ticked)


def test_what_cannot_be_compared_is_said_and_gives_no_number(client):
    owner = make_user()
    sequential = answered(owner, "in steps", 20, 18, method="sequential", beta=0.05)
    waiting = answered(owner, "not yet", 12, 7)
    text = text_of(compared(client, owner, sequential, waiting))
    assert "in steps : sequential" in text
    assert "not yet : no verdict yet" in text
    assert NEVER_BEFORE.findall(text.partition("Drawn as")[0].replace("two-sided", "")) == []
    assert compared(client, owner, waiting, name="compare_chart").status_code == 404


def test_what_studies_share_is_said_and_the_same_judges_are_not_pooled(client):
    """The factory's texts are the same; one judge has the same id, another the same browser."""
    owner = make_user()
    one, two = answered(owner, "rain", 30, 18), answered(owner, "sun", 30, 13)
    again = answered(owner, "again", 30, 20, evaluations_per_judge=3)
    far = answered(owner, "far", 30, 30)
    text = text_of(compared(client, owner, one, far))
    assert "These studies differ (p = 0.0001): no one value of pd or d′ describes them" in text
    assert "all together" not in text
    picture = compared(client, owner, one, far, name="compare_chart").content.decode()
    assert "all together" not in picture
    text = text_of(compared(client, owner, one, two, again))
    assert "Same texts: all" in text
    assert "Same judges: none are known" in text
    assert "again (3 answers a judge)" in text
    assert "all with one answer a judge 31 of 60" in " ".join(text.split())
    for study in (one, two):
        first, second, *_ = Judge.objects.filter(study=study).order_by("pk")
        for judge, known in ((first, {"external_id": "P1"}), (second, {"browser_key": "key"})):
            Judge.objects.filter(pk=judge.pk).update(**known)
    text = text_of(compared(client, owner, one, two))
    assert "at least 2 judges took part in more than one" in text
    assert "No value is given for all together, and no test" in text
    assert "31 of 60" not in text
    assert "31 of 60" in text_of(compared(client, owner, one, two, pool="yes"))


def test_others_and_sealed_studies_are_not_there(client):
    owner, other = make_user(), make_user()
    sealed = answered(owner, "sealed one", 12, 7, blind=True)
    foreign = answered(other, "foreign one", 30, 20)
    response = compared(client, owner, sealed, foreign)
    text = text_of(response)
    assert "sealed one" not in text
    assert "foreign one" not in text
    assert "2 of the chosen studies are not shown" in text
    assert compared(client, owner, foreign, name="compare_chart").status_code == 404


@pytest.mark.parametrize("address", ["?studies=x", "?studies=%01&measure=z", ""])
def test_odd_addresses_show_a_page(client, address):
    client.force_login(make_user())
    response = client.get(reverse("analysis:compare") + address)
    assert response.status_code == 200
    assert ("No study is chosen" in text_of(response)) == bool(address)


def test_queries_do_not_grow_with_studies(client):
    owner = make_user()
    studies, numbers = [], []
    for counted in (1, 3):
        while len(studies) < counted:
            studies.append(answered(owner, "rain", 30, 20))
        compared(client, owner, *studies)
        with CaptureQueriesContext(connection) as queries:
            compared(client, owner, *studies)
        numbers.append(len(queries))
    assert numbers[0] == numbers[1]


def test_a_triangle_and_a_directed_study_stand_side_by_side_without_a_common_value(client):
    owner = make_user()
    asked = {"protocol": "directed", "question": "Which one is <b>stiff</b>?"}
    studies = [answered(owner, "rain", 30, 20), answered(owner, "sun", 30, 20, **asked)]
    response = compared(client, owner, *studies)
    text = text_of(response)
    assert "These studies asked different things" in text
    assert "all together" not in text
    assert "Tested by" not in text
    assert "Choose two or more studies" not in text
    assert (
        "directed: <bdi>Which one is &lt;b&gt;stiff&lt;/b&gt;?</bdi>" in response.content.decode()
    )
    for protocol in ("triangle", "directed"):
        d_prime = estimate(20, 30, protocol=protocol).d_prime.value
        assert f"{d_prime:.2f} (" in text
    picture = compared(client, owner, *studies, name="compare_chart", measure="d_prime")
    assert "all together" not in picture.content.decode()
