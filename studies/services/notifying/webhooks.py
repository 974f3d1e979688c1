"""Webhooks: programs are told what happens to a study, at addresses that its people name.

The worker stores a delivery for each event that is to be told, and sends it until it is received
or given up. Signed as Standard Webhooks (https://www.standardwebhooks.com):
HMAC-SHA256 of id, time and body, joined by full stops, under the webhook's secret.
"""

import base64
import hashlib
import hmac
import json
import time
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Now

from studies import outgoing
from studies.models import Delivery, Event, Study, User, Webhook
from studies.services.events import log

# What is told, and its name outside. Results never are: programs that may read them ask the API.
TOLD: dict[str, str] = {
    Event.What.OPENED: "study.opened",
    Event.What.NUMBER_REACHED: "study.number_reached",
    Event.What.VERDICT_GIVEN: "study.verdict",
    Event.What.CLOSED: "study.closed",
}
# How long after each failed attempt the next one follows; after the last it is given up.
BACKOFF = [timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 480, 1440)]
# A worker that is killed while it sends leaves the delivery to others after this time.
SENDING = timedelta(minutes=2)
MOST_WEBHOOKS = 10


class WebhookRefusedError(ValueError):
    """The study tells this address already, or has as many as it may have."""


def add(*, study: Study, user: User, url: str) -> Webhook:
    """Tell this address what happens to the study from now on."""
    with transaction.atomic():
        Study.objects.select_for_update(no_key=True).only("pk").get(pk=study.pk)
        told = study.webhooks.active()
        if told.filter(url=url).exists():
            raise WebhookRefusedError("This address is told already.")
        if told.count() >= MOST_WEBHOOKS:
            raise WebhookRefusedError(f"At most {MOST_WEBHOOKS} addresses: stop one of them.")
        webhook = Webhook.objects.create(study=study, url=url, made_by=user)
        log(study, Event.What.WEBHOOK_ADDED, who=user, webhook=webhook.pk)
        return webhook


def stop(*, webhook: Webhook, user: User) -> None:
    """Tell this address nothing more."""
    with transaction.atomic():
        active = Webhook.objects.active().filter(pk=webhook.pk)
        if active.update(stopped_at=Now()):
            webhook.deliveries.waiting().update(given_up_at=Now())
            log(webhook.study, Event.What.WEBHOOK_STOPPED, who=user, webhook=webhook.pk)


def store_deliveries() -> None:
    """Store a delivery for each event that an active webhook has not been told yet.

    The events are the outbox: an event is stored in the transaction of what it tells of and never
    changes, so no crash loses a delivery, and what was rolled back is not told.
    """
    told = Delivery.objects.filter(webhook=OuterRef("pk"), event=OuterRef("event"))
    untold = (
        Webhook.objects.active()
        .annotate(event=F("study__events"), what=F("study__events__what"))
        .annotate(at=F("study__events__at"))
        .filter(~Exists(told), what__in=TOLD, at__gt=F("made_at"))
        .values_list("pk", "event", "study_id", "study__code", "what", "at")
    )
    Delivery.objects.bulk_create(
        [
            Delivery(
                study_id=study_id,
                webhook_id=webhook_id,
                event_id=event_id,
                payload=_payload(code, what, at),
                next_at=Now(),
            )
            for webhook_id, event_id, study_id, code, what, at in untold
        ],
        ignore_conflicts=True,  # stored by another worker meanwhile
    )


def _payload(study_code: UUID, what: str, at: datetime) -> str:
    told = {"type": TOLD[what], "timestamp": at.isoformat(), "data": {"study": str(study_code)}}
    return json.dumps(told, separators=(",", ":"))


def due() -> QuerySet[Delivery]:
    """Return the deliveries that are due, by the database's clock."""
    return Delivery.objects.waiting().filter(next_at__lte=Now())


def deliver(*, delivery_id: int) -> None:
    """Send a delivery that is due, in one worker at a time; store what came of it."""
    with transaction.atomic():
        found = due().select_for_update(skip_locked=True, of=("self",))
        delivery = found.select_related("webhook").filter(pk=delivery_id).first()
        if delivery is None:
            return
        waiting = Delivery.objects.filter(pk=delivery_id)
        waiting.update(attempts=F("attempts") + 1, next_at=Now() + SENDING)
    status, error = send(delivery.webhook, message_id(delivery), delivery.payload)
    if status is not None and 200 <= status < 300:
        waiting.update(delivered_at=Now(), last_status=status, last_error="")
        return
    if delivery.attempts >= len(BACKOFF):
        waiting.update(given_up_at=Now(), last_status=status, last_error=error)
        return
    next_at = Now() + BACKOFF[delivery.attempts]
    waiting.update(next_at=next_at, last_status=status, last_error=error)


def message_id(delivery: Delivery) -> str:
    """Return the id of all attempts of a delivery, so that a receiver can drop repetitions."""
    return f"msg_{delivery.study_id}_{delivery.pk}"


def send(webhook: Webhook, message: str, payload: str) -> tuple[int | None, str]:
    """Try once; return the status of the answer, or None and the reason."""
    try:
        return outgoing.post(
            webhook.url, payload.encode(), headers_of(webhook, message, payload)
        ), ""
    except outgoing.NotSentError as error:
        return None, str(error)


def headers_of(webhook: Webhook, message: str, payload: str) -> dict[str, str]:
    """Return the headers of a message, with its signature."""
    now = str(int(time.time()))
    return {
        "Content-Type": "application/json",
        "User-Agent": "triadsurvey",
        "webhook-id": message,
        "webhook-timestamp": now,
        "webhook-signature": signature(webhook.secret, message, now, payload),
    }


def signature(secret: str, message: str, moment: str, payload: str) -> str:
    """Sign one attempt, as version 1 of Standard Webhooks."""
    signed = f"{message}.{moment}.{payload}".encode()
    digest = hmac.new(base64.urlsafe_b64decode(secret + "="), signed, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def shown_secret(webhook: Webhook) -> str:
    """Return the secret as receivers' libraries take it."""
    raw = base64.urlsafe_b64decode(webhook.secret + "=")
    return f"whsec_{base64.b64encode(raw).decode()}"
