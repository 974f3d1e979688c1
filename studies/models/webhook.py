"""Webhooks, and the deliveries to them."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from studies.models.event import Event
from studies.models.random_codes import new_webhook_secret
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet


class WebhookQuerySet(OfStudyQuerySet):
    def active(self) -> Self:
        """Keep the webhooks that are not stopped."""
        return self.filter(stopped_at__isnull=True)


class Webhook(models.Model):
    """An address that is told what happens to a study."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=64, default=new_webhook_secret, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField(db_default=Now(), editable=False)
    stopped_at = models.DateTimeField(null=True, editable=False)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(url__startswith="https://"), name="webhook_https"),
        ]

    def __str__(self) -> str:
        return self.url


class DeliveryQuerySet(OfStudyQuerySet):
    def waiting(self) -> Self:
        """Keep the deliveries neither received nor given up."""
        return self.filter(delivered_at__isnull=True, given_up_at__isnull=True)


class Delivery(models.Model):
    """One event told to one webhook, until it is received or given up."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="deliveries")
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(
        Event, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    payload = models.TextField()
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    delivered_at = models.DateTimeField(null=True)
    given_up_at = models.DateTimeField(null=True)
    last_status = models.PositiveSmallIntegerField(null=True)
    last_error = models.CharField(max_length=200, blank=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            # An event is told once to each webhook.
            models.UniqueConstraint(fields=["webhook", "event"], name="delivery_once"),
        ]
        indexes = [
            # The deliveries that are due.
            models.Index(
                fields=["next_at"],
                condition=Q(delivered_at__isnull=True, given_up_at__isnull=True),
                name="delivery_due",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id} · {self.event_id}"
