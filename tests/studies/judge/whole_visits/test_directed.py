"""A directed triad: the judge is told what to look for, and nothing of “two by one author”."""

import re

import pytest

from studies import wording
from studies.judge.languages import translated_languages
from studies.models import Answer, Triad, Trial
from studies.services.lifecycle import amendments
from tests.factories import make_link, make_study
from tests.studies.judge.visits import begin, opened, text_of, welcome_of
from tests.studies.services.judging.test_practice import a_study

pytestmark = pytest.mark.django_db

QUESTION = "Which one was written by a machine?"
DIRECTED = {"protocol": "directed", "question": QUESTION}
# What only the triangle's words say, in each of the languages.
UNDIRECTED = (
    "two of",
    "different author",
    "autor distinto",
    "another author",
    "other author",
    "dos de",
    "otro autor",
    "dous de",
    "outro autor",
    "deux d",
    "autre auteur",
    "zwei d",
    "anderen autor",
)


def without_html(page):
    return re.sub(r"<[^>]+>", " ", text_of(page)).casefold()


def assert_directed(page, question=QUESTION):
    words = without_html(page)
    assert question.casefold() in words
    assert not [phrase for phrase in UNDIRECTED if phrase in words]


@pytest.mark.parametrize("language", ["en", "es", "gl", "de", "fr"])
def test_the_default_words_are_right_in_each_language(client, language):
    assert language in translated_languages()
    link = make_link(opened(a_study(**DIRECTED, practice_triads=1)), language=language)
    assert_directed(client.get(welcome_of(link)))
    address = begin(client, link)["Location"]
    assert_directed(client.get(address))
    client.post(address, {"choice": "1"})
    feedback = without_html(client.get(address))
    assert not [phrase for phrase in UNDIRECTED if phrase in feedback]
    for message in (wording.invitation, wording.reminder):
        written = message(link.study, "ADDRESS", language).casefold()
        assert "ADDRESS".casefold() in written
        assert not [phrase for phrase in UNDIRECTED if phrase in written]


def test_the_undirected_words_are_found_by_this_test(client):
    for language in ("en", "es", "gl", "de", "fr"):
        words = wording.wording_now(make_study(), language)
        told = wording.invitation(make_study(), "ADDRESS", language)
        for text in (words.instructions, told):
            assert [phrase for phrase in UNDIRECTED if phrase in text.casefold()], text


def test_a_translated_question_is_asked_in_its_language(client):
    german = "Welcher Text stammt von einer Maschine?"
    study = opened(make_study(**DIRECTED, translations={"de": {"question": german}}))
    assert_directed(client.get(welcome_of(make_link(study, language="de"))), german)
    french = make_link(study, language="fr")
    page = text_of(client.get(welcome_of(french)))
    assert f'<h1 lang="en" dir="auto">{QUESTION}</h1>' in page


def test_instructions_of_the_study_stand_on_the_page_of_texts(client):
    link = make_link(opened(make_study(**DIRECTED, instructions="Look for stiff sentences.")))
    page = text_of(client.get(begin(client, link)["Location"]))
    assert "Look for stiff sentences." in page
    assert "asks for exactly one" not in page


def test_the_right_answer_is_the_text_of_b_and_the_page_does_not_tell_it(client):
    study = opened(make_study(**DIRECTED, evaluations=24))
    link = make_link(study)
    for number in range(6):
        client.cookies.clear()
        address = begin(client, link)["Location"]
        trial = Trial.objects.order_by("-pk")[0]
        page = client.get(address)
        assert "machine" not in without_html(page).replace(QUESTION.casefold(), "").replace(
            "text", ""
        )
        of_b = trial.triad.order.index("B") + 1
        choice = of_b if number % 2 else of_b % 3 + 1
        client.post(address, {"choice": str(choice)})
    assert (
        list(Answer.objects.order_by("pk").values_list("correct", flat=True))
        == [
            False,
            True,
        ]
        * 3
    )


def test_blocks_of_three_orders_in_both_modes_and_after_an_amendment(client):
    study = opened(a_study(**DIRECTED, evaluations=20, practice_triads=2, attention_at=[2]))
    assert Triad.objects.filter(study=study, mode="live", kind="main").count() == 21
    begin(client, make_link(study, mode="pilot"))
    amendments.raise_evaluations(study=study, user=study.owner, evaluations=31, why="more")
    blocks = {}
    for triad in Triad.objects.filter(study=study):
        blocks.setdefault((triad.mode, triad.kind, triad.block), []).append(triad.order)
    assert all(sorted(orders) == ["AAB", "ABA", "BAA"] for orders in blocks.values())
    assert sum(key[:2] == ("live", "main") for key in blocks) == 11
    assert {key[1] for key in blocks} == {"main", "practice", "attention"}
