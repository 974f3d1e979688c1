"""A study: one test of subject A against subject B by triads, with its plan."""

import uuid
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Now

from studies.models.random_codes import new_secret, new_seed
from studies.models.study_queries import StudyQuerySet
from studies.models.years import check_year, within_years
from studies.values import language_tags

MAX_EVALUATIONS = 1_000_000
# The letters of those who wrote the texts: a triangle study has the first two.
SYSTEMS = "ABCDEFGH"
# Of a guess, not sure, fairly sure and certain, where a study says nothing else.
SURENESS_WEIGHTS = (0, 1, 2, 3)
# ISO 4120 recommends at least so many judges.
RECOMMENDED_EVALUATIONS = {"difference": 18, "similarity": 30}


class Study(models.Model):
    """One test of subject A against subject B by triads, or a rating of two systems or more.

    What it is says its kind (`studies.kinds`), fixed from the first save. The plan of the triads
    stands here; that of the ratings beside what both kinds have, in `RatingPlan`.
    """

    class StudyKind(models.TextChoices):
        TRIANGLE = "triangle", "triads: can people tell the texts apart?"
        RATING = "rating", "ratings: which texts are better, and by how much?"

    class Goal(models.TextChoices):
        DIFFERENCE = "difference", "difference: show that people can tell them apart"
        SIMILARITY = "similarity", "similarity: show that at most a given share of people can"

    class Method(models.TextChoices):
        FIXED = "fixed", "fixed number of evaluations"
        SEQUENTIAL = "sequential", "sequential (Wald's test)"

    class Protocol(models.TextChoices):
        TRIANGLE = "triangle", "undirected (triangle)"
        DIRECTED = "directed", "directed (B is always the odd one)"

    class Pairing(models.TextChoices):
        DIFFERENT = "different", "three different items"
        SAME = "same", "the same item"

    class Status(models.TextChoices):
        DRAFT = "draft", "draft"
        OPENING = "opening", "opening"
        OPEN = "open", "open"
        PAUSED = "paused", "paused"
        CLOSED = "closed", "closed"

    class Presentation(models.TextChoices):
        WHOLE = "whole", "whole texts"
        MASKED = "masked", "one sentence at a time, under the pointer"

    class PrimarySet(models.TextChoices):
        ALL = "all", "all counted answers"
        KEPT = "kept", "answers left by the exclusion rule"

    # An answer may count; after closing every answer is surplus.
    COUNTING_STATUSES = (Status.OPEN, Status.PAUSED)
    # Its recruitment links lead to a page of the study.
    OPENED_STATUSES = (*COUNTING_STATUSES, Status.CLOSED)

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(
        max_length=8,
        choices=StudyKind,
        default=StudyKind.TRIANGLE,
        db_default=StudyKind.TRIANGLE,
        editable=False,
    )
    title = models.CharField("title", max_length=200)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="studies"
    )
    collaborators: "models.ManyToManyField[Any, Any]" = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Collaborator", related_name="shared_studies"
    )
    subject_a = models.CharField("subject A", max_length=100, help_text="Never shown to judges.")
    subject_b = models.CharField("subject B", max_length=100, help_text="Never shown to judges.")
    # The names of C to H, of a rating study with more than two systems.
    more_subjects = models.JSONField(default=list, db_default=[], blank=True, editable=False)

    goal = models.CharField("goal", max_length=10, choices=Goal, default=Goal.DIFFERENCE)
    method = models.CharField("kind of plan", max_length=10, choices=Method, default=Method.FIXED)
    protocol = models.CharField(
        "what judges are asked", max_length=8, choices=Protocol, default=Protocol.TRIANGLE
    )
    alpha = models.FloatField(
        "alpha",
        default=0.05,
        validators=[MinValueValidator(1e-9), MaxValueValidator(0.5)],
        help_text="Risk of claiming a difference that is not there.",
    )
    beta = models.FloatField(
        "beta",
        default=0.05,
        validators=[MinValueValidator(1e-9), MaxValueValidator(0.5)],
        help_text="Risk of missing a difference that is there.",
    )
    pd = models.FloatField(
        "pd",
        default=0.3,
        validators=[MinValueValidator(0.01), MaxValueValidator(0.99)],
        help_text="The largest proportion of people allowed to perceive a difference.",
    )
    evaluations = models.PositiveIntegerField(
        "number of evaluations",
        validators=[MinValueValidator(1), MaxValueValidator(MAX_EVALUATIONS)],
        help_text="In a sequential plan: the largest number.",
    )
    evaluations_per_judge = models.PositiveSmallIntegerField(
        "evaluations per judge",
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
    )
    pairing = models.CharField(
        "texts of a triad are about", max_length=10, choices=Pairing, default=Pairing.DIFFERENT
    )
    hold_minutes = models.PositiveSmallIntegerField(
        "minutes a triad is held for a judge",
        default=30,
        validators=[MinValueValidator(1), MaxValueValidator(600)],
    )
    blind = models.BooleanField("blind until complete", default=False)

    # The exclusion rule: one answer faster than this, or more failed attention triads.
    least_seconds = models.FloatField(
        "exclude judges who answer in less than so many seconds",
        null=True,
        blank=True,
        validators=[MinValueValidator(0.1), MaxValueValidator(600)],
    )
    most_failed_attention = models.PositiveSmallIntegerField(
        "exclude judges who fail more attention triads than", null=True, blank=True
    )
    primary_set = models.CharField(
        "answers that decide", max_length=4, choices=PrimarySet, default=PrimarySet.ALL
    )
    # Before which of a judge's evaluations (1 is the first) attention triads come.
    attention_at = models.JSONField("attention triads before evaluation", default=list, blank=True)
    # Studies that answer one question together: Holm's correction holds over their verdicts.
    family = models.CharField(
        "family of studies",
        max_length=100,
        blank=True,
        default="",
        help_text="Only where several studies answer one question together: its name.",
    )
    family_size = models.PositiveSmallIntegerField(
        "studies in the family",
        null=True,
        blank=True,
        validators=[MinValueValidator(2), MaxValueValidator(100)],
    )
    practice_triads = models.PositiveSmallIntegerField(
        "practice triads", default=0, validators=[MaxValueValidator(5)]
    )
    presentation = models.CharField(
        "how texts are shown", max_length=6, choices=Presentation, default=Presentation.WHOLE
    )
    progress_shown = models.BooleanField("show judges how far they are", default=True)
    asks_reason = models.BooleanField("ask why, after each choice", default=False)
    asks_sureness = models.BooleanField("ask how sure, after each choice", default=False)
    # Of a guess, not sure, fairly sure, certain; empty: 0, 1, 2, 3.
    sureness_weights = models.JSONField(
        "weights of sureness", default=list, db_default=Value([], models.JSONField()), blank=True
    )
    # Questions before or after the triads; studies.questionnaire says their shape.
    questionnaire = models.JSONField("questionnaire", default=list, blank=True)
    # The page after a choice; studies.ratings.follow_up says its shape.
    follow_up = models.JSONField(
        "ratings after a choice", default=dict, db_default=Value({}, models.JSONField()), blank=True
    )

    language = models.CharField(
        "language of the texts", max_length=language_tags.LONGEST, default="en"
    )
    # Empty means the default wording in the judge's language (studies.wording).
    question = models.TextField("question", blank=True, max_length=2000)
    instructions = models.TextField("instructions", blank=True, max_length=20_000)
    consent_text = models.TextField("consent text", blank=True, max_length=20_000)
    thanks_text = models.TextField("thank-you text", blank=True, max_length=5000)
    # The texts above in other languages: {"es": {"question": ..., "instructions": ...}}.
    translations = models.JSONField("the same in other languages", default=dict, blank=True)
    privacy_contact = models.CharField(
        "contact for questions of privacy",
        max_length=300,
        blank=True,
        help_text="Shown under the consent text.",
    )
    withdrawal_until = models.DateField(
        "answers can be withdrawn until",
        null=True,
        blank=True,
        validators=[check_year],
        help_text="Empty: as long as the study is kept.",
    )
    retention_until = models.DateField(
        "data are kept until",
        null=True,
        blank=True,
        validators=[check_year],
        help_text="You are reminded of it; nothing is deleted by itself unless you say so.",
    )
    # Chosen by the owner, with a reason; then two e-mails come before the day (ADR 19).
    erases_itself = models.BooleanField("erased on that day", default=False, editable=False)
    # For the report: what only the researcher knows of the evaluation's design.
    reporting = models.JSONField(default=dict, blank=True, editable=False)

    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT, editable=False)
    seed = models.CharField(max_length=32, default=new_seed, editable=False)
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    b_imitates_a = models.BooleanField(
        "B imitates A", default=False, db_default=models.Value(value=False)
    )
    is_test = models.BooleanField(
        "test study", default=False, help_text="For rehearsals: its answers never stand for people."
    )
    ends_at = models.DateTimeField("end date", null=True, blank=True, validators=[check_year])
    # Codes of the warnings that were accepted at opening (services.lifecycle.opening).
    accepted_warnings = models.JSONField(default=list, editable=False)
    plan_json = models.TextField(blank=True, editable=False)
    plan_sha256 = models.CharField(max_length=64, blank=True, editable=False)
    # Of the main texts of both subjects, whichever is called A: the same in each study of them.
    texts_sha256 = models.CharField(max_length=64, blank=True, default="", editable=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    opened_at = models.DateTimeField(null=True, editable=False)
    completed_at = models.DateTimeField(null=True, editable=False)
    # From here on results of a blind study may be seen: it is complete, or was unsealed.
    unsealed_at = models.DateTimeField(null=True, editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)
    archived_at = models.DateTimeField(null=True, editable=False)
    # One answer a judge: copied to every trial, where an index keeps the rule.
    single = models.GeneratedField(
        expression=models.Case(
            models.When(Q(goal="similarity") | Q(method="sequential"), then=models.Value(True)),
            default=models.Value(False),
        ),
        output_field=models.BooleanField(),
        db_persist=True,
    )

    objects = StudyQuerySet.as_manager()

    class Meta:
        verbose_name = "study"
        verbose_name_plural = "studies"
        ordering = ["-created_at", "-pk"]
        indexes = [
            # The admin's list of one owner's studies, newest first.
            models.Index(fields=["owner", "-created_at"], name="study_of_owner"),
            # The other studies with the same texts, beside each verdict.
            models.Index(
                fields=["texts_sha256"], condition=~Q(texts_sha256=""), name="study_of_texts"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(sureness_weights__contained_by=[0, 1, 2, 3])
                & (Q(sureness_weights=[]) | Q(sureness_weights__3__gt=0)),
                name="study_sureness_weights",
            ),
            models.CheckConstraint(condition=Q(alpha__gt=0, alpha__lte=0.5), name="study_alpha"),
            models.CheckConstraint(condition=Q(beta__gt=0, beta__lte=0.5), name="study_beta"),
            models.CheckConstraint(condition=Q(pd__gt=0, pd__lt=1), name="study_pd"),
            models.CheckConstraint(
                condition=Q(evaluations__gte=1, evaluations__lte=MAX_EVALUATIONS),
                name="study_evaluations",
            ),
            models.CheckConstraint(
                condition=Q(evaluations_per_judge=1)
                | Q(evaluations_per_judge__gt=1, goal="difference", method="fixed"),
                name="study_repeats_for_difference_only",
                violation_error_message=(
                    "More than one evaluation per judge is for a fixed-number difference test only."
                ),
            ),
            models.CheckConstraint(
                condition=Q(goal__in=["difference", "similarity"])
                & Q(method__in=["fixed", "sequential"])
                & Q(pairing__in=["different", "same"])
                & Q(status__in=["draft", "opening", "open", "paused", "closed"]),
                name="study_choices",
            ),
            models.CheckConstraint(
                condition=Q(protocol="triangle") | Q(protocol="directed", question__regex=r"\S"),
                name="study_directed_has_question",
                violation_error_message="A directed triad needs a question of its own.",
            ),
            models.CheckConstraint(
                condition=Q(presentation__in=["whole", "masked"])
                & Q(primary_set__in=["all", "kept"]),
                name="study_choices_of_page_and_set",
            ),
            models.CheckConstraint(
                condition=Q(primary_set="all")
                | Q(least_seconds__isnull=False)
                | Q(most_failed_attention__isnull=False),
                name="study_kept_needs_a_rule",
                violation_error_message="Say which judges are excluded, or count all answers.",
            ),
            models.CheckConstraint(
                condition=Q(family="", family_size__isnull=True)
                | ~Q(family="") & Q(family_size__isnull=False, family_size__gte=2),
                name="study_family_has_a_size",
                violation_error_message="A family has a name and two studies or more.",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True) | Q(closed_at__gte=F("opened_at")),
                name="study_closed_after_opened",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["draft"]) | ~Q(plan_json=""), name="study_frozen_has_plan"
            ),
            # One date out of the calendar would be an error of each list that shows it.
            models.CheckConstraint(
                condition=within_years("ends_at") & within_years("retention_until", days=True),
                name="study_years",
            ),
            # Of an opened study it is a part of the plan, whatever it was.
            models.CheckConstraint(
                condition=~Q(status="draft") | within_years("withdrawal_until", days=True),
                name="study_year_of_withdrawal",
            ),
            models.CheckConstraint(
                condition=~Q(subject_a=F("subject_b")),
                name="study_subjects_differ",
                violation_error_message="The two subjects need different names.",
            ),
            # What is planned for triads keeps its defaults in a study without any.
            models.CheckConstraint(
                condition=Q(kind="triangle", more_subjects=[])
                | Q(
                    kind="rating",
                    goal="difference",
                    method="fixed",
                    protocol="triangle",
                    pairing="different",
                    asks_reason=False,
                    asks_sureness=False,
                    follow_up={},
                ),
                name="study_kind",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_draft(self) -> bool:
        return self.status == self.Status.DRAFT

    @property
    def is_complete(self) -> bool:
        return self.completed_at is not None

    @property
    def state(self) -> str:
        """Say where the study stands, in the same words on every page: “paused, complete”."""
        words = ["archived"] if self.archived_at else []
        if self.status != self.Status.OPEN or not self.is_complete:
            words.append(self.get_status_display())
        if self.is_complete and self.status in self.COUNTING_STATUSES:
            words.append("complete")
        return ", ".join(words)

    @property
    def is_sealed(self) -> bool:
        """Whether the results of a blind study may not be seen yet."""
        return self.blind and self.unsealed_at is None

    @property
    def is_directed(self) -> bool:
        """Whether the question names what to look for, and the text by B is the right answer."""
        return self.protocol == self.Protocol.DIRECTED

    @property
    def below_recommended(self) -> bool:
        """Whether ISO 4120 recommends more evaluations for this goal."""
        return self.evaluations < RECOMMENDED_EVALUATIONS[self.goal]

    @property
    def subjects(self) -> dict[str, str]:
        """Return the names of the subjects by their letters."""
        names = (self.subject_a, self.subject_b, *self.more_subjects)
        return dict(zip(SYSTEMS, names, strict=False))
