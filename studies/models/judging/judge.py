"""Judges: the people who answer. They never log in and are known by codes alone."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from studies.models.judging.triad import Mode
from studies.models.random_codes import new_judge_code
from studies.models.recruitment import RecruitmentLink
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet
from studies.values import panel_ids

LONGEST_EXTERNAL_ID = panel_ids.LONGEST
# What panels hand over besides the id, kept with the judge: which study, visit or task it was.
PANEL_PARAMETERS = ("STUDY_ID", "SESSION_ID", "assignmentId", "hitId", "turkSubmitTo")


def known_id(path: str = "") -> models.Case:
    """Return the external id of the judge at `path`; empty after withdrawal, which hashes it."""
    left = Q(**{f"{path}withdrawn_at__isnull": True})
    return models.Case(
        models.When(left, then=models.F(f"{path}external_id")),
        default=models.Value(""),
        output_field=models.CharField(),
    )


class JudgeQuerySet(OfStudyQuerySet):
    """Judges of studies."""

    def named(self, name: str) -> Self:
        """Return those of this code or external id, or with a personal link for this person."""
        person = Q(link__personal=True, link__addressee__iexact=name)
        return self.filter(Q(code=name) | Q(external_id=name) | person)


class Judge(models.Model):
    """A person who takes part in one study."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="judges")
    link = models.ForeignKey(RecruitmentLink, on_delete=models.PROTECT, related_name="judges")
    # The link of the latest visit, if not the first link: this visit has its endings, frame and
    # language. Panel and quota stay those of the first link.
    came_back_by = models.ForeignKey(
        RecruitmentLink, on_delete=models.PROTECT, null=True, editable=False, related_name="+"
    )
    code = models.CharField(max_length=32, unique=True, default=new_judge_code, editable=False)
    mode = models.CharField(max_length=5, choices=Mode)
    personal = models.BooleanField(default=False)
    source = models.CharField(max_length=50, blank=True)
    external_id = models.CharField(max_length=LONGEST_EXTERNAL_ID, blank=True)
    form_key = models.CharField(max_length=64)
    # SHA-256 of the consent text that was agreed to; the text stands in the frozen plan.
    consent_sha256 = models.CharField(max_length=64)
    consented_at = models.DateTimeField(db_default=Now(), editable=False)
    language = models.CharField(max_length=10, blank=True)
    # Answers to the study's own questions, by their keys.
    questionnaire = models.JSONField(default=dict)
    # Of PANEL_PARAMETERS, those that came.
    panel_parameters = models.JSONField(default=dict, db_column="came_with")
    # The browser's key on this site, and the study's first judge with the same key.
    browser_key = models.CharField(max_length=64, blank=True)
    same_browser_as = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="+"
    )
    # Sees whole texts although the study masks them: the judge could not use the masked page.
    reads_whole = models.BooleanField(default=False)
    # Set by the plan's exclusion rule; `excluded_why` is "too_fast" or "attention".
    excluded_at = models.DateTimeField(null=True, editable=False)
    excluded_why = models.CharField(max_length=20, blank=True)
    # When the last page that the judge sent was stored: a choice, a reason, the questionnaire.
    last_stored_at = models.DateTimeField(null=True, editable=False)
    # When the judge last asked for texts and there were none; and whether others were reading some
    # then (`People.no_place`), or no more were needed (`People.study_full`).
    turned_away_at = models.DateTimeField(null=True, editable=False)
    found_no_place = models.BooleanField(db_default=False, editable=False)
    withdrawn_at = models.DateTimeField(null=True, editable=False)

    objects = JudgeQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [
            # How many judges are excluded, and which: few of many rows.
            models.Index(
                fields=["study"],
                condition=Q(excluded_at__isnull=False),
                name="judge_excluded",
            ),
            # Another judge of the study with the same browser.
            models.Index(
                fields=["study", "browser_key"],
                condition=~Q(browser_key=""),
                name="judge_of_browser",
            ),
        ]
        constraints = [
            # Five clicks on Start, two tabs, a browser without cookies: one judge.
            models.UniqueConstraint(
                fields=["study", "mode", "form_key"], name="judge_form_key_unique"
            ),
            # The same panel member in another browser, or coming back: one judge.
            models.UniqueConstraint(
                fields=["study", "mode", "source", "external_id"],
                condition=~Q(external_id=""),
                name="judge_external_id_unique",
            ),
            # A personal link, forwarded or opened twice: one judge.
            models.UniqueConstraint(
                fields=["link"], condition=Q(personal=True), name="judge_personal_link_unique"
            ),
            models.CheckConstraint(
                condition=Q(excluded_why__in=["", "too_fast", "attention"]),
                name="judge_excluded_why",
            ),
            models.CheckConstraint(condition=Q(mode__in=Mode.values), name="judge_mode"),
            # Withdrawal leaves no personal detail (external id and form key become keyed hashes).
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True)
                | Q(
                    language="",
                    questionnaire={},
                    panel_parameters={},
                    browser_key="",
                    same_browser_as__isnull=True,
                    reads_whole=False,
                ),
                name="judge_withdrawn_is_blank",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def current_link(self) -> RecruitmentLink:
        """Return the link of the latest visit: its endings, frame and language apply."""
        back = self.came_back_by if self.came_back_by_id else None
        if back is None:
            return self.link
        back.study = self.study
        return back
