"""Ways through the pages on which texts are added."""

from django.urls import reverse

from studies.models import Upload

ROWS = """subject,item,text
Forecaster,day 1,Rain in the morning.
Forecaster,day 2,Sun.
Machine,day 3,Wet.
"""


def upload_url(study):
    return reverse("studies:upload", args=[study.code])


def review_url(upload):
    return reverse("studies:upload_review", args=[upload.study.code, upload.pk])


def study_page(study):
    return reverse("analysis:overview", args=[study.code])


def send(client, study, rows=ROWS, **extra):
    """Paste rows; returns the upload that waits for its confirmation."""
    response = client.post(upload_url(study), {"pasted": rows, **extra})
    upload = Upload.objects.latest("pk")
    assert response.status_code == 302
    assert response.url == review_url(upload)
    return upload


def confirm(client, upload, a="0", b="1", action="save", **extra):
    return client.post(review_url(upload), {"a": a, "b": b, "action": action, **extra})
