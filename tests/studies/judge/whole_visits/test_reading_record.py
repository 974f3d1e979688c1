"""Covered texts and pictures by HTTP, and the record that comes with a choice."""

import html
import json
import re

import pytest
from django.urls import reverse

from studies.models import Answer, Image, Judge, ReadingRecord, Sample
from tests.factories import make_link, make_sample, make_study
from tests.studies.judge.visits import begin, opened, text_of, texts_of_three

pytestmark = pytest.mark.django_db
TEXT = "  It rains,\n\n\tsays <b>Dr. Fox</b>. Cold! "
COVERED = re.compile(r'<span class="s"><span>(.*?)</span></span>', re.DOTALL)


def a_study(*, pictures="AB", described="AB", **fields):
    study = make_study(items=0, **fields)
    for number in range(12):
        for subject in "AB":
            sample = make_sample(study, subject, f"day {number}", f"{TEXT}{number} {subject}\n")
            if subject in pictures:
                sample.image = Image.objects.create(
                    study=study,
                    content=b"x",
                    content_type="image/png",
                    sha256=f"{number}{subject}",
                    width=3,
                    height=2,
                )
                sample.alt_text = f"Clouds <{number}>" if subject in described else ""
                sample.save()
    return study


def first_page(client, study):
    return client.get(begin(client, make_link(opened(study)))["Location"])


def test_covered_texts_are_cut_and_keep_every_character(client):
    page = first_page(client, a_study(pictures="", presentation="masked"))
    texts = texts_of_three(page)
    assert {html.unescape(re.sub(r"</?span[^>]*>", "", text)) for text in texts} <= {
        sample.text for sample in Sample.objects.all()
    }
    for text in texts:
        sentences = [html.unescape(each) for each in COVERED.findall(html.escape(text, False))] or [
            html.unescape(each) for each in COVERED.findall(text)
        ]
        assert sentences[:3] == ["It rains,", "says <b>Dr. Fox</b>.", "Cold!"]
    assert "whole.css" in text_of(page)


def test_whole_texts_are_not_cut(client):
    page = text_of(first_page(client, a_study(pictures="")))
    assert "covered" not in page
    assert 'class="s"' not in page


def test_whole_texts_can_be_asked_for_by_a_button_and_stay(client):
    link = make_link(opened(a_study(pictures="", presentation="masked", evaluations_per_judge=2)))
    address = begin(client, link)["Location"]
    client.get(address + "whole/")
    assert not Judge.objects.get().reads_whole
    assert 'class="s"' in text_of(client.get(address))
    assert client.post(address + "whole/")["Location"] == address
    assert 'class="s"' not in text_of(client.get(address))
    following = client.post(address, {"choice": "1"})["Location"]
    assert 'class="s"' not in text_of(client.get(following))
    assert Judge.objects.get().reads_whole


@pytest.mark.parametrize(
    ("pictures", "described", "shown"), [("AB", "AB", 3), ("AB", "A", 3), ("A", "A", 0)]
)
def test_pictures_stand_beside_all_three_texts_or_none(client, pictures, described, shown):
    page = text_of(first_page(client, a_study(pictures=pictures, described=described)))
    assert page.count('<img class="picture" src="/i/') == shown
    alts = [html.unescape(alt) for alt in re.findall(r'alt="([^"]*)"', page)]
    said = r"Clouds <\d+>" if described == "AB" else r"Image of text \d{3}"
    assert all(re.fullmatch(said, alt) for alt in alts)


def test_a_record_comes_with_the_choice(client):
    address = begin(client, make_link(opened(a_study(pictures=""))))["Location"]
    said = {"confirmed": 0, "visible": 0, "choices": [], "device": "pen", "translated": True}
    client.post(address, {"choice": "1", "reading": json.dumps(said)})
    assert ReadingRecord.objects.get().device == "pen"
    assert Answer.objects.get().page_translated


@pytest.mark.parametrize("sent", ["[" * 9999, "{}", '{"confirmed": -1}', "\x00", "é" * 300_000])
def test_no_record_stands_in_the_way_of_an_answer(client, sent):
    address = begin(client, make_link(opened(a_study(pictures=""))))["Location"]
    assert client.post(address, {"choice": "1", "reading": sent}).status_code == 303
    assert (Answer.objects.count(), ReadingRecord.objects.count()) == (1, 0)


def test_the_preview_covers_texts_and_shows_them_whole(client):
    study = a_study(pictures="", presentation="masked")
    client.force_login(study.owner)
    address = reverse("studies:preview", args=[study.code]) + "?page=texts"
    page = text_of(client.get(address))
    assert 'class="s"' in page
    whole = html.unescape(re.search(r'id="whole" method="post" action="([^"]+)"', page)[1])
    assert 'class="s"' not in text_of(client.post(whole))
