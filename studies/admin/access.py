"""Which rows an account sees in the admin: `visible_to` decides, for every table."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.text import Truncator, capfirst

from studies.models import Study
from studies.values.panel_ids import stripped
from studies.values.whole_numbers import whole_number

if TYPE_CHECKING:
    AnyModelAdmin = admin.ModelAdmin[Any]
else:
    AnyModelAdmin = admin.ModelAdmin

LONGEST_TITLE = 60
# Lists end after so many rows: counting a million takes longer than reading fifty.
COUNTED_ROWS = 20_000


class NewestRows(Paginator):  # type: ignore[type-arg]  # not subscriptable when it runs
    """Pages of the first COUNTED_ROWS rows of a list."""

    @cached_property
    def count(self) -> int:
        """The number of rows, at most COUNTED_ROWS."""
        rows: Any = self.object_list
        return int(rows[:COUNTED_ROWS].count())

    def page(self, number: Any) -> Any:
        """Return a page; only its own rows are joined with others, not all that stand before it."""
        found: Any = super().page(number)
        rows: Any = self.object_list
        found.object_list = rows.filter(pk__in=found.object_list.values("pk"))
        return found

    @property
    def is_cut(self) -> bool:
        """Whether there may be more rows than the list shows."""
        return self.count >= COUNTED_ROWS


def allowed(request: HttpRequest, row: Model, may: str) -> bool:
    """Return whether the account may do this to the row's study."""
    manager: Any = type(row)._meta.default_manager
    return bool(manager.visible_to(request.user, may).filter(pk=row.pk).exists())


class OfStudyAdmin(AnyModelAdmin):
    """Rows that belong to studies: seen as `visible_to` says, and only read."""

    may_see = "see"
    # Lookups that a list's address may hold: a filter on another column would tell its values.
    lookups: tuple[str, ...] = ()
    actions = None
    list_per_page = 50
    list_max_show_all = 200
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    paginator = NewestRows

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search for what can be seen: a code that is copied brings more along."""
        return super().get_search_results(request, queryset, stripped(search_term))

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        title = capfirst(str(self.opts.verbose_name_plural))
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: Any = super().get_queryset(request)
        visible: QuerySet[Any] = rows.visible_to(request.user, self.may_see)
        # The frozen plan names every text: megabytes in each row of a list.
        path = getattr(rows, "study_path", "study")
        return visible.defer("plan_json" if self.model is Study else f"{path}__plan_json")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_view_permission(request, obj) and (
            obj is None or allowed(request, obj, self.may_see)
        )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="study", ordering="study")
    def of_study(self, row: Any) -> str:
        """Name the row's study, and lead to all rows of it."""
        if row.study is None:
            return "–"
        rows = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
        title = Truncator(row.study.title).chars(LONGEST_TITLE)
        return format_html('<a href="{}?of={}">{}</a>', rows, row.study_id, title)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        filters = (getattr(one, "parameter_name", None) for one in self.list_filter)
        return lookup in self.lookups or lookup in filters


class StudyFilter(admin.SimpleListFilter):
    """Rows of the one study that the address names: a row's study leads to them."""

    title = "study"
    parameter_name = "of"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, str]]:
        key = whole_number(self.value() or "")
        if key is None:
            return []
        visible = Study.objects.visible_to(request.user, model_admin.may_see)
        return list(visible.filter(pk=key).values_list("pk", "title"))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        if value is None:
            return queryset
        key = whole_number(value)
        path: str = getattr(queryset, "study_path", "study")
        return queryset.none() if key is None else queryset.filter(**{path: key})

    def has_output(self) -> bool:
        return self.value() is not None
