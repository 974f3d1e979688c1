"""No form has a browser's number field: the mouse wheel changes it, and a comma is lost in it."""

import re
from collections.abc import Iterator

import pytest
from django import forms
from django.contrib import admin
from django.test import RequestFactory
from django.urls import get_resolver, reverse

from studies.models import Study
from tests.factories import make_study, make_user

pytestmark = pytest.mark.django_db


def all_forms() -> Iterator[type[forms.BaseForm]]:
    get_resolver().url_patterns  # noqa: B018 - loads the modules of all pages
    waiting = list(forms.BaseForm.__subclasses__())
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        if form.__module__.startswith(("studies.", "analysis.")):
            yield form


def test_no_field_is_a_number_field():
    found = {
        f"{form.__name__}.{name}"
        for form in all_forms()
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field.widget, forms.NumberInput)
    }
    assert found == set()


def test_no_form_speaks_in_djangos_words():
    said = {
        f"{form.__name__}.{name}: {words}"
        for form in all_forms()
        for name, field in getattr(form, "base_fields", {}).items()
        for words in (
            *field.error_messages.values(),
            *(getattr(validator, "message", "") for validator in field.validators),
        )
        if re.match("Ensure this|Enter |This field|Select a", str(words))
    }
    assert said == set()


def test_none_of_the_administration_is_either(rf: RequestFactory):
    request = rf.get("/")
    request.user = make_user(is_superuser=True)
    for model, records in admin.site._registry.items():
        is_changed = records.has_change_permission(request) or records.has_add_permission(request)
        if is_changed and model._meta.app_label in ("studies", "analysis"):
            for name, field in records.get_form(request).base_fields.items():
                assert not isinstance(field.widget, forms.NumberInput), (model, name)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("0,3", 0.3), ("30 %", 0.3), ("2,5 %", 0.025)],
)
def test_a_comma_and_per_cent_are_understood(client, typed, stored):
    study = make_study(owner=make_user(is_superuser=True))
    client.force_login(study.owner)
    address = reverse("studies:question", args=[study.code])
    form = client.get(address).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value is not None and value is not False}
    page = client.post(address, sent | {"pd": typed, "evaluations": "1,002"})
    assert page.status_code == 302, page.context["form"].errors
    found = Study.objects.get(pk=study.pk)
    assert (found.pd, found.evaluations) == (stored, 1002)


@pytest.mark.parametrize("typed", ["2,5", "1.5", "x", "9" * 50])
def test_what_is_no_whole_number_is_refused_and_kept(client, typed):
    study = make_study(owner=make_user(is_superuser=True))
    client.force_login(study.owner)
    address = reverse("studies:question", args=[study.code])
    page = client.post(address, {"evaluations": typed})
    form = page.context["form"]
    assert "whole number" in str(form.errors["evaluations"])
    assert form["evaluations"].value() == typed
