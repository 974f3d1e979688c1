"""Texts and images of a study, and uploads between preview and confirmation."""

from django.conf import settings
from django.contrib.postgres.aggregates import StringAgg
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Func, Q, Value
from django.db.models.functions import MD5, Cast, Concat, Now

from studies.models.random_codes import new_image_name
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet


class Kind(models.TextChoices):
    """What a sample, a triad or a trial is for. Only `main` is ever counted."""

    MAIN = "main", "main"
    PRACTICE = "practice", "practice"
    ATTENTION = "attention", "attention"


class Subject(models.TextChoices):
    """Who wrote a text: A or B, in a rating study up to H (a trigger)."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"
    F = "F"
    G = "G"
    H = "H"


class Image(models.Model):
    """An image of a sample, re-encoded without metadata. Its bytes are kept in the row."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="images")
    name = models.CharField(max_length=64, unique=True, default=new_image_name, editable=False)
    content = models.BinaryField(max_length=300_000)
    content_type = models.CharField(max_length=20)
    sha256 = models.CharField(max_length=64)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()

    objects = OfStudyQuerySet.as_manager()

    class Meta:
        constraints = [
            # The same image twice in an upload: one row.
            models.UniqueConstraint(fields=["study", "sha256"], name="image_unique"),
            models.CheckConstraint(
                condition=Q(content_type__in=["image/png", "image/jpeg", "image/webp"]),
                name="image_type",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.width} × {self.height}"


def counting_order(column: str) -> Func:
    """Return the column as text that sorts 2 before 10: its numbers with 16 digits each."""
    padded = Func(
        column, Value("([0-9]+)"), Value("0" * 16 + r"\1"), Value("g"), function="regexp_replace"
    )
    return Func(
        padded, Value("[0-9]*([0-9]{16})"), Value(r"\1"), Value("g"),
        function="regexp_replace", output_field=models.TextField(),
    )  # fmt: skip


class SampleQuerySet(OfStudyQuerySet):
    def in_list_order(self) -> "SampleQuerySet":
        """Order by kind and item, items as people count them: an index has this order."""
        return self.order_by("kind", counting_order("item"), "subject", "pk")

    def drafted(self) -> "SampleQuerySet":
        """Keep the main texts, with those that are left out."""
        return self.filter(kind=Kind.MAIN)

    def of_kind(self, kind: str) -> "SampleQuerySet":
        """Keep the texts of a kind that take part: those not left out."""
        return self.filter(kind=kind, left_out=False)

    def main(self) -> "SampleQuerySet":
        """Keep the main texts that take part."""
        return self.of_kind(Kind.MAIN)

    def of_conditions(self) -> dict[str, int]:
        """Count the texts of each condition; none where no text has one."""
        rows = self.order_by().values_list("condition")
        found = dict(rows.annotate(n=models.Count("pk")).order_by("condition"))
        return found if any(found) else {}

    def different_by_subject(self) -> dict[str, int]:
        """Count the texts of A and of B that differ from one another."""
        numbers = dict.fromkeys((Subject.A.value, Subject.B.value), 0)
        rows = self.order_by().values_list("subject")
        numbers.update(rows.annotate(n=models.Count("content_hash", distinct=True)))
        return numbers

    def repeated(self) -> int:
        """Count the texts that repeat another one; of each text one is not counted."""
        different = models.Count("content_hash", distinct=True)
        found: dict[str, int] = self.aggregate(repeated=models.Count("pk") - different)
        return found["repeated"]

    def share_an_item(self) -> bool:
        """Return whether any item has texts of both subjects: else topic and author are one."""
        of_b = self.filter(subject=Subject.B)
        return self.filter(subject=Subject.A, item__in=of_b.values("item")).exists()

    def counts_of_draft(self) -> dict[str, int]:
        """Count the main texts, those left out, and those that are pictures without text."""
        found: dict[str, int] = self.drafted().aggregate(
            texts=models.Count("pk"),
            left_out=models.Count("pk", filter=Q(left_out=True)),
            pictures_alone=models.Count("pk", filter=Q(text="")),
        )
        return found

    def pictures_alone(self) -> dict[str, tuple[int, int]]:
        """Count by kind the pictures without text, and the texts without a picture.

        Only kinds with a picture without text are in it.
        """
        alone = models.Count("pk", filter=Q(text=""))
        bare = models.Count("pk", filter=Q(image=None))
        rows = self.order_by().filter(left_out=False).values_list("kind")
        found = rows.annotate(alone=alone, bare=bare).filter(alone__gt=0)
        return {kind: (number, without) for kind, number, without in found}

    def lack_contexts(self) -> bool:
        """Return whether there are texts, and with none of them what it is made from."""
        given = self.annotate(given=Q(context__regex=r"\S")).order_by().values_list("given")
        return list(given.distinct()) == [(False,)]

    def with_images(self) -> "SampleQuerySet":
        """Join the images, without their bytes."""
        return self.select_related("image").defer("image__content")

    def fingerprint(self) -> str:
        """Return a hash that differs where a text was added, changed, moved or left out.

        The database computes it: of 100,000 texts in a tenth of a second.
        """
        space = Value(" ")
        row = Concat(
            Cast("pk", models.TextField()), space, "subject", space, "content_hash", space, "item",
            output_field=models.TextField(),
        )  # fmt: skip
        rows = StringAgg(row, ",", order_by="pk", default=Value(""))
        found: dict[str, str] = self.aggregate(fingerprint=MD5(rows))
        return found["fingerprint"]

    def by_position(self, keys: tuple[int, int, int]) -> "tuple[Sample, Sample, Sample]":
        """Return the three texts of a triad in this order, by one query."""
        found = self.with_images().in_bulk(keys)
        return found[keys[0]], found[keys[1]], found[keys[2]]


class Sample(models.Model):
    """One text of one subject, or a picture without text.

    Main samples are fixed once the study leaves draft (a trigger).
    """

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="samples")
    subject = models.CharField(max_length=1, choices=Subject)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.MAIN)
    item = models.CharField("item", max_length=200)
    context = models.TextField("context", blank=True)
    # How the text was made or changed; judges are not told.
    condition = models.CharField("condition", max_length=100, blank=True, default="", db_default="")
    # Empty where an image stands alone.
    text = models.TextField("text", blank=True, validators=[MaxLengthValidator(50_000)])
    image = models.ForeignKey(
        Image, on_delete=models.PROTECT, null=True, blank=True, related_name="samples"
    )
    alt_text = models.CharField("description of the image", max_length=1000, blank=True)
    # Ticked in the report of surface cues: it stays in the draft and takes no part.
    left_out = models.BooleanField("left out", default=False, db_default=False, editable=False)
    # Offsets in `text` where sentences begin, if the upload marks them; else the text is split.
    sentence_starts = models.JSONField(null=True, blank=True, editable=False)
    language = models.CharField("language", max_length=35, blank=True)
    direction = models.CharField(
        "direction",
        max_length=4,
        choices=[("auto", "auto"), ("ltr", "ltr"), ("rtl", "rtl")],
        default="auto",
    )
    content_hash = models.CharField(max_length=64, editable=False)
    # The row in the upload: the last tie-breaker of the order in which texts are drawn.
    row = models.PositiveIntegerField(default=0, editable=False)

    objects = SampleQuerySet.as_manager()

    class Meta:
        verbose_name = "text"
        ordering = ["pk"]
        indexes = [
            # A study's texts by subject and item: planning, the admin's list, the export.
            models.Index(fields=["study", "kind", "subject", "item"], name="sample_of_study"),
            # The page of a study's texts.
            models.Index(
                "study", "kind", counting_order("item"), "subject", "id", name="sample_in_list"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(subject__in=list("ABCDEFGH")), name="sample_subject"
            ),
            # A picture without text has a description: nothing else says what it is.
            models.CheckConstraint(
                condition=~Q(text="") | (Q(image__isnull=False) & ~Q(alt_text="")),
                name="sample_text_or_image",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=Kind.values) & Q(direction__in=["auto", "ltr", "rtl"]),
                name="sample_choices",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject} · {self.item}"

    @property
    def in_words(self) -> str:
        """The text; of a picture without text, its description."""
        return self.text or f"picture: {self.alt_text}"


class Upload(models.Model):
    """A file of texts between preview and confirmation; dropped after a day."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="uploads")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    name = models.CharField(max_length=200)
    content = models.BinaryField()
    # Both are read and written by studies.services.texts.upload_state alone.
    mapping = models.JSONField(default=dict)
    findings = models.JSONField(null=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = OfStudyQuerySet.as_manager()

    class Meta:
        indexes = [
            # Dropping old uploads.
            models.Index(fields=["created_at"], name="upload_age"),
        ]

    def __str__(self) -> str:
        return self.name
