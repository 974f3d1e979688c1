"""A study of the other kind, of the same texts."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from studies.models import ExcludedId, Image, Study
from studies.services.texts import next_study
from tests.factories import make_sample, make_study, make_user, open_rating_study, open_study

pytestmark = pytest.mark.django_db


def texts_of(study, *columns):
    return list(study.samples.order_by("pk").values_list(*columns))


def test_a_study_of_triads_becomes_one_of_ratings():
    study = make_study(items=2, language="de", thanks_text="Danke!", instructions="Three texts.")
    image = Image.objects.create(
        study=study, content=b"x", content_type="image/png", sha256="0" * 64, width=1, height=1
    )
    make_sample(study, "B", "day 0", "A second one.", context="rain", condition="long")
    make_sample(study, "A", "day 2", "", image=image, alt_text="A map")
    make_sample(study, "A", "try", "For practice.", kind="practice")
    make_sample(study, "A", "mind", "Mind!", kind="attention")
    ExcludedId.objects.create(study=study, external_id="judge 7")
    user = make_user()
    draft = next_study.rate_texts(study=study, user=user)
    draft = Study.objects.get(pk=draft.pk)
    assert (draft.kind, draft.status, draft.owner) == ("rating", "draft", user)
    assert draft.subjects == {"A": "Forecaster", "B": "Machine"}
    assert (draft.language, draft.thanks_text, draft.instructions) == ("de", "Danke!", "")
    assert draft.seed != study.seed
    main = study.samples.exclude(kind="attention").order_by("pk")
    columns = (
        "subject",
        "kind",
        "item",
        "text",
        "context",
        "condition",
        "alt_text",
        "content_hash",
        "row",
    )
    assert texts_of(draft, *columns) == list(main.values_list(*columns))
    # The second text of B about an item, until a researcher chooses.
    assert draft.samples.get(left_out=True).text == "A second one."
    picture = draft.samples.get(alt_text="A map").image
    assert (picture.sha256, picture.name != image.name) == (image.sha256, True)
    # 3 items, 3 criteria, 3 judges an item; 20 judges of each criterion.
    assert (draft.evaluations, draft.evaluations_per_judge) == (27, 1)
    assert draft.rating_plan.judges == 60
    assert [one.external_id for one in ExcludedId.objects.filter(study=draft)] == ["judge 7"]
    assert draft.events.get().details == {"source": str(study.code)}


def test_two_systems_of_ratings_become_a_study_of_triads():
    study = open_rating_study(items=4, systems=3)
    draft = next_study.tell_apart(study=study, user=study.owner, a="C", b="A")
    draft = Study.objects.get(pk=draft.pk)
    assert (draft.kind, draft.subjects) == ("triangle", {"A": "System C", "B": "Forecaster"})
    assert draft.samples.filter(subject="A").count() == draft.samples.filter(subject="B").count()
    assert set(draft.samples.filter(subject="A").values_list("text", flat=True)) == set(
        study.samples.filter(subject="C").values_list("text", flat=True)
    )
    with pytest.raises(ValueError, match="must differ"):
        next_study.tell_apart(study=study, user=study.owner, a="A", b="A")


def test_the_page_says_what_is_taken_along_and_makes_the_draft(client):
    study = open_study(blind=True)
    study.owner.is_superuser = True
    study.owner.save()
    client.force_login(study.owner)
    texts = client.get(reverse("studies:texts", args=[study.code])).content.decode()
    address = reverse("studies:ask_next", args=[study.code])
    assert address in texts
    page = " ".join(strip_tags(client.get(address).content.decode()).split())
    assert "All 12 items have texts of both." in page
    assert Study.objects.count() == 1
    listed = client.get(client.post(address).url).content.decode()
    assert "12 by <bdi>Forecaster</bdi>, 12 by <bdi>Machine</bdi>" in listed
    rating = Study.objects.latest("pk")
    assert (rating.kind, rating.blind) == ("rating", True)
    back = reverse("studies:ask_next", args=[rating.code])
    refused = client.post(back, {"a": "B", "b": "B"})
    assert (refused.status_code, Study.objects.count()) == (422, 2)
    assert "Choose another system" in refused.content.decode()
    client.post(back, {"a": "B", "b": "A"})
    assert Study.objects.latest("pk").subjects == {"A": "Machine", "B": "Forecaster"}


def test_only_those_who_may_add_studies_make_one(client):
    study = make_study(items=1)
    client.force_login(study.owner)
    address = reverse("studies:ask_next", args=[study.code])
    assert client.post(address).status_code == 403
    assert address not in client.get(reverse("studies:texts", args=[study.code])).content.decode()


def test_more_texts_cost_no_more_statements():
    numbers = []
    for items in (2, 40):
        study = make_study(items=items)
        with CaptureQueriesContext(connection) as statements:
            next_study.rate_texts(study=study, user=study.owner)
        numbers.append(len(statements))
    assert numbers[0] == numbers[1]
