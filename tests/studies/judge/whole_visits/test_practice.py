"""Pages of practice, with their feedback, and of attention triads."""

import re

import pytest

from studies.models import Answer, Sample, Trial
from tests.factories import make_link
from tests.studies.judge.visits import begin, text_of, texts_of_three, welcome_of
from tests.studies.services.judging.test_practice import a_study, opened

pytestmark = pytest.mark.django_db


def test_practice_says_that_it_is_and_tells_which_one_it_was(client):
    link = make_link(opened(a_study(practice_triads=1)))
    assert "one page for practice" in text_of(client.get(welcome_of(link)))
    address = begin(client, link)["Location"]
    page = text_of(client.get(address))
    assert "This is practice" in page
    assert "of 3" not in page
    trial = Trial.objects.get()
    odd = trial.triad.odd_position
    answered = client.post(address, {"choice": str(odd)})
    assert answered["Location"] == address
    feedback = client.get(address)
    assert "Right: text" in text_of(feedback)
    texts = texts_of_three(feedback)
    named = re.findall(r"<article[^>]*class=\"odd\">.*?</article>", text_of(feedback), re.DOTALL)
    assert len(named) == 1
    assert texts[odd - 1] in named[0]
    real = client.post(f"{address}next/")["Location"]
    assert real != address
    page = text_of(client.get(real))
    assert "1 of 3" in page
    assert "practice" not in page.lower()
    # Looked at again, the practice page leads on to the texts that wait.
    assert client.post(f"{address}next/")["Location"] == real


def test_a_wrong_choice_in_practice_is_told_and_nothing_counts(client):
    link = make_link(opened(a_study(practice_triads=1)))
    address = begin(client, link)["Location"]
    odd = Trial.objects.get().triad.odd_position
    told = client.post(
        address, {"choice": str(odd % 3 + 1)}, headers={"accept": "application/json"}
    )
    assert told.json() == {"next": address}
    assert "Not this time" in text_of(client.get(address))
    assert not Answer.objects.counted().exists()


def test_attention_pages_are_like_all_others(client):
    """The same page but for texts, codes, labels and the count."""
    link = make_link(opened(a_study(attention_at=[2])))
    pages = []
    address = begin(client, link)["Location"]
    for number in range(1, 5):
        page = text_of(client.get(address))
        assert f"{number} of 4" in page
        code = address.split("/")[2]
        page = page.replace(code, "CODE").replace(f"{number} of 4", "n of 4")
        for text in (*Sample.objects.values_list("text", flat=True),):
            page = page.replace(f">{text}<", ">TEXT<")
        page = re.sub(r"\b\d{3}\b", "LABEL", page)
        page = re.sub(r'data-(key|left)="\w+"', "", page)
        pages.append(re.sub(r'lang="\w+"', "", page))
        address = client.post(address, {"choice": "1"})["Location"]
    assert "Thank you" in text_of(client.get(address))
    kinds = list(Trial.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["main", "attention", "main", "main"]
    assert len(set(pages)) == 1
