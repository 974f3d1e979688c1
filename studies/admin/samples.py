"""Texts: corrected one by one in a draft, read-only afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import Truncator

from studies.admin.access import OfStudyAdmin, StudyFilter, allowed
from studies.models import Sample
from studies.models.sample import Subject
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import draft_texts
from studies.values.visible_text import shows_nothing
from studies.workbench.forms.fields import changed_labels
from studies.workbench.frame import user_of

if TYPE_CHECKING:
    SampleModelForm = forms.ModelForm[Sample]
else:
    SampleModelForm = forms.ModelForm


class ExactText(forms.CharField):
    """A text with its leading spaces and line breaks."""

    widget = forms.Textarea(attrs={"rows": 8, "class": "vLargeTextField"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strip=False, **kwargs)

    def to_python(self, value: Any) -> str:
        """Turn the CR LF that browsers send into the LF of stored texts."""
        return (super().to_python(value) or "").replace("\r\n", "\n")


class SampleForm(SampleModelForm):
    """One text."""

    text = ExactText(label="text", required=False, max_length=50_000)
    context = ExactText(label="context", required=False, max_length=50_000)

    class Meta:
        model = Sample
        fields = ("item", "context", "text", "alt_text", "language", "direction")

    def clean_alt_text(self) -> str:
        """Require a description for judges who cannot see the image; drop it if there is none."""
        alt_text = " ".join(self.cleaned_data["alt_text"].split())
        if self.instance.image_id and not alt_text:
            raise forms.ValidationError("Say what the image shows, for judges who cannot see it.")
        return alt_text if self.instance.image_id else ""

    def clean_text(self) -> str:
        """Take an empty text only where an image stands in its place."""
        text: str = self.cleaned_data["text"]
        if not shows_nothing(text):
            return text
        if not self.instance.image_id:
            raise forms.ValidationError(self.fields["text"].error_messages["required"])
        return ""


class SubjectFilter(admin.SimpleListFilter):
    """By subject."""

    title = "subject"
    parameter_name = "subject"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return [("A", "A"), ("B", "B")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        known = self.value() in Subject.values
        return queryset.filter(subject=self.value()) if known else queryset


@admin.register(Sample)
class SampleAdmin(OfStudyAdmin):
    """The texts of studies that the user may edit or whose results they may read.

    Recruiters do not see them: they may be asked to judge, and a text's subject is half of what a
    blind study hides. The download of texts has the same rule.
    """

    form = SampleForm
    may_change = "edit"
    list_display = (
        *("number", "study", "subject", "kind", "item", "beginning", "language", "direction"),
        *("has_image", "taking_part"),
    )
    list_filter = (StudyFilter, SubjectFilter, "kind", "left_out")
    lookups = ("kind__exact", "left_out__exact")
    list_select_related = ("study",)
    search_fields = ("item", "text")
    readonly_fields = ("study", "subject", "kind", "picture", "taking_part")
    fields = (
        *("study", "subject", "kind", "taking_part", "item", "context", "text"),
        *("picture", "alt_text", "language", "direction"),
    )

    @admin.display(description="number", ordering="pk")
    def number(self, sample: Sample) -> int:
        return sample.pk

    @admin.display(description="text")
    def beginning(self, sample: Sample) -> str:
        return Truncator(sample.in_words).chars(90)

    @admin.display(description="image", boolean=True)
    def has_image(self, sample: Sample) -> bool:
        return sample.image_id is not None

    @admin.display(description="image")
    def picture(self, sample: Sample) -> str:
        if sample.image is None:
            return "–"
        address = reverse("judge:image", args=[sample.image.name])
        return format_html('<img src="{}" alt="{}" width="300">', address, sample.alt_text)

    @admin.display(description="takes part", boolean=True)
    def taking_part(self, sample: Sample) -> bool:
        return not sample.left_out

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: Any = super().get_queryset(request)
        readable: QuerySet[Any] = rows.visible_to(request.user, "edit") | rows.visible_to(
            request.user, "read"
        )
        return readable

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_view_permission(request, obj) and (
            obj is None or allowed(request, obj, "edit") or allowed(request, obj, "read")
        )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and (obj is None or obj.study.is_draft)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is not None and self.has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: Any) -> None:
        changed = changed_labels(form)
        with _forbidden_after_draft():
            draft_texts.correct_text(sample=obj, user=user_of(request), changed=changed)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        with _forbidden_after_draft():
            draft_texts.delete_text(sample=obj, user=user_of(request))


@contextmanager
def _forbidden_after_draft() -> Iterator[None]:
    try:
        yield
    except WrongStateError:
        raise PermissionDenied from None
