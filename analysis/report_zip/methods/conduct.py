"""What the methods paragraph tells of the family and of what happened beside the plan."""

from collections.abc import Callable, Iterator
from typing import Any

from analysis import number_format
from analysis.report_zip.methods.conduct_text import ConductText
from analysis.stats.binomial import reaches
from analysis.verdict_text import FamilyResult, ResultSnapshot
from studies.values.people import People

# Puts values into a sentence (`MethodsParagraph.fill`).
Fill = Callable[..., str]


def conduct_sentences(snapshot: ResultSnapshot, text: ConductText, fill: Fill) -> Iterator[str]:
    """Yield the sentences, each only where there is something to tell."""
    counts, conduct = snapshot.counts, snapshot.conduct
    if counts.people.began:
        yield _people(counts.people, text, fill)
    if snapshot.family is not None:
        yield _family(snapshot.family, text, fill)
    if counts.attention is not None and counts.attention.counted:
        passed = counts.attention
        yield fill(text.attention_passed, n=passed.counted, x=passed.correct)
    if counts.surplus:
        yield fill(text.surplus, number=counts.surplus)
    changes: dict[str, Any] = {
        "added": conduct.links_added,
        "revoked": conduct.links_revoked,
        "given": conduct.links_changed,
        "ids": conduct.excluded_ids_changed,
    }
    if any(changes.values()):
        yield fill(text.recruitment_changed, **changes)
    codes = ", ".join(conduct.same_texts)
    for number, sentence in (
        (counts.withdrawn_in_sight, text.withdrawn_in_sight),
        (counts.back_from_pilot, text.back_from_pilot),
        (conduct.same_texts_number, text.same_texts_named if codes else text.same_texts),
        (conduct.same_texts_erased, text.same_texts_erased),
    ):
        if number:
            yield fill(sentence, number=number, codes=codes)


def _people(people: People, text: ConductText, fill: Fill) -> str:
    """Return how many began and what became of them; the parts add up."""
    parts = (
        (people.began, text.began),
        (people.completed, text.completed),
        (people.reading, text.reading),
        (people.study_full, text.study_full),
        (people.no_place, text.no_place),
        (people.left, text.left),
        (people.withdrawn, text.withdrew),
    )
    said = [fill(words, number=number) for number, words in parts if number]
    return f"{'; '.join(said)}."


def _family(family: FamilyResult, text: ConductText, fill: Fill) -> str:
    p, level = family.p_adjusted, family.level
    if p is None or level is None:
        return fill(text.family_waits, size=family.size, name=family.name)
    return fill(
        text.family,
        size=family.size,
        name=family.name,
        p=number_format.p_text(p, level=level),
        level=number_format.level(level),
        shown=text.family_shown if reaches(p, level) else text.family_not_shown,
    )
