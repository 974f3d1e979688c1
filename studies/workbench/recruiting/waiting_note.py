"""How many people found no place at once, and the one thing that would help most."""

from dataclasses import dataclass

from django.db.models import Count
from django.urls import reverse

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


@dataclass(frozen=True, slots=True)
class WaitingNote:
    """The number of people, the remedy of the commonest reason, and the page of its link."""

    people: int
    remedy: str
    link_page: str = ""


def waiting_note(study: Study) -> WaitingNote | None:
    """Return what the owner should know; None where all who came could begin at once."""
    rows = Waiting.objects.filter(study=study).order_by()
    groups = list(rows.values("reason", "link", "link__panel").annotate(people=Count("pk")))
    if not groups:
        return None
    people = sum(group["people"] for group in groups)
    most = max(groups, key=lambda group: (group["people"], -group["link"]))
    reason = Reason(most["reason"])
    page = reverse("studies:link", args=[study.code, most["link"]])
    is_over = study.is_complete and reason == Reason.TRIADS
    return WaitingNote(
        people,
        COMPLETE if is_over else REMEDIES[reason].format(panel=most["link__panel"]),
        page if reason != Reason.TRIADS else "",
    )
