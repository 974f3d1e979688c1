"""The studies that are asked for."""

from typing import TYPE_CHECKING, Self
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from studies.models.user import User
from studies.models.visibility import rows_visible_to

if TYPE_CHECKING:
    from studies.models.study import Study

# The demo study (load_demo) is found again by its code: its title may be changed.
DEMO_STUDY = UUID("0ddba11d-e300-4000-8000-000000000001")


class StudyQuerySet(models.QuerySet["Study"]):
    def visible_to(self, user: User | AnonymousUser, may: str) -> Self:
        """Keep the studies to which `user` may do this: see, recruit, read, edit or own."""
        return self.filter(rows_visible_to(user, may, ""))

    def of_demo(self) -> Self:
        """Keep the demo study: once opened, its pages can be tried at any time."""
        return self.filter(code=DEMO_STUDY, opened_at__isnull=False)

    def accepting(self) -> Self:
        """Keep the studies that may give triads now, by the database's clock."""
        return self.filter(status=self.model.Status.OPEN).filter(
            Q(ends_at__isnull=True) | Q(ends_at__gt=Now())
        )

    def with_texts_of(self, study: "Study") -> Self:
        """Keep the other opened studies with the same texts, but for rehearsals."""
        same = self.filter(texts_sha256=study.texts_sha256, opened_at__isnull=False, is_test=False)
        return same.exclude(texts_sha256="").exclude(pk=study.pk)

    def of_family(self, study: "Study") -> Self:
        """Keep the opened studies of the study's family, itself among them."""
        named = self.filter(owner=study.owner_id, family__iexact=study.family)
        return named.filter(is_test=study.is_test, opened_at__isnull=False).exclude(family="")

    def decided(self) -> Self:
        """Keep the studies with a verdict. (Named by a string: the table belongs to `analysis`.)"""
        return self.filter(verdict__isnull=False)

    def ended(self) -> Self:
        """Keep the studies past their end date that are not closed yet."""
        return self.filter(
            status__in=[self.model.Status.OPEN, self.model.Status.PAUSED], ends_at__lte=Now()
        )
