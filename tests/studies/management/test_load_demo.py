"""The demo study: made once, open, with a link that works."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from studies.models import RecruitmentLink, Sample, Study, Triad
from studies.services.judging import admission
from studies.services.judging.admission import Visitor
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def load(**options):
    out = StringIO()
    call_command("load_demo", stdout=out, **options)
    return out.getvalue().splitlines()


def test_demo_is_open_with_its_texts_and_a_link_that_serves_a_triad():
    owner = make_user(is_superuser=True)
    link, results = load()
    study = Study.objects.get()
    assert (study.owner, study.status, study.is_test) == (owner, "open", False)
    assert (study.evaluations, Triad.objects.count(), Sample.objects.count()) == (66, 66, 48)
    token = RecruitmentLink.objects.get().token
    assert (link, results) == (f"link: /j/{token}/", f"results: /studies/{study.code}/results/")
    trial = admission.start(token=token, visitor=Visitor(form_key="k"), consent_sha256="0" * 64)
    assert trial.triad.number == 1


def test_demo_is_made_once_and_found_under_another_title():
    make_user(is_superuser=True)
    first = load()
    Study.objects.update(title="My first study")
    assert load() == first
    assert Study.objects.count() == RecruitmentLink.objects.count() == 1


def test_demo_gets_a_new_link_where_the_old_one_was_revoked():
    make_user(is_superuser=True)
    first = load()
    RecruitmentLink.objects.update(revoked_at=timezone.now())
    assert load()[0] != first[0]


def test_show_makes_nothing():
    make_user(is_superuser=True)
    with pytest.raises(CommandError, match="no demo study yet"):
        load(show=True)
    assert not Study.objects.exists()
    shown = load()
    assert load(show=True) == shown


def test_demo_needs_an_administrator():
    make_user()
    with pytest.raises(CommandError, match="make an administrator first"):
        load()
