"""The fourth step of a new study: all that is known to go wrong, each to be mended or accepted."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import zip_longest

from django.forms import BoundField
from django.urls import reverse

from studies.kinds import kind_of
from studies.kinds.pair import Pair
from studies.models import Study
from studies.services.lifecycle import opening
from studies.services.lifecycle.checks import one_rule, ratings, surface_cues
from studies.services.lifecycle.opening_warnings import ONE_RULE, TEXTS_STAND_OUT
from studies.workbench.draft.check_words import (
    CHECKS,
    FIXES,
    NO_TRIADS,
    NOT_LOOKED_AT,
    NOT_TRIED,
    ON_FIRST_STEP,
    TEXTS_FOR_TRIADS,
    Fix,
)
from studies.workbench.forms.actions import OpenForm


class State(IntEnum):
    """How a check came out, the worst last."""

    OK = 0
    TO_LOOK_AT = 1
    AGAINST = 2

    @property
    def words(self) -> str:
        return ("in order", "to look at", "to put right")[self]

    @property
    def mark(self) -> str:
        return "✓!✕"[self]


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong, where it is mended, and the box that accepts it, if it can be accepted."""

    sentence: str
    state: State
    fix: str
    fix_label: str
    box: BoundField | None = None


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """A check and what it found."""

    title: str
    fine: str
    findings: list[Finding]

    @property
    def state(self) -> State:
        return max((finding.state for finding in self.findings), default=State.OK)

    @property
    def steps(self) -> list[tuple[Finding, bool]]:
        """Each finding, and whether it is the last before another place where to mend."""
        after = [finding.fix for finding in self.findings[1:]]
        return [
            (finding, finding.fix != following)
            for finding, following in zip_longest(self.findings, after)
        ]


@dataclass(frozen=True, slots=True)
class Checklist:
    """All checks, the worst first."""

    items: list[ChecklistItem]

    @property
    def open_items(self) -> list[ChecklistItem]:
        return [item for item in self.items if item.state != State.OK]

    @property
    def fine_items(self) -> list[ChecklistItem]:
        return [item for item in self.items if item.state == State.OK]

    @property
    def may_open(self) -> bool:
        return all(item.state != State.AGAINST for item in self.items)

    @property
    def summary(self) -> str:
        """Say how many checks came out how."""
        numbers = [(state, sum(item.state == state for item in self.items)) for state in State]
        told = [
            f"{number} {state.words.replace('stands', 'stand') if number > 1 else state.words}"
            for state, number in reversed(numbers)
            if number
        ]
        return f"{', '.join(told)}."


def checklist_of(study: Study, form: OpenForm) -> Checklist:
    """Return the checks of a draft; `form` has a box for each warning."""
    found = [*_found(study, form)]
    lacks_texts = any(code == "no_texts" for code, _finding in found)
    items = []
    for check in CHECKS:
        findings = [finding for code, finding in found if check.holds(code)]
        if findings or (check.concerns(study) and not (check.of_texts and lacks_texts)):
            items.append(ChecklistItem(check.title, check.fine, findings))
    return Checklist(sorted(items, key=lambda item: -item.state))


def _found(study: Study, form: OpenForm) -> Iterator[tuple[str, Finding]]:
    """Return what was found, by its code."""
    against = list(opening.why_not_open(study))
    codes = [reason.code for reason in against]
    for reason in against:
        yield reason.code, _finding(study, reason.code, str(reason), State.AGAINST)
    for warning in form.warnings:
        box = form[warning.code]
        finding = _finding(study, warning.code, warning.message, State.TO_LOOK_AT, box)
        yield warning.code, _led_to(study, finding, warning.field)
    if kind_of(study).tells_apart:
        yield from _not_looked_at(study, fills=not any(map(TEXTS_FOR_TRIADS.holds, codes)))
    elif shared := ratings.shared_by_systems(study):
        code = ratings.TEXTS_SHARED
        yield code, _finding(study, code, shared, State.TO_LOOK_AT)


def _not_looked_at(study: Study, *, fills: bool) -> Iterator[tuple[str, Finding]]:
    """Return what has not been worked out yet of what tells two subjects apart.

    `fills`: the texts fill the triads of the plan.
    """
    pair = Pair(study)
    if not surface_cues.is_made_at_once(pair) and surface_cues.known_report(pair) is None:
        code = TEXTS_STAND_OUT
        yield code, _finding(study, code, NOT_LOOKED_AT, State.TO_LOOK_AT)
    is_tried = bool(one_rule.rules_tried(study))
    if not fills:
        yield ONE_RULE, _finding(study, "no_texts", NO_TRIADS, State.TO_LOOK_AT)
    elif not is_tried:
        yield ONE_RULE, _finding(study, ONE_RULE, NOT_TRIED, State.TO_LOOK_AT)


def _led_to(study: Study, finding: Finding, field: str) -> Finding:
    """Return the finding with the address of another field, if there is one."""
    if not field:
        return finding
    view = "studies:question" if field in ON_FIRST_STEP else "studies:pages"
    address = f"{reverse(view, args=[study.code])}?open={field}#id_{field}"
    return replace(finding, fix=address)


def _finding(
    study: Study, code: str, sentence: str, state: State, box: BoundField | None = None
) -> Finding:
    fix = FIXES[code] if code in FIXES else Fix("studies:upload", "Add texts")
    address = reverse(fix.view, args=[study.code])
    if fix.field:
        address = f"{address}?open={fix.field}#id_{fix.field}"
    return Finding(sentence, state, address, fix.label, box)
