"""What happened in studies, for reading only."""

import json
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from studies.admin.access import OfStudyAdmin, StudyFilter
from studies.admin.columns import moment
from studies.models import Amendment, Answer, Event, Judge, Triad, Trial
from studies.models.judging.place import Place


class ReadOnlyAdmin(OfStudyAdmin):
    """Rows for reading only."""

    list_filter: ClassVar[tuple[type[admin.SimpleListFilter], ...]] = (StudyFilter,)
    ordering: ClassVar[tuple[str, ...]] = ("-pk",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields or self.list_display

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields or self.list_display


@admin.register(Answer)
class AnswerAdmin(ReadOnlyAdmin):
    """Answers of studies that the account may see the results of.

    The code of a trial is never shown: with it an answer can be given.
    """

    may_see = "read"
    list_select_related = ("study", "trial__judge")
    list_display = (
        *("answer_number", "of_study", "judge", "triad", "order", "state"),
        *("chosen_position", "correct", "answered"),
    )

    @admin.display(description="number", ordering="pk")
    def answer_number(self, answer: Answer) -> int:
        return answer.pk

    @admin.display(description="judge")
    def judge(self, answer: Answer) -> str:
        return answer.trial.judge.code

    @admin.display(description="triad", ordering="number")
    def triad(self, answer: Answer) -> int:
        return answer.number

    @admin.display(description="state")
    def state(self, answer: Answer) -> str:
        return answer.trial.get_state_display()

    @admin.display(description="answered")
    def answered(self, answer: Answer) -> str:
        return moment(answer.answered_at)


@admin.register(Trial)
class TrialAdmin(ReadOnlyAdmin):
    """Trials: which triad or sheet was served to which judge."""

    may_see = "read"
    list_select_related = ("study", "judge", "triad", "sheet")
    list_display = ("number", "of_study", "judge_code", "place_number", "mode", "state", "held")

    @admin.display(description="number", ordering="pk")
    def number(self, trial: Trial) -> int:
        return trial.pk

    @admin.display(description="judge")
    def judge_code(self, trial: Trial) -> str:
        return trial.judge.code

    @admin.display(description="triad or sheet")
    def place_number(self, trial: Trial) -> int:
        place: Place = trial.triad or trial.sheet
        return place.number

    @admin.display(description="held")
    def held(self, trial: Trial) -> str:
        return moment(trial.held_at)


@admin.register(Triad)
class TriadAdmin(ReadOnlyAdmin):
    """Triads: three texts in an order."""

    may_see = "read"
    list_select_related = ("study", "first", "second", "third")
    list_display = (
        *("number", "of_study", "block", "mode", "order", "odd_position"),
        *("first", "second", "third"),
    )
    # As in the unique index of a triad's number.
    ordering = ("study_id", "mode", "kind", "number")


class KnownBrowserFilter(admin.SimpleListFilter):
    """Filter by judges with a browser known from another judge of the study."""

    title = "browser"
    parameter_name = "known_browser"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return [("yes", "Known from another judge")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.exclude(same_browser_as=None) if self.value() == "yes" else queryset


@admin.register(Judge)
class JudgeAdmin(ReadOnlyAdmin):
    """Judges by their codes. Form keys are never shown: with one a visitor goes on as the judge."""

    list_filter = (StudyFilter, KnownBrowserFilter)
    list_select_related = ("study", "link", "same_browser_as")
    list_display = (
        *("code", "of_study", "panel", "mode", "panel_id", "known_browser"),
        *("consented", "withdrawn", "excluded"),
    )
    search_fields = ("code", "external_id")

    @admin.display(description="panel")
    def panel(self, judge: Judge) -> str:
        return judge.link.panel

    @admin.display(description="external id", ordering="external_id")
    def panel_id(self, judge: Judge) -> str:
        """Return the external id; a judge who has withdrawn has a hash only, which stays hidden."""
        return "" if judge.withdrawn_at else judge.external_id

    @admin.display(description="same browser as")
    def known_browser(self, judge: Judge) -> str:
        return judge.same_browser_as.code if judge.same_browser_as else "–"

    @admin.display(description="consented", ordering="pk")
    def consented(self, judge: Judge) -> str:
        return moment(judge.consented_at)

    @admin.display(description="withdrawn")
    def withdrawn(self, judge: Judge) -> str:
        return moment(judge.withdrawn_at)

    @admin.display(description="excluded")
    def excluded(self, judge: Judge) -> str:
        """Return when the plan's rule excluded the judge."""
        return moment(judge.excluded_at)


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """The history of studies: who did what, when and why."""

    list_select_related = ("study", "who")
    list_display = ("happened", "of_study", "who", "label", "why")
    fields = ("happened", "of_study", "study_code", "who", "label", "name", "why", "in_detail")

    @admin.display(description="what", ordering="what")
    def label(self, event: Event) -> str:
        return event.label

    @admin.display(description="name in exports")
    def name(self, event: Event) -> str:
        return event.what

    @admin.display(description="when", ordering="pk")
    def happened(self, event: Event) -> str:
        return moment(event.at)

    @admin.display(description="details")
    def in_detail(self, event: Event) -> str:
        return json.dumps(event.details, ensure_ascii=False, indent=1)


@admin.register(Amendment)
class AmendmentAdmin(ReadOnlyAdmin):
    """Changes of the plans of opened studies."""

    list_select_related = ("study", "who")
    list_display = (
        *("made", "of_study", "kind", "old_evaluations", "new_evaluations", "after_looking"),
        *("who", "why"),
    )

    @admin.display(description="when", ordering="pk")
    def made(self, amendment: Amendment) -> str:
        return moment(amendment.at)
