"""What pages of a study have in common: the study is found, and framed, in one way."""

from typing import Any
from uuid import UUID

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import Http404
from django.test import RequestFactory

from studies.models import User
from studies.workbench.frame import page, refuse, study_for, study_page
from tests.factories import make_study

pytestmark = pytest.mark.django_db


class Question(forms.Form):
    number = forms.IntegerField()


def request_of(user: User) -> Any:
    request = RequestFactory().get("/")
    request.user = user
    request.session = {}  # type: ignore[assignment]  # enough for messages
    request._messages = FallbackStorage(request)  # type: ignore[attr-defined]
    return request


def test_a_study_is_found_by_its_code(alice: User, django_assert_num_queries: Any) -> None:
    study = make_study(owner=alice)
    with django_assert_num_queries(1):
        found = study_for(request_of(alice), study.code, "edit")
    assert found == study
    assert found.get_deferred_fields() == {"plan_json"}


def test_a_study_that_there_is_not_is_not_found(alice: User) -> None:
    with pytest.raises(Http404):
        study_for(request_of(alice), UUID(int=0), "see")


def test_a_study_of_others_is_not_found(alice: User, bob: User) -> None:
    study = make_study(owner=alice)
    with pytest.raises(Http404):
        study_for(request_of(bob), study.code, "see")


@pytest.mark.parametrize(
    ("form", "status"),
    [(None, 200), (Question(), 200), (Question({"number": "7"}), 200), (Question({}), 422)],
)
def test_a_form_with_errors_is_shown_as_unprocessable(
    alice: User, form: Question | None, status: int
) -> None:
    study = make_study(owner=alice)
    shown: Any = page(request_of(alice), "any.html", study, "A title", form=form, more=7)
    assert shown.status_code == status
    context = shown.context_data
    assert (context["title"], context["study_page"]) == ("A title", study_page(study))
    assert (context["form"], context["more"]) == (form, 7)


def test_what_cannot_be_done_now_is_said_on_the_page_of_the_study(alice: User) -> None:
    request, study = request_of(alice), make_study(owner=alice)
    assert refuse(request, study, "pause")["Location"] == study_page(study)
    assert [str(message) for message in get_messages(request)] == [
        "This cannot be done now: the study is draft."
    ]
