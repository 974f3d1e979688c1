"""Texts: corrected one by one in a draft, read-only afterwards."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.text import Truncator

from studies.admin.access import OfStudyAdmin, StudyFilter
from studies.models import Sample
from studies.models.sample import Subject


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
    """The texts of studies that the user may edit, or may read the results of.

    Recruiters do not see them: they may be asked to judge, and a text's subject is half of what a
    blind study hides. The download of texts has the same rule.
    """

    list_display = ("number", "of_study", "subject", "kind", "item", "beginning", "taking_part")
    list_filter = (StudyFilter, SubjectFilter, "kind", "left_out")
    lookups = ("kind__exact", "left_out__exact")
    list_select_related = ("study",)
    search_fields = ("item", "text")

    @admin.display(description="number", ordering="pk")
    def number(self, sample: Sample) -> int:
        return sample.pk

    @admin.display(description="text")
    def beginning(self, sample: Sample) -> str:
        return Truncator(sample.in_words).chars(90)

    @admin.display(description="takes part", boolean=True)
    def taking_part(self, sample: Sample) -> bool:
        return not sample.left_out

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: Any = super().get_queryset(request)
        readable: QuerySet[Any] = rows.visible_to(request.user, "edit") | rows.visible_to(
            request.user, "read"
        )
        return readable

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, *args: Any, **kwargs: Any
    ) -> Any:
        """Lead to the text's page: its record has none of its own here."""
        if object_id is None:
            raise PermissionDenied
        sample = self.get_object(request, object_id)
        if sample is None:
            raise Http404
        return HttpResponseRedirect(reverse("studies:text", args=[sample.study.code, sample.pk]))
