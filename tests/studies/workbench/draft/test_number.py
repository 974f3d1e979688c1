"""The number that a question needs, told while it is typed."""

import pytest
from django.urls import reverse

from analysis.stats import judges_needed
from studies.workbench.draft.number import sentences_of
from tests.factories import make_study, make_user

PLAN = {
    "goal": "difference", "method": "fixed", "alpha": "0.05", "beta": "0.05", "pd": "0.3",
    "evaluations": "", "evaluations_per_judge": "1",
}  # fmt: skip


def told(**changed):
    return sentences_of(PLAN | changed)


def test_the_number_that_the_risks_need_and_what_it_shows():
    needed = judges_needed(goal="difference", alpha=0.05, beta=0.05, pd=0.3)
    first, counts, power, sensitivity = told()
    assert first == f"{needed} evaluations: what these risks need."
    assert counts == "29 right answers or more of them show a difference."
    assert sensitivity.startswith("pd 30\u00a0% is medium (25 to 35\u00a0%), the sensitivity too: ")
    assert f"{needed} answers show it with probability 0.95" in power


def test_numbers_are_read_as_people_type_them():
    assert told(alpha="5 %", pd="30 %", beta="0,05") == told()


def test_a_similarity_test_says_how_few_are_right():
    counts = told(goal="similarity", evaluations="100")[1]
    assert "right answers or fewer of them show similarity." in counts


def test_a_number_of_ones_own_stands_beside_the_needed_one():
    assert told(evaluations="80")[0] == "80 evaluations. These risks need 66."


def test_where_fewer_would_do_the_recommended_number_is_named():
    first = told(alpha="0.4", beta="0.4", pd="0.5")[0]
    assert "18 evaluations, as ISO 4120 recommends." in first


@pytest.mark.parametrize(
    "changed", [{"alpha": ""}, {"pd": "x"}, {"beta": "2", "evaluations": "50"}, {"goal": "both"}]
)
def test_no_number_where_it_is_not_defined(changed):
    assert told(**changed) == []


def test_what_is_wrong_with_a_number_is_said():
    assert told(evaluations="12")[0] == "12 evaluations. These risks need 66."
    assert told(evaluations="12")[-1] == "Fewer than the 18 that ISO 4120 recommends."
    assert "no result can show a difference" in told(evaluations="2")[0]


def test_with_more_than_one_a_judge_the_number_is_one_of_whole_judges():
    whole = told(alpha="0.01", beta="0.05", pd="0.25", evaluations_per_judge="6")
    needed = judges_needed(goal="difference", alpha=0.01, beta=0.05, pd=0.25)
    assert needed % 6
    judges = needed // 6 + 1
    assert whole[0] == f"{6 * judges} evaluations: {judges} judges with 6 each."
    assert whole[1] == f"These risks need {needed} if judges do not differ, more if they do."
    typed = told(evaluations_per_judge="6", evaluations="80")
    assert typed[0] == "80 evaluations: 13 judges with 6 each and one with 2."


def test_a_sequential_plan_has_a_largest_number():
    assert told(method="sequential") == [
        "At most 132 evaluations: most sequential studies end long before.",
        "pd 30\u00a0% is medium (25 to 35\u00a0%), the sensitivity too: a difference counts "
        "that one person in three or four perceives.",
    ]


@pytest.mark.django_db
def test_the_page_says_it_without_a_script_and_the_script_asks_the_same(client):
    client.force_login(make_user(is_superuser=True))
    page = client.get(reverse("studies:new")).content.decode()
    assert "66 evaluations: what these risks need." in page
    assert 'id="number" aria-live="polite"' in page
    answer = client.get(reverse("studies:number"), PLAN)
    assert answer.json() == {"sentences": told()}


@pytest.mark.django_db
def test_a_stored_question_says_its_own_number(client):
    study = make_study(evaluations=80)
    client.force_login(study.owner)
    page = client.get(reverse("studies:question", args=[study.code])).content.decode()
    assert "80 evaluations. These risks need 66." in page


@pytest.mark.parametrize(
    ("pd", "words"),
    [
        ("0.24", "pd 24 % is low (under 25 %), the sensitivity high"),
        ("0.25", "pd 25 % is medium"),
        ("0.35", "pd 35 % is medium"),
        ("0.36", "pd 36 % is high (over 35 %), the sensitivity low"),
    ],
)
def test_the_sensitivity_in_words(pd, words):
    assert told(pd=pd)[3].replace("\u00a0", " ").startswith(words)
