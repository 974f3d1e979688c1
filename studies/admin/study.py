"""Studies: their list, and the page of one with its form."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path

from studies.admin.access import OfStudyAdmin
from studies.admin.columns import moment, of
from studies.models import Study, Trial
from studies.services.lifecycle import drafts
from studies.services.lifecycle.plan_fields import AFTER_OPENING
from studies.workbench.action_views import action_page
from studies.workbench.actions import ACTIONS
from studies.workbench.dashboard import dashboard_of
from studies.workbench.forms.fields import changed_labels
from studies.workbench.forms.study import StudyForm, fieldsets
from studies.workbench.frame import study_page, user_of
from studies.workbench.frozen_plan import plan_json
from studies.workbench.recruiting import invitation_pages
from studies.workbench.sharing import share

# The pages of a study, by their addresses below that of the study.
PAGES: dict[str, Callable[..., HttpResponse]] = {
    **{action.name: partial(action_page, action=action) for action in ACTIONS},
    "share": share,
    "people": invitation_pages.personal_links,
    "invite": invitation_pages.invite,
    "invitations": invitation_pages.sent,
    "remind": invitation_pages.remind,
    "excluded": invitation_pages.excluded,
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

    form = StudyForm
    may_change = "edit"
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

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super(OfStudyAdmin, self).has_add_permission(request)

    @admin.display(description="status", ordering="status")
    def stands(self, study: Study) -> str:
        return study.state

    @admin.display(description="goal", ordering="goal")
    def goal_in_short(self, study: Study) -> str:
        return "difference" if study.goal == Study.Goal.DIFFERENCE else "similarity"

    @admin.display(description="progress")
    def progress(self, study: Any) -> str:
        return of(study.counted, study.evaluations)

    @admin.display(description="made", ordering="created_at")
    def created(self, study: Study) -> str:
        return moment(study.created_at)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        # The plan has a page of its own, for those who cannot change it (any more).
        if obj is None or (obj.is_draft and self.has_change_permission(request, obj)):
            return fieldsets()
        return [(None, {"fields": AFTER_OPENING})]

    def get_form(self, request: HttpRequest, obj: Any = None, *args: Any, **kwargs: Any) -> Any:
        form: Any = super().get_form(request, obj, *args, **kwargs)
        form.owner_id = user_of(request).pk
        return form

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name in ("question", "thanks_text"):
            field.widget.attrs["rows"] = 3
        if field is not None and db_field.name == "family":
            studies = Study.objects.visible_to(request.user, "edit").exclude(family="")
            names = studies.order_by("family").values_list("family", flat=True).distinct()
            field.widget.names = tuple(names)
        return field

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: Any) -> None:
        if change:
            drafts.change_study(study=obj, user=user_of(request), changed=changed_labels(form))
        else:
            drafts.make_study(study=obj, user=user_of(request))

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context.update(show_save_and_add_another=False, show_save_and_continue=False)
        study = kwargs.get("obj")
        if study is None:
            context.update(title="Add study", show_save=True)
        else:
            if request.method == "POST":  # a form with errors has left its values in the row
                study.refresh_from_db()
            shown = dashboard_of(request, study)
            context.update(title=study.title, subtitle=None, dashboard=shown)
        return super().render_change_form(request, context, *args, **kwargs)

    def response_add(
        self, request: HttpRequest, obj: Any, post_url_continue: str | None = None
    ) -> HttpResponse:
        self.message_user(request, "The study was stored as a draft. Next: add the texts.")
        return HttpResponseRedirect(study_page(obj))

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        self.message_user(request, "The study was stored.")
        return HttpResponseRedirect(study_page(obj))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        plan = path("<int:pk>/plan.json", view(plan_json), name="studies_study_plan")
        pages = [
            path(f"<int:pk>/{name}/", view(page), name=f"studies_study_{name}")
            for name, page in PAGES.items()
        ]
        return [plan, *pages, *super().get_urls()]
