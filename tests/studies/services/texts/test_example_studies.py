"""The paper's evaluations as drafts: nothing stands against opening them."""

import pytest
from django.urls import reverse

from analysis.stats import max_correct, min_correct
from studies.models import Study
from studies.services.lifecycle import opening
from studies.services.texts.example_studies import EXAMPLES, make_example
from tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_can_be_opened_as_it_is(name):
    owner = make_user()
    study = make_example(name=name, user=owner)
    assert (study.status, study.owner, study.samples.count()) == ("draft", owner, 48)
    assert opening.why_not_open(study) == []


def test_the_numbers_of_the_summaries():
    experts, panel = EXAMPLES["experts"], EXAMPLES["panel"]
    assert experts.evaluations == 4 * experts.evaluations_per_judge == 24
    assert f"{min_correct(24, alpha=experts.alpha)} right" in experts.summary
    assert f"up to {max_correct(98, beta=panel.beta, pd=panel.pd)} right" in panel.summary


def test_a_click_makes_a_draft_of_ones_own(client):
    client.force_login(make_user(is_superuser=True))
    page = client.get(reverse("studies:new")).content.decode()
    address = reverse("studies:new_example", args=["panel"])
    assert f'action="{address}"' in page
    answer = client.post(address)
    assert answer["Location"] == reverse("studies:open", args=[Study.objects.get().code])
    assert client.get(address).status_code == 405
    assert client.post(reverse("studies:new_example", args=["other"])).status_code == 404
