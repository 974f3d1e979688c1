"""Recruitment links: how judges come to a study."""

from typing import Self

from django.conf import settings
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from studies.models.judging.triad import Mode
from studies.models.random_codes import new_link_token
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet
from studies.models.years import check_year, within_years

https_only = RegexValidator(r"^https://", "Return addresses begin with https://.")


# The panel of the link that virtual judges use.
REHEARSAL = "Rehearsal"


class Ending(models.TextChoices):
    """How a judge's visit can end; the prefix of two columns of a link, `_code` and `_url`.

    SCREENED_OUT: this person may not take part. OVER_QUOTA: no more people are needed, because the
    quota is full, for example; where a link has nothing for that, it gives what SCREENED_OUT has.
    """

    DONE = "done", "when done"
    SCREENED_OUT = "screened_out", "when not needed"
    OVER_QUOTA = "over_quota", "when full"
    NO_CONSENT = "no_consent", "without consent"


ENDING_FIELDS = tuple(f"{ending}_{part}" for ending in Ending for part in ("code", "url"))


class RecruitmentLinkQuerySet(OfStudyQuerySet):
    """Recruitment links."""

    def with_study(self) -> Self:
        """Join the studies, without the frozen plan: it names every text."""
        return self.select_related("study").defer("study__plan_json")

    def usable(self) -> Self:
        """Keep links neither revoked nor expired, by the database's clock."""
        return self.filter(revoked_at__isnull=True).filter(
            Q(expires_at__isnull=True) | Q(expires_at__gt=Now())
        )


class RecruitmentLink(models.Model):
    """A link for a panel or, if personal, for one judge.

    The token is kept in clear: the researcher's pages show it again.
    """

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="links")
    panel = models.CharField(
        "panel", max_length=100, help_text="For example “experts” or “students 2026”."
    )
    token = models.CharField(max_length=64, unique=True, default=new_link_token, editable=False)
    personal = models.BooleanField(default=False, editable=False)
    addressee = models.CharField(
        "for whom", max_length=254, blank=True, help_text="A name or address; personal links."
    )
    language = models.CharField(
        "language of the pages",
        max_length=10,
        blank=True,
        choices=[("", "As the browser asks"), *settings.LANGUAGES],
        help_text=(
            "What the page itself says. Each judge can switch; your own texts stay as they are."
        ),
    )
    mode = models.CharField("mode", max_length=5, choices=Mode, default=Mode.LIVE)
    quota = models.PositiveIntegerField(
        "quota",
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text="The most judges who may take part through this link; empty: no limit.",
    )
    expires_at = models.DateTimeField("expires", null=True, blank=True, validators=[check_year])
    revoked_at = models.DateTimeField(null=True, editable=False)
    classroom = models.BooleanField(
        "classroom",
        default=False,
        help_text="Many people start at once from one address: lifts the limits on new starts.",
    )
    id_parameter = models.CharField(
        "name of the id in the address",
        max_length=50,
        blank=True,
        validators=[RegexValidator(r"^[A-Za-z_][A-Za-z0-9_-]*$", "Letters, digits, _ and -.")],
        help_text="For a panel of your own. PROLIFIC_PID and workerId are known.",
    )
    mturk = models.BooleanField(
        "Mechanical Turk",
        default=False,
        help_text="Lets the page stand in the frame of its sites.",
    )
    done_code = models.CharField("completion code", max_length=100, blank=True)
    done_url = models.URLField(
        "return address when done", max_length=500, blank=True, validators=[https_only]
    )
    screened_out_code = models.CharField("code when not needed", max_length=100, blank=True)
    screened_out_url = models.URLField(
        "return address when not needed", max_length=500, blank=True, validators=[https_only]
    )
    over_quota_code = models.CharField("code when full", max_length=100, blank=True)
    over_quota_url = models.URLField(
        "return address when full", max_length=500, blank=True, validators=[https_only]
    )
    no_consent_code = models.CharField("code without consent", max_length=100, blank=True)
    no_consent_url = models.URLField(
        "return address without consent", max_length=500, blank=True, validators=[https_only]
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    # By browsers for the first time, and by programs that follow links: a few seconds late.
    opened = models.PositiveIntegerField(db_default=0, editable=False)
    # When the owner was told that the link has run out: once.
    expiry_told_at = models.DateTimeField(null=True, editable=False)

    objects = RecruitmentLinkQuerySet.as_manager()

    class Meta:
        verbose_name = "recruitment link"
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(mode__in=Mode.values), name="link_mode"),
            models.CheckConstraint(
                condition=Q(quota__isnull=True) | Q(quota__gte=1), name="link_quota"
            ),
            models.CheckConstraint(condition=within_years("expires_at"), name="link_years"),
        ]

    def __str__(self) -> str:
        return f"{self.panel} ({self.get_mode_display()})"

    @property
    def id_name(self) -> str:
        """Return the parameter with the judge's external id; empty where the link has none."""
        return "workerId" if self.mturk else self.id_parameter
