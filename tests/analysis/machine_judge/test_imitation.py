"""How well B imitates A, where the plan says that it is meant to."""

import pytest
from django.test import Client

from analysis.companions.compliancy import Compliancy
from analysis.machine_judge.imitation import Imitation, imitation_of, table
from studies.models import Study
from tests.analysis.machine_judge.test_views import ask, page, telling_study
from tests.factories import make_sample, make_study

pytestmark = pytest.mark.django_db
WORDS = ["sun at noon", "rain by the coast", "wind from north", "clouds over hills", "a dry day"]


def imitated() -> tuple[Study, list[int]]:
    """B repeats A's words about each item, but of the last it says what A says of the first."""
    study, keys = make_study(items=0), []
    for number, words in enumerate(WORDS):
        said = WORDS[0] if number == 4 else words
        for subject, text in (("A", f"We see {words}."), ("B", f"There is {said}!")):
            sample = make_sample(study, subject, f"day {number}", text, context=f"weather: {words}")
            keys.append(sample.pk)
    return study, keys


def test_b_is_checked_by_context_pair_and_program_and_a_beside_it() -> None:
    study, keys = imitated()
    taken_for_a = [1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 1.0, -1.0, -1.0, 1.0]
    found = imitation_of(study, keys, taken_for_a)
    assert found.of_b == Compliancy(5, 0.8, 0.8, 0.6, 0.4)
    assert (found.of_a.context, found.of_a.style) == (1, 0.8)


def test_without_contexts_one_check_is_missing() -> None:
    study, keys = imitated()
    study.samples.update(context="")
    found = imitation_of(study, keys, [1.0] * 10)
    assert (found.of_b.context, found.of_b.all_three, found.of_b.pair) == (None, None, 0.8)
    assert table(found)[0][1:] == ("–", "–")


def test_shares_stand_in_a_table() -> None:
    found = Imitation(Compliancy(5, 0.8, 0.8, 0.6, 0.4), Compliancy(5, 1, 0.8, 0.8, 0.6))
    assert table(found)[-1] == ("all three", "40.0 %", "60.0 %")


def test_the_page_shows_it_where_the_plan_says_so(client: Client) -> None:
    study = telling_study()
    ask(client, study)
    assert "imitates" not in page(client, study)
    study.b_imitates_a = True
    study.save(update_fields=["b_imitates_a"])
    assert "ask again to see for how many items the imitation succeeds" in page(client, study)
    ask(client, study)
    shown = page(client, study)
    assert "How well Machine imitates Forecaster" in shown
    assert "Of 12 items that can be compared" in shown
