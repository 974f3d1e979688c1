"""Webhooks: stored with their event, signed, tried again, and never sent into our own network."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F

from studies import outgoing
from studies.models import Delivery, Study, Webhook
from studies.services.lifecycle import erasure, transitions
from studies.services.notifying import webhooks
from tests.factories import open_study
from tests.studies.receiver import Receiver, receiving, trust

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """The only address on loopback that may be reached, and only here."""
    open_to = partial(outgoing.post, allowed=lambda address: True, context=trust())
    monkeypatch.setattr(webhooks, "outgoing", _Outgoing(open_to))
    with receiving() as server:
        yield server


class _Outgoing:
    """The module with the guard open and a certificate of the tests trusted."""

    NotSentError = outgoing.NotSentError

    def __init__(self, post: Any) -> None:
        self.post = post


def told(study: Study, url: str) -> Webhook:
    return webhooks.add(study=study, user=study.owner, url=url)


def deliver_all() -> None:
    webhooks.store_deliveries()
    for delivery in list(webhooks.due()):
        webhooks.deliver(delivery_id=delivery.pk)


def test_closing_is_told_once_and_signed(receiver: Receiver) -> None:
    study = open_study()
    hook = told(study, receiver.url)
    transitions.close(study=study, user=study.owner)
    deliver_all()
    deliver_all()
    [(headers, body)] = receiver.got
    told_of = json.loads(body)
    assert told_of["type"] == "study.closed"
    assert told_of["data"] == {"study": str(study.code)}
    key = base64.b64decode(webhooks.shown_secret(hook).removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body.decode()}"
    right = base64.b64encode(hmac.new(key, signed.encode(), hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{right}"
    assert Delivery.objects.get().last_status == 200


def test_an_event_that_is_rolled_back_is_told_to_no_one() -> None:
    study = open_study()
    told(study, "https://example.org/")
    with transaction.atomic():
        transitions.close(study=study, user=study.owner)
        transaction.set_rollback(True)
    webhooks.store_deliveries()
    assert not Delivery.objects.exists()


def test_a_webhook_is_told_what_happens_after_it_was_added_and_before_it_is_stopped() -> None:
    study = open_study()
    early = told(study, "https://example.org/early")
    transitions.pause(study=study, user=study.owner)  # told to no address
    transitions.close(study=study, user=study.owner)
    told(study, "https://example.org/late")
    stopped = told(open_study(), "https://example.org/stopped")
    transitions.close(study=stopped.study, user=stopped.study.owner)
    webhooks.stop(webhook=stopped, user=stopped.study.owner)
    for _again in range(2):
        webhooks.store_deliveries()
        told_to = Delivery.objects.values_list("webhook", "event__what", "study")
        assert list(told_to) == [(early.pk, "closed", study.pk)]


def test_what_is_not_received_is_tried_again_later_and_given_up_at_last(
    receiver: Receiver,
) -> None:
    receiver.status = 500
    study = open_study()
    told(study, receiver.url)
    transitions.close(study=study, user=study.owner)
    for number, pause in enumerate(webhooks.BACKOFF, start=1):
        deliver_all()
        assert not webhooks.due().exists()
        delivery = Delivery.objects.get()
        assert (delivery.attempts, delivery.last_status) == (number, 500)
        # Due when the pause is over, not before.
        Delivery.objects.update(next_at=F("next_at") - pause + timedelta(seconds=20))
        assert not webhooks.due().exists()
        Delivery.objects.update(next_at=F("next_at") - timedelta(seconds=20))
    deliver_all()
    assert Delivery.objects.get().given_up_at is not None
    assert len(receiver.got) == len(webhooks.BACKOFF) + 1
    assert len({headers["webhook-id"] for headers, _body in receiver.got}) == 1


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.status = 302
    study = open_study()
    told(study, receiver.url)
    transitions.close(study=study, user=study.owner)
    deliver_all()
    assert len(receiver.got) == 1
    assert Delivery.objects.get().delivered_at is None


def test_loopback_is_refused_at_each_delivery() -> None:
    study = open_study()
    told(study, "https://localhost:9/")
    transitions.close(study=study, user=study.owner)
    deliver_all()
    assert Delivery.objects.get().last_error == "The server is not on the public internet."


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.1",
        "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1",
        "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1",
        "::7f00:1", "::ffff:0:7f00:1", "fec0::1",
    ],
)  # fmt: skip
def test_addresses_of_our_own_network_are_not_public(address: str) -> None:
    assert not outgoing.is_public(address)


def test_addresses_of_the_internet_are_public() -> None:
    assert outgoing.is_public("93.184.215.14")
    assert outgoing.is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")


@pytest.mark.parametrize(
    "url",
    ["http://example.org/", "https://u:p@example.org/", "https://example.org:x/", "https:///"],
)
def test_only_plain_https_addresses_are_asked(url: str) -> None:
    with pytest.raises(outgoing.NotSentError):
        outgoing.post(url, b"", {}, allowed=lambda address: True)


def test_an_erased_study_leaves_no_webhook() -> None:
    study = open_study()
    told(study, "https://example.org/")
    transitions.close(study=study, user=study.owner)
    erasure.erase(study=study, user=study.owner)
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()


def test_a_delivery_that_one_worker_sends_is_not_sent_by_another(receiver: Receiver) -> None:
    """The second worker looks while the first one waits for the receiver's answer."""
    study = open_study()
    told(study, receiver.url)
    transitions.close(study=study, user=study.owner)
    webhooks.store_deliveries()
    [delivery] = webhooks.due()
    sent, real = [], webhooks.send

    def send(*arguments: Any) -> Any:
        sent.append(1)
        if len(sent) == 1:  # meanwhile, as often as it likes
            assert not webhooks.due().exists()
            webhooks.deliver(delivery_id=delivery.pk)
        return real(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(webhooks, "send", send)
        webhooks.deliver(delivery_id=delivery.pk)
        webhooks.deliver(delivery_id=delivery.pk)
    assert (len(sent), len(receiver.got)) == (1, 1)
    delivery.refresh_from_db()
    assert (delivery.attempts, delivery.last_status) == (1, 200)


def test_a_worker_that_is_killed_while_it_sends_leaves_the_delivery_to_others(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = open_study()
    told(study, receiver.url)
    transitions.close(study=study, user=study.owner)
    webhooks.store_deliveries()
    [delivery] = webhooks.due()

    def die(*_arguments: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(webhooks, "send", die)
        with pytest.raises(KeyboardInterrupt):
            webhooks.deliver(delivery_id=delivery.pk)
    assert not webhooks.due().exists()
    Delivery.objects.update(next_at=F("next_at") - webhooks.SENDING)
    deliver_all()
    assert len(receiver.got) == 1


def test_what_waits_when_a_webhook_is_stopped_is_not_sent(receiver: Receiver) -> None:
    """Of the stopped one alone: the other addresses of the study, and other studies, are told."""
    study, other = open_study(), open_study()
    stopped = told(study, receiver.url)
    webhook_kept = told(study, f"{receiver.url}&kept")
    of_other = told(other, receiver.url)
    for each in (study, other):
        transitions.close(study=each, user=each.owner)
    webhooks.store_deliveries()
    webhooks.stop(webhook=stopped, user=study.owner)
    given_up = Delivery.objects.exclude(given_up_at=None).values_list("webhook", flat=True)
    assert list(given_up) == [stopped.pk]
    deliver_all()
    delivered = Delivery.objects.exclude(delivered_at=None).values_list("webhook", flat=True)
    assert set(delivered) == {webhook_kept.pk, of_other.pk}
    assert len(receiver.got) == 2


def test_an_address_is_told_once_by_each_study_and_ten_by_one() -> None:
    study = open_study()
    first = told(study, "https://example.org/0")
    with pytest.raises(webhooks.WebhookRefusedError, match="told already"):
        told(study, "https://example.org/0")
    assert told(open_study(), "https://example.org/0").pk
    for number in range(1, webhooks.MOST_WEBHOOKS):
        told(study, f"https://example.org/{number}")
    with pytest.raises(webhooks.WebhookRefusedError, match="At most 10"):
        told(study, "https://example.org/more")
    webhooks.stop(webhook=first, user=study.owner)
    assert told(study, "https://example.org/0").pk != first.pk
