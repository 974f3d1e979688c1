"""Studies: their list for administrators; a study's own pages are the workbench's."""

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.urls import URLPattern, path, reverse

from studies.admin.access import OfStudyAdmin
from studies.admin.columns import moment, of
from studies.kinds import kind_of
from studies.models import Study, Trial
from studies.workbench.actions import ACTIONS
from studies.workbench.frame import study_page

# Pages of a study that once stood below its record, and what they are called now.
MOVED: dict[str, str] = {
    "history": "studies:history",
    "plan.json": "studies:plan_json",
    "share": "studies:share",
    "people": "studies:personal_links",
    "invite": "studies:invite",
    "invitations": "studies:invitations",
    "remind": "studies:remind",
    "excluded": "studies:excluded_ids",
    **{str(action.name): f"studies:{action.name}" for action in ACTIONS},
}


class StatusFilter(admin.SimpleListFilter):
    """Filter by what the column of the status says."""

    title = "status"
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return [*Study.Status.choices, ("complete", "complete")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        known = self.value() in Study.Status.values
        found = queryset.filter(status=self.value()) if known else queryset
        if self.value() == "complete":
            taking = queryset.filter(status__in=Study.COUNTING_STATUSES)
            return taking.filter(completed_at__isnull=False)
        is_open = self.value() == Study.Status.OPEN
        return found.filter(completed_at__isnull=True) if is_open else found


class ArchiveFilter(admin.SimpleListFilter):
    """Show archived studies only when they are asked for."""

    title = "archive"
    parameter_name = "archived"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return [("yes", "Archived"), ("all", "All")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "all":
            return queryset
        return queryset.filter(archived_at__isnull=self.value() != "yes")

    def choices(self, changelist: Any) -> Any:
        first, *others = super().choices(changelist)
        return [{**first, "display": "Not archived"}, *others]


@admin.register(Study)
class StudyAdmin(OfStudyAdmin):
    """The account's own and shared studies."""

    list_display = ("title", "stands", "goal_in_short", "progress", "owner", "created")
    list_filter = (StatusFilter, ArchiveFilter)
    list_select_related = ("owner",)
    search_fields = ("title",)
    search_help_text = "Search titles"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        counted = Trial.objects.counted().filter(study=OuterRef("pk"))
        rows = super().get_queryset(request)
        listed: QuerySet[Any] = rows.annotate(counted=counted.number_by("study"))
        return listed

    @admin.display(description="status", ordering="status")
    def stands(self, study: Study) -> str:
        return study.state

    @admin.display(description="goal", ordering="goal")
    def goal_in_short(self, study: Study) -> str:
        if not kind_of(study).tells_apart:
            return "–"
        return "difference" if study.goal == Study.Goal.DIFFERENCE else "similarity"

    @admin.display(description="progress")
    def progress(self, study: Any) -> str:
        return of(study.counted, study.evaluations)

    @admin.display(description="made", ordering="created_at")
    def created(self, study: Study) -> str:
        return moment(study.created_at)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        moved = [
            path(f"<int:pk>/{name}{'' if '.' in name else '/'}", view(_moved_to(now)))
            for name, now in MOVED.items()
        ]
        return [path("add/", view(_new_study)), *moved, *super().get_urls()]

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, *args: Any, **kwargs: Any
    ) -> Any:
        """Lead to the study's page: its record has none of its own here."""
        study = self.get_object(request, object_id or "")
        if study is None:
            raise Http404
        return HttpResponseRedirect(study_page(study))


def _moved_to(view: str) -> Any:
    def moved(request: HttpRequest, pk: int) -> HttpResponseRedirect:
        """Lead to where the page is now, by the study's code."""
        code = Study.objects.visible_to(request.user, "see").values_list("code", flat=True)
        found = code.filter(pk=pk).first()
        if found is None:
            raise Http404
        return HttpResponseRedirect(reverse(view, args=[found]))

    return moved


def _new_study(request: HttpRequest) -> HttpResponseRedirect:
    query = request.META["QUERY_STRING"]
    return HttpResponseRedirect(reverse("studies:new") + (f"?{query}" if query else ""))
