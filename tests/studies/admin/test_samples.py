"""Texts: corrected in a draft, exactly as typed; fixed later."""

import pytest
from django.test import Client

from studies import design
from studies.models import Image, Sample, User
from studies.services.accounts import sharing
from tests.factories import make_sample, make_study, open_study

pytestmark = pytest.mark.django_db


def change(sample: Sample) -> str:
    return f"/studies/{sample.study.code}/texts/{sample.pk}/"


FORM = {"item": "day 1", "context": "", "language": "", "direction": "auto"}


def test_a_text_is_changed_exactly(as_alice: Client, alice: User) -> None:
    sample = make_sample(make_study(owner=alice, items=0), "A", "day 1", "Old.")
    as_alice.post(change(sample), {**FORM, "text": "  New,\r\n\r\n\twith space. "})
    sample.refresh_from_db()
    assert sample.text == "  New,\n\n\twith space. "
    assert sample.content_hash == design.content_hash(sample.text)


def test_subject_and_study_stay(as_alice: Client, alice: User) -> None:
    sample = make_sample(make_study(owner=alice, items=0), "A", "day 1", "Old.")
    other = make_study(owner=alice)
    as_alice.post(change(sample), {**FORM, "text": "x", "subject": "B", "study": other.pk})
    sample.refresh_from_db()
    assert (sample.subject, sample.study_id == other.pk) == ("A", False)


@pytest.mark.parametrize("text", ["", "   ", "a\x00b", "x" * 50_001])
def test_an_absurd_text_is_refused(as_alice: Client, alice: User, text: str) -> None:
    sample = make_sample(make_study(owner=alice, items=0), "A", "day 1", "Old.")
    response = as_alice.post(change(sample), {**FORM, "text": text})
    assert "text" in response.context["form"].errors
    sample.refresh_from_db()
    assert sample.text == "Old."


def test_an_image_is_shown_hashed_and_needs_its_description(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice, items=0)
    image = Image.objects.create(
        study=study, sha256="ab" * 32, content=b"x", content_type="image/webp", width=1, height=1
    )
    sample = make_sample(
        study, "A", "day 1", "Old. Text.", image=image, alt_text="A map", sentence_starts=[0, 5]
    )
    assert f'src="/i/{image.name}/"' in as_alice.get(change(sample)).content.decode()
    refused = as_alice.post(change(sample), {**FORM, "text": "New.", "alt_text": " "})
    assert "alt_text" in refused.context["form"].errors
    as_alice.post(change(sample), {**FORM, "text": "  ", "alt_text": "A chart"})
    sample.refresh_from_db()
    assert (sample.text, sample.in_words) == ("", "picture: A chart")
    as_alice.post(change(sample), {**FORM, "text": "New.", "alt_text": "A  chart"})
    sample.refresh_from_db()
    assert (sample.alt_text, sample.sentence_starts) == ("A chart", None)
    seen = design.image_part(image.sha256, "A chart")
    assert sample.content_hash == design.content_hash("New.", seen)


@pytest.mark.parametrize(("query", "rows"), [("kind__exact=practice", 1), ("left_out__exact=0", 2)])
def test_texts_are_listed_by_kind_and_by_taking_part(
    as_alice: Client, alice: User, query: str, rows: int
) -> None:
    study = make_study(owner=alice, items=0)
    make_sample(study, "A", "day 1", "Rain.")
    make_sample(study, "A", "day 2", "Sun.", kind="practice")
    make_sample(study, "B", "day 1", "Wet.", left_out=True)
    page = as_alice.get(f"/admin/studies/sample/?{query}")
    assert page.context["cl"].result_count == rows


def test_texts_of_an_open_study_are_fixed(as_alice: Client, alice: User) -> None:
    sample = open_study(owner=alice).samples.first()
    before = sample.text
    assert "<textarea" not in as_alice.get(change(sample)).content.decode()
    for address, values in (
        (change(sample), {**FORM, "text": "x"}),
        (change(sample), {"left_out": "yes"}),
        (f"{change(sample)}delete/", {}),
    ):
        page = as_alice.post(address, values, follow=True).content.decode()
        assert "its texts are fixed" in page
    sample.refresh_from_db()
    assert (sample.text, sample.left_out) == (before, False)


def test_a_text_of_a_draft_is_left_out_taken_back_and_deleted(
    as_alice: Client, alice: User
) -> None:
    sample = make_sample(make_study(owner=alice, items=0), "A", "day 1", "Old.")
    for value, left_out in (("yes", True), ("no", False)):
        as_alice.post(change(sample), {"left_out": value})
        sample.refresh_from_db()
        assert sample.left_out is left_out
    assert "for good" in as_alice.get(f"{change(sample)}delete/").content.decode()
    assert Sample.objects.exists()
    as_alice.post(f"{change(sample)}delete/")
    assert not Sample.objects.exists()


def test_the_old_address_of_a_text_leads_to_its_page(as_alice: Client, as_bob: Client, alice: User):
    sample = make_sample(make_study(owner=alice, items=0), "A", "day 1", "Old.")
    old = f"/admin/studies/sample/{sample.pk}/change/"
    assert as_alice.get(old)["Location"] == change(sample)
    assert as_bob.get(old).status_code == 404


@pytest.mark.parametrize(("role", "may"), [(None, False), ("analyst", False), ("editor", True)])
def test_who_may_change_texts(
    as_bob: Client, alice: User, bob: User, role: str | None, may: bool
) -> None:
    study = make_study(owner=alice)
    if role:
        sharing.share(study=study, user=alice, email=bob.email, role=role)
    sample = study.samples.first()
    as_bob.post(change(sample), {**FORM, "text": "New."})
    sample.refresh_from_db()
    assert (sample.text == "New.") == may


@pytest.mark.parametrize(
    ("role", "blind", "sees"),
    [
        ("recruiter", False, False),
        ("analyst", False, True),
        ("analyst", True, False),
        ("editor", True, True),
    ],
)
def test_people_who_may_be_asked_to_judge_read_no_texts(
    as_bob: Client, alice: User, bob: User, role: str, blind: bool, sees: bool
) -> None:
    """The same people may download them: those who edit, or read the results."""
    study = open_study(owner=alice, blind=blind)
    sharing.share(study=study, user=alice, email=bob.email, role=role)
    listed = as_bob.get("/admin/studies/sample/").context["cl"].result_count
    page = as_bob.get(change(study.samples.first())).status_code
    download = as_bob.get(f"/studies/{study.code}/export/texts.csv").status_code
    assert (listed > 0, page == 200, download == 200) == (sees, sees, sees)
    home = as_bob.get(f"/studies/{study.code}/").content.decode()
    texts = f"/studies/{study.code}/texts/"
    assert (texts in home, as_bob.get(texts).status_code == 200) == (sees, sees)
