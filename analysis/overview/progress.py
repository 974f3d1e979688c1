"""How a study fills: its answers over time, and how far the people came who began."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Sum
from django.db.models.functions import Trunc
from django.utils import timezone

from analysis.charts.growth import growth_chart
from analysis.charts.table import DataTable
from studies.kinds import kind_of
from studies.models import Answer, Study, Trial, Waiting
from studies.models.judging.people import COUNTED_EVALUATIONS
from studies.models.judging.triad import Mode
from studies.models.sample import Kind
from studies.values.people import People

MOST_BARS = 48
HOURS = timedelta(hours=MOST_BARS)


@dataclass(frozen=True, slots=True)
class Stage:
    """How many people came so far, and why the others did not."""

    label: str
    people: int
    note: str = ""


def answers_over_time(study: Study) -> DataTable | None:
    """Return the counted answers by hour, day or week since opening; None without any."""
    if study.evaluations > COUNTED_EVALUATIONS or not study.opened_at:
        return None
    answers = Answer.objects.counted().filter(trial__study=study)
    last = answers.order_by("-answered_at").values_list("answered_at", flat=True).first()
    if last is None:
        return None
    unit, step = _unit(last - study.opened_at)
    by_time = answers.annotate(at=Trunc("answered_at", unit)).values("at").order_by("at")
    found = {row["at"]: row["number"] for row in by_time.annotate(number=Count("pk"))}
    times = list(_times(min(found), max(found), step))
    hours = "%H:00" if times[0].date() == times[-1].date() else "%a %H:00"
    shape = hours if unit == "hour" else "%d %b"
    labels = [time.strftime(shape) for time in times]
    numbers = [found.get(time, 0) for time in times]
    things = kind_of(study).answered_things
    may_end_earlier = study.method == Study.Method.SEQUENTIAL
    chart = growth_chart(
        labels,
        numbers,
        planned=study.evaluations,
        planned_word="at most" if may_end_earlier else "planned",
        unit=f"a bar is one {unit}",
        counted=things,
    )
    long = "%Y-%m-%d %H:00" if unit == "hour" else "%Y-%m-%d"
    rows = tuple(
        (time.strftime(long), str(number)) for time, number in zip(times, numbers, strict=True)
    )
    return DataTable(
        "growth", f"{things.capitalize()} over time", (unit, things), rows, chart=chart,
        legend=(("part", f"in this {unit}"), ("whole", "before")),
    )  # fmt: skip


def _unit(lasted: timedelta) -> tuple[str, timedelta]:
    """Return the time of a bar: so that there are not too many."""
    if lasted <= HOURS:
        return "hour", timedelta(hours=1)
    if lasted <= timedelta(days=MOST_BARS):
        return "day", timedelta(days=1)
    return "week", timedelta(weeks=1)


def _times(first: datetime, last: datetime, step: timedelta) -> Iterator[datetime]:
    """Return each time from the first to the last, by the clock of the reader's zone."""
    zone = timezone.get_current_timezone()
    at = first.replace(tzinfo=None)
    end = last.replace(tzinfo=None)
    while at <= end:
        yield at.replace(tzinfo=zone)
        at += step


def stages(study: Study, people: People) -> list[Stage]:
    """Return how far live judges came: began, saw texts, answered, completed."""
    if study.evaluations > COUNTED_EVALUATIONS or not study.opened_at:
        return []
    shown = Trial.objects.filter(study=study, mode=Mode.LIVE, kind=Kind.MAIN)
    opened = study.links.filter(mode=Mode.LIVE).aggregate(times=Sum("opened"))["times"] or 0
    waited = Waiting.objects.filter(study=study, began=False).count()
    # Fewer than began where a part was not counted: Redis was away, or the program was older.
    too_late = ", and people who came after the last answer" if study.is_complete else ""
    came = [Stage("opened the link", opened, f"counts programs of mail servers too{too_late}")]
    return [
        *(came if opened >= people.began else []),
        Stage("began", people.began, _waited(waited)),
        Stage("saw texts", shown.aggregate(judges=Count("judge", distinct=True))["judges"]),
        Stage("answered", people.answered, _withdrew(people.withdrawn)),
        Stage("completed", people.completed),
    ]


def _withdrew(people: int) -> str:
    return f"without {people} who withdrew" if people else ""


def _waited(people: int) -> str:
    return f"{people} found no place at once when they came" if people else ""
