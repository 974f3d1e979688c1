"""Recruitment links: their list, and the page of one."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse

from studies.admin.access import OfStudyAdmin, StudyFilter
from studies.admin.columns import moment
from studies.models import Judge, RecruitmentLink, Study
from studies.models.recruitment import ENDING_FIELDS
from studies.services.recruiting import links
from studies.workbench.forms.fields import changed_labels
from studies.workbench.forms.links import LinkForm
from studies.workbench.frame import study_page, user_of
from studies.workbench.recruiting.links import link_page, qr, revoke, state_of, with_counts


class PersonalFilter(admin.SimpleListFilter):
    """Open links, or personal ones."""

    title = "kind"
    parameter_name = "personal"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return [("no", "Open links"), ("yes", "Personal links")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(personal=self.value() == "yes") if self.value() else queryset


@admin.register(RecruitmentLink)
class RecruitmentLinkAdmin(OfStudyAdmin):
    """The links of the studies for which the account may recruit."""

    form = LinkForm
    may_see = "recruit"
    may_change = "recruit"
    list_display = ("panel", "study", "addressee", "mode", "began", "ended", "state", "made")
    list_filter = (StudyFilter, PersonalFilter)
    list_select_related = ("study",)
    search_fields = ("panel", "addressee")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return with_counts(super().get_queryset(request))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super(OfStudyAdmin, self).has_add_permission(request)

    @admin.display(description="began")
    def began(self, link: Any) -> int:
        return int(link.started)

    @admin.display(description="finished")
    def ended(self, link: Any) -> int | str:
        return link.finished if link.finished is not None else "–"

    @admin.display(description="state")
    def state(self, link: RecruitmentLink) -> str:
        return state_of(link)

    @admin.display(description="made", ordering="created_at")
    def made(self, link: RecruitmentLink) -> str:
        return moment(link.created_at)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        first = ["study", "panel", "language", "mode", "quota", "expires_at", "classroom"]
        if obj is not None and obj.personal:
            first = ["study", "panel", "addressee", "language", "mode", "expires_at"]
        endings = {
            # One a line: Django opens a folded section for a mistake only where no fields stand
            # beside another.
            "fields": ENDING_FIELDS,
            "classes": ("collapse",),
            "description": (
                "For panels that send people here and want them back: a code to show, or an "
                "address to return to."
            ),
        }
        panel = {
            "fields": ("id_parameter", "mturk"),
            "classes": ("collapse",),
            "description": (
                "For Prolific, Mechanical Turk and other panels, which send people here with an id "
                "in the address: the same person is one judge, in any browser."
            ),
        }
        more = [] if obj is not None and obj.personal else [("A panel’s ids", panel)]
        return [
            (None, {"fields": first}),
            *more,
            ("How it ends for judges", endings),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        # Judges hold copies of study and mode: neither changes after they came.
        return ("addressee",) if obj is None else ("study", "mode", "addressee")

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "study":
            kwargs["queryset"] = Study.objects.visible_to(request.user, "recruit").exclude(
                archived_at__isnull=False
            )
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        if field is not None:
            for right in ("can_add_related", "can_change_related", "can_view_related"):
                setattr(field.widget, right, False)
        return field

    def get_changeform_initial_data(self, request: HttpRequest) -> Any:
        return {name: request.GET[name] for name in ("study",) if name in request.GET}

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: Any) -> None:
        if change:
            links.change_link(link=obj, user=user_of(request), changed=changed_labels(form))
        else:
            links.make_link(link=obj, user=user_of(request))

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context.update(show_save_and_add_another=False, show_save_and_continue=False)
        link = kwargs.get("obj")
        if link is None:
            context.update(title="Make a recruitment link")
        else:
            if request.method == "POST":  # a form with errors has left its values in the row
                link.refresh_from_db()
            context.update(
                title=f"Recruitment link “{link.panel}”",
                subtitle=None,
                link=link,
                state=state_of(link),
                address=links.address_of(link),
                fills_in=link.id_parameter == "PROLIFIC_PID" or links.placeholder_of(link),
                message_text=links.message_for(link),
                study_page=study_page(link.study),
                same_browser=Judge.objects.filter(link=link, same_browser_as__isnull=False).count(),
                judges_page=f"{reverse('admin:studies_judge_changelist')}?of={link.study_id}"
                "&known_browser=yes",
                revoke_page=reverse("admin:studies_recruitmentlink_revoke", args=[link.pk]),
            )
        return super().render_change_form(request, context, *args, **kwargs)

    def response_add(
        self, request: HttpRequest, obj: Any, post_url_continue: str | None = None
    ) -> HttpResponse:
        self.message_user(request, "The link was made. Copy it and send it to your judges.")
        return HttpResponseRedirect(link_page(obj))

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        self.message_user(request, "The link was stored.")
        return HttpResponseRedirect(link_page(obj))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/revoke/", view(revoke), name="studies_recruitmentlink_revoke"),
            path("<int:pk>/qr.svg", view(qr), name="studies_recruitmentlink_qr"),
            *super().get_urls(),
        ]
