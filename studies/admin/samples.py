"""Texts: corrected one by one while their study is a draft, for reading later."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import Truncator

from studies import design
from studies.admin.access import OfStudyAdmin, StudyFilter, allowed
from studies.models import Event, Sample, Study
from studies.models.sample import Subject

if TYPE_CHECKING:
    SampleModelForm = forms.ModelForm[Sample]
else:
    SampleModelForm = forms.ModelForm


class ExactText(forms.CharField):
    """A text whose leading spaces and line breaks are kept."""

    widget = forms.Textarea(attrs={"rows": 8, "class": "vLargeTextField"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strip=False, **kwargs)

    def to_python(self, value: Any) -> str:
        """Browsers send every line break as CR LF; texts are kept with LF."""
        return (super().to_python(value) or "").replace("\r\n", "\n")


class SampleForm(SampleModelForm):
    """One text."""

    text = ExactText(label="text", max_length=50_000)
    context = ExactText(label="context", required=False, max_length=50_000)

    class Meta:
        model = Sample
        fields = ("item", "context", "text", "alt_text", "language", "direction")

    def clean_alt_text(self) -> str:
        """Judges who cannot see the image need it; without an image it has no meaning."""
        alt_text = " ".join(self.cleaned_data["alt_text"].split())
        if self.instance.image_id and not alt_text:
            raise forms.ValidationError("Say what the image shows, for judges who cannot see it.")
        return alt_text if self.instance.image_id else ""

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        if not text.strip():
            raise forms.ValidationError(self.fields["text"].error_messages["required"])
        return text


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
    """The texts of the studies that one may edit or whose results one may read.

    With their subjects they are half of what a blind study hides, and whoever only recruits may be
    asked to judge: the same rule as for the download of texts.
    """

    form = SampleForm
    may_change = "edit"
    event_changed = Event.What.TEXT_CHANGED
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
        return Truncator(sample.text).chars(90)

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
        still_draft(obj.study)
        image = design.image_part(obj.image.sha256, obj.alt_text) if obj.image else b""
        obj.content_hash = design.content_hash(obj.text, image)
        held = [name for name in form.cleaned_data if name in SampleForm.Meta.fields]
        if "text" in form.changed_data:
            obj.sentence_starts = None  # the marks were those of another text
        obj.save(update_fields=[*held, "content_hash", "sentence_starts"])

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        still_draft(obj.study)
        obj.delete()

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        for sample in queryset:
            self._log(request, sample, Event.What.TEXT_DELETED, [])
        return []


def still_draft(study: Study) -> None:
    """Nobody opens the study while one of its texts changes."""
    if not Study.objects.select_for_update().get(pk=study.pk).is_draft:
        raise PermissionDenied
