"""Who may add texts."""

import pytest
from django.urls import reverse

from studies.models import Collaborator, Sample, Upload
from studies.models.visibility import Role
from tests.factories import make_study, make_user
from tests.studies.workbench.texts.uploads import ROWS, confirm, review_url, send, upload_url

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", [None, Role.ANALYST, Role.RECRUITER])
def test_others_get_404_everywhere(client, study, role):
    client.force_login(study.owner)
    upload = send(client, study)
    other = make_user()
    if role:
        Collaborator.objects.create(study=study, user=other, role=role)
    client.force_login(other)
    assert client.get(upload_url(study)).status_code == 404
    assert client.post(upload_url(study), {"pasted": ROWS}).status_code == 404
    assert client.get(review_url(upload)).status_code == 404
    assert confirm(client, upload).status_code == 404
    assert not Sample.objects.exists()


def test_another_studys_upload_is_not_there(client, study):
    client.force_login(study.owner)
    upload = send(client, study)
    mine = make_study(items=0)
    client.force_login(mine.owner)
    url = reverse("studies:upload_review", args=[mine.code, upload.pk])
    for response in (client.get(url), client.post(url, {"action": "discard"})):
        assert response.url == upload_url(mine)
    assert Upload.objects.filter(pk=upload.pk).exists()


def test_strangers_are_sent_to_sign_in(client, study):
    assert client.get(upload_url(study)).status_code == 302
    assert client.post(upload_url(study), {"pasted": ROWS}).status_code == 302
    assert not Upload.objects.exists()


def test_editors_may_add_texts(client, study):
    editor = make_user()
    Collaborator.objects.create(study=study, user=editor, role=Role.EDITOR)
    client.force_login(editor)
    confirm(client, send(client, study))
    assert study.samples.count() == 3
