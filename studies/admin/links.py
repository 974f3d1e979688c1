"""Recruitment links: their list; the page of one is the workbench's."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse

from studies.admin.access import OfStudyAdmin, StudyFilter
from studies.admin.columns import moment
from studies.models import RecruitmentLink, Study
from studies.values.whole_numbers import whole_number
from studies.workbench.recruiting.links import count_people, link_page, new_link_page, state_of

# Pages of a link that once stood below its record, and what they are called now.
MOVED = {"revoke/": ("studies:revoke_link",), "qr.svg": ("studies:link_qr", "svg")}


class _LinkList(ChangeList):
    """A page of links with what became of their people: one query for all."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.result_list = list(self.result_list)
        count_people(self.result_list)


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

    may_see = "recruit"
    list_display = ("panel", "of_study", "addressee", "mode", "began", "completed", "state", "made")
    list_filter = (StudyFilter, PersonalFilter)
    list_select_related = ("study",)
    search_fields = ("panel", "addressee")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return _LinkList

    @admin.display(description="began")
    def began(self, link: Any) -> int | str:
        return link.people.began if link.people else "–"

    @admin.display(description="completed")
    def completed(self, link: Any) -> int | str:
        return link.people.completed if link.people else "–"

    @admin.display(description="state")
    def state(self, link: RecruitmentLink) -> str:
        return state_of(link)

    @admin.display(description="made", ordering="created_at")
    def made(self, link: RecruitmentLink) -> str:
        return moment(link.created_at)

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, *args: Any, **kwargs: Any
    ) -> Any:
        """Lead to the link's page: its record has none of its own here."""
        link = self.get_object(request, object_id or "")
        if link is None:
            raise Http404
        return HttpResponseRedirect(link_page(link))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        moved = [path(f"<int:pk>/{end}", view(_moved_to(*now))) for end, now in MOVED.items()]
        return [path("add/", view(_new_link)), *moved, *super().get_urls()]


def _moved_to(name: str, *arguments: str) -> Any:
    def moved(request: HttpRequest, pk: int) -> HttpResponseRedirect:
        """Lead to where the page of a link is now."""
        links = RecruitmentLink.objects.visible_to(request.user, "recruit")
        link = get_object_or_404(links.select_related("study"), pk=pk)
        return HttpResponseRedirect(reverse(name, args=[link.study.code, link.pk, *arguments]))

    return moved


def _new_link(request: HttpRequest) -> HttpResponseRedirect:
    """Lead to the form for a new link of the study that the address names."""
    key = whole_number(request.GET.get("study", "")) or 0
    study = Study.objects.visible_to(request.user, "recruit").filter(pk=key).first()
    return HttpResponseRedirect(new_link_page(study) if study else reverse("analysis:studies"))
