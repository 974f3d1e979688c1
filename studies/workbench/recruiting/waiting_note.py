"""How many people found no place at once, and the one thing that would help most."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.urls import reverse

from studies.kinds import kind_of
from studies.models import Study, Waiting

Reason = Waiting.Reason
REMEDIES = {
    Reason.TRIADS: (
        "All texts were being read: invite fewer people at a time. A place becomes free as soon as "
        "one of them answers or leaves."
    ),
    Reason.QUOTA: "Raise the quota of the link “{panel}” if you want them.",
    Reason.ADDRESS: "If these people sit in one place, tick “classroom” at the link “{panel}”.",
}

COMPLETE = "The study is complete: it needs no more answers."
LAST = (
    "Only {left} more can be read now or later: what a judge has opened and left becomes free "
    "after {minutes} minutes at the latest, so fewer invitations do not help."
)


@dataclass(frozen=True, slots=True)
class WaitingNote:
    """The number of people, the remedy of the commonest reason, and the page of its link."""

    # Who came and had not begun, and judges who had to wait between two pages.
    people: int
    judges: int
    remedy: str
    link_page: str = ""

    @property
    def in_words(self) -> str:
        """Say how many had to wait, and where."""
        came = "One person" if self.people == 1 else f"{self.people} people"
        began = "One judge" if self.judges == 1 else f"{self.judges} judges"
        sentences = (
            (self.people, f"{came} found no place at once when they came."),
            (self.judges, f"{began} had begun and found none at once for the next texts."),
        )
        return " ".join(words for number, words in sentences if number)


def waiting_note(study: Study) -> WaitingNote | None:
    """Return what the owner should know; None where all who came could begin at once."""
    rows = Waiting.objects.filter(study=study).order_by()
    began = Count("pk", filter=Q(began=True))
    groups = list(
        rows.values("reason", "link", "link__panel").annotate(people=Count("pk"), judges=began)
    )
    if not groups:
        return None
    people, judges = (sum(group[name] for group in groups) for name in ("people", "judges"))
    most = max(groups, key=lambda group: (group["people"], -group["link"]))
    reason = Reason(most["reason"])
    page = reverse("studies:link", args=[study.code, most["link"]])
    remedy = REMEDIES[reason].format(panel=most["link__panel"])
    if reason == Reason.TRIADS:
        return WaitingNote(people - judges, judges, _end_of(study) or remedy)
    return WaitingNote(people - judges, judges, remedy, page)


def _end_of(study: Study) -> str:
    """Say what there is to wait for where nearly all answers are in; else nothing."""
    if study.is_complete:
        return COMPLETE
    few = max(1, study.evaluations // 10)
    unanswered = kind_of(study).places().planned().unanswered().filter(study=study).order_by()
    left = unanswered[: few + 1].count()
    return LAST.format(left=left, minutes=study.hold_minutes) if left <= few else ""
