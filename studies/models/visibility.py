"""Who may do what to a study: the one rule behind admin, pages, exports and API."""

from typing import Any, Self

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models.functions import Coalesce

from studies.models.user import User


class May(models.TextChoices):
    """What an account may do to a study: the words of `visible_to`.

    SEE the study and its progress; RECRUIT: make links; READ answers and results (never those of
    a blind study before it is complete or unsealed); EDIT the plan, texts and status; OWN: share,
    erase.
    """

    SEE = "see"
    RECRUIT = "recruit"
    READ = "read"
    EDIT = "edit"
    OWN = "own"


class Role(models.TextChoices):
    """What a study's owner lets another account do."""

    EDITOR = "editor", "Editor: everything but sharing and erasing"
    ANALYST = "analyst", "Analyst: read and export"
    RECRUITER = "recruiter", "Recruiter: recruitment links and progress"


ROLES_THAT_MAY: dict[str, tuple[Role, ...]] = {
    May.SEE: (Role.EDITOR, Role.ANALYST, Role.RECRUITER),
    May.RECRUIT: (Role.EDITOR, Role.RECRUITER),
    May.READ: (Role.EDITOR, Role.ANALYST),
    May.EDIT: (Role.EDITOR,),
    May.OWN: (),
}


def rows_visible_to(user: User | AnonymousUser, may: str, study_path: str) -> models.Q:
    """Return the condition for rows of studies, at `study_path` ("" for Study), that allow this."""
    if may not in May.values:
        raise ValueError(f"may must be one of {', '.join(May.values)}, not {may!r}")
    if not user.is_authenticated or not user.is_active or not isinstance(user, User):
        return models.Q(pk__in=[])
    prefix = f"{study_path}__" if study_path else ""
    allowed = models.Q()
    if not user.is_superuser:
        shared = _shared_studies(user, ROLES_THAT_MAY[may])
        allowed = models.Q(**{f"{prefix}owner": user}) | models.Q(
            **{f"{study_path or 'pk'}__in": shared}
        )
    if may == May.READ:
        allowed &= models.Q(**{f"{prefix}blind": False}) | models.Q(
            **{f"{prefix}unsealed_at__isnull": False}
        )
    return allowed


def _shared_studies(user: User, roles: tuple[Role, ...]) -> models.QuerySet[Any, Any]:
    return user.collaborations.filter(role__in=roles).values("study")


class OfStudyQuerySet(models.QuerySet[Any]):
    """Rows that belong to a study."""

    study_path = "study"

    def visible_to(self, user: User | AnonymousUser, may: str) -> Self:
        """Keep the rows of the studies to which `user` may do this."""
        return self.filter(rows_visible_to(user, may, self.study_path))

    def number_by(self, column: str) -> Coalesce:
        """Count, in an outer query, the rows that are filtered to its row by this column."""
        # Of rows, not of a column, so that an index alone gives the number.
        counted = self.order_by().values(column).annotate(number=models.Count("*"))
        number = models.Subquery(counted.values("number"), output_field=models.IntegerField())
        return Coalesce(number, 0)
