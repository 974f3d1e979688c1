"""What the pages of a study have in common: the account, the study, its header and tabs."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Exists, OuterRef, Subquery
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse

from studies.kinds import kind_of, require_telling_apart
from studies.kinds.pair import Pair
from studies.models import Collaborator, Study, Trial, User
from studies.models.visibility import May, Role
from studies.services.lifecycle.availability import ActionName, not_now


def user_of(request: HttpRequest) -> User:
    """Return the account that is signed in."""
    assert isinstance(request.user, User)  # noqa: S101 - staff_member_required or the admin saw to it
    return request.user


def study_for(request: HttpRequest, code: UUID, may: str) -> Study:
    """Return the study of this code if the account may do this to it, else 404.

    Without the frozen plan, which names every text.
    """
    visible = Study.objects.visible_to(request.user, may).defer("plan_json")
    return get_object_or_404(visible, code=code)


def study_of_two_for(request: HttpRequest, code: UUID, may: str) -> Study:
    """Return such a study for a page that asks of two subjects, if two are told apart in it."""
    study = study_for(request, code, may)
    require_telling_apart(study)
    return study


def pair_for(request: HttpRequest, code: UUID, may: str) -> Pair:
    """Return two subjects of such a study, those that the address names, else the first two."""
    pair = Pair.of(study_for(request, code, may), request.GET.get("pair", ""))
    if pair is None:
        raise Http404
    return pair


def study_page(study: Study) -> str:
    """Return the address of the study's page."""
    return reverse("analysis:overview", args=[study.code])


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of a study: its name, its address, and what an account must be allowed to open it.

    `below` are addresses of other pages that belong to it, after that of the study. `step` is its
    number among the steps of a new study.
    """

    label: str
    view: str
    permissions: frozenset[str] = frozenset({May.SEE})
    below: tuple[str, ...] = ()
    step: int | None = None

    def address(self, study: Study) -> str:
        """Return the address of the tab's page."""
        return reverse(self.view, args=[study.code])

    def holds(self, path: str, study: Study) -> bool:
        """Return whether the page of this address belongs to the tab."""
        home = study_page(study)
        own = self.address(study)
        inside = path.startswith(own) if own != home else path == home
        return inside or any(path.startswith(f"{home}{part}/") for part in self.below)


EDIT, RECRUIT = frozenset({May.EDIT}), frozenset({May.RECRUIT})
READ_OR_EDIT = frozenset({May.READ, May.EDIT})
OVERVIEW = Tab(
    "Overview",
    "analysis:overview",
    below=("pause", "resume", "close", "amend", "reopen", "unseal"),
)
PEOPLE = Tab("People", "studies:people", RECRUIT, ("withdraw-judge",))
SETTINGS = Tab(
    "Settings",
    "studies:settings",
    frozenset({May.EDIT, May.OWN}),
    ("webhooks", "share-links", "duplicate", "keep", "archive", "unarchive", "erase"),
)
HISTORY = Tab("History", "studies:history")
# A draft's tabs lead through the steps of making it.
TABS_OF_DRAFT = (
    OVERVIEW,
    Tab("Question", "studies:question", EDIT, step=1),
    Tab("Texts", "studies:texts", READ_OR_EDIT, ("machine-judge", "companions"), step=2),
    Tab("Pages", "studies:pages", step=3),
    Tab("Check and open", "studies:open", EDIT, ("rehearse", "plan"), step=4),
    PEOPLE,
    SETTINGS,
    HISTORY,
)
TABS = (
    OVERVIEW,
    # What was asked: it stands where the question stood in the draft.
    Tab("Plan", "studies:plan"),
    Tab("Texts", "studies:texts", READ_OR_EDIT, ("machine-judge", "companions")),
    Tab("Pages", "studies:pages", below=("preview",)),
    PEOPLE,
    Tab("Results", "analysis:results", below=("rehearse",)),
    Tab("Report", "studies:reporting", READ_OR_EDIT),
    SETTINGS,
    HISTORY,
)


@dataclass(frozen=True, slots=True)
class TabLink:
    """A tab as it stands on a page: `current` is "page" on its own page, "true" below it."""

    label: str
    address: str
    step: int | None
    current: str


@dataclass(frozen=True)
class StudyHeader:
    """What stands above each page of a study: where it stands, how far it is, its tabs."""

    study: Study
    permissions: frozenset[str]
    counted: int
    path: str
    # The role that the owner gave the account, in words.
    role: str = ""

    @property
    def tone(self) -> str:
        """The colour of the study's status."""
        return tone_of(self.study)

    @cached_property
    def tabs(self) -> list[TabLink]:
        """The tabs that the account may open."""
        tabs = TABS_OF_DRAFT if self.study.is_draft else TABS
        return [self._link(tab) for tab in tabs if tab.permissions & self.permissions]

    def _link(self, tab: Tab) -> TabLink:
        address = tab.address(self.study)
        below = "true" if tab.holds(self.path, self.study) else ""
        return TabLink(tab.label, address, tab.step, "page" if self.path == address else below)


def tone_of(study: Study) -> str:
    """Return the status that gives the colour: *complete* where it is open, but all are in."""
    is_open = study.status == Study.Status.OPEN
    return "complete" if is_open and study.is_complete else str(study.status)


def header_of(request: HttpRequest, study: Study) -> StudyHeader:
    """Return the study's header for the account, in one query."""
    rights = {
        f"may_{may.value}": Exists(
            Study.objects.visible_to(request.user, may.value).filter(pk=OuterRef("pk"))
        )
        for may in May
    }
    counted = Trial.objects.counted().filter(study=OuterRef("pk")).number_by("study")
    given = Collaborator.objects.filter(study=OuterRef("pk"), user=user_of(request))
    row = Study.objects.filter(pk=study.pk).annotate(
        number=counted, given=Subquery(given.values("role")), **rights
    )
    found = row.values("number", "given", *rights).get()
    permissions = frozenset(may.value for may in May if found[f"may_{may.value}"])
    role = str(Role(found["given"]).label) if found["given"] else ""
    return StudyHeader(study, permissions, found["number"], request.path, role)


def frame_of_pair(request: HttpRequest, pair: Pair, title: str) -> dict[str, Any]:
    """Return the frame of a page about two subjects, with the pairs that can be chosen."""
    frame = frame_of(request, pair.study, title)
    return frame | {"pair": pair, "pairs": Pair.all_of(pair.study) if pair.is_chosen else []}


def frame_of(
    request: HttpRequest, study: Study, title: str, header: StudyHeader | None = None
) -> dict[str, Any]:
    """Return what every template of such a page needs."""
    return {
        "title": title,
        "subtitle": None,
        "study": study,
        "study_page": study_page(study),
        "study_type": kind_of(study),
        "study_header": header or header_of(request, study),
    }


def page(
    request: HttpRequest,
    template: str,
    study: Study,
    title: str,
    *,
    form: BaseForm | None = None,
    header: StudyHeader | None = None,
    **context: Any,
) -> HttpResponse:
    """Show a page of a study, with status 422 where its form has errors."""
    context |= frame_of(request, study, title, header) | {"form": form}
    status = 422 if form is not None and form.errors else 200
    return TemplateResponse(request, template, context, status=status)


def refuse(request: HttpRequest, study: Study, action: ActionName) -> HttpResponse:
    """Lead back to the study's page, which says that this cannot be done in its state."""
    messages.warning(request, str(not_now(action, study)))
    return HttpResponseRedirect(study_page(study))
