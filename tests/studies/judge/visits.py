"""Ways through the judge's pages that the tests of this folder share."""

import html
import re
from datetime import timedelta

from django.db.models.functions import Now
from django.urls import reverse

from studies.models import Triad
from studies.services.lifecycle import opening
from studies.services.lifecycle.opening_warnings import ACCEPTING


def welcome_of(link):
    return reverse("judge:welcome", args=[link.token])


def start_of(link):
    return reverse("judge:start", args=[link.token])


def text_of(response):
    return response.content.decode()


def key_in(response):
    return re.search(r'name="form_key" value="([^"]+)"', text_of(response))[1]


def begin(client, link, **fields):
    """Through the pages to the first texts; the response of POST start."""
    page = client.get(welcome_of(link), fields)
    return client.post(start_of(link), {"form_key": key_in(page), "consent": "yes", **fields})


def texts_of_three(response):
    """The three texts of a page, in order, as a browser would read them."""
    found = re.findall(r'<div class="text"[^>]*>(.*?)</div>', text_of(response), re.DOTALL)
    return [html.unescape(text) for text in found]


def run_out(trial):
    """Let the hold of a trial run out."""
    Triad.objects.filter(pk=trial.triad_id).update(free_from=Now() - timedelta(seconds=1))


def opened(study):
    """A draft, opened in spite of a small number."""
    return opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))
