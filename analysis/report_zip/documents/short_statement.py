"""The design statement as one paragraph, to be copied into a paper."""

from collections.abc import Iterator

from analysis.report_zip.documents.facts import StudyFacts
from analysis.report_zip.markup import one_line
from studies.models import Study
from studies.ratings.follow_up import follow_up_of
from studies.wording import wording_of


def short_statement(facts: StudyFacts) -> str:
    """Return what Schoch, Yang and Ji (2020) ask for, in a few sentences."""
    return " ".join(one_line(sentence) for sentence in _sentences(facts))


def _sentences(facts: StudyFacts) -> Iterator[str]:
    study = facts.study
    kind = "a directed triad (3-AFC)" if study.is_directed else "a triangle test (ISO 4120)"
    yield (
        "Human evaluation design statement (Schoch, Yang and Ji, 2020). Question type: forced "
        f"choice of one among three texts, in {kind}; the answer is right or wrong, with no scale."
    )
    yield f"The question read “{wording_of(study).question}”."
    yield from _asked_besides(facts)
    order = "three" if study.is_directed else "six"
    yield f"The {order} orders of the texts were balanced in blocks; {_per_judge(study)}."
    yield (
        f"Criterion: whether texts of {study.subject_a} and {study.subject_b} can be told apart; "
        "the choice rates no quality."
    )
    yield facts.judges()
    yield from about_people(facts)


def about_people(facts: StudyFacts) -> Iterator[str]:
    """Yield which answers do not count, who the judges are, and what was accepted beforehand."""
    if surplus := facts.surplus():
        yield surplus
    yield f"Panels: {_panels(facts)}."
    for name, title in (
        ("recruitment", "Recruitment"),
        ("demographics", "Demographics"),
        ("background", "Background"),
        ("compensation", "Compensation"),
    ):
        yield _sentence(f"{title}: {facts.report(name)}")
    if facts.accepted:
        yield f"Accepted before opening: {'; '.join(facts.accepted)}."


def _asked_besides(facts: StudyFacts) -> Iterator[str]:
    study = facts.study
    after = {"how sure they were": study.asks_sureness, "why": study.asks_reason}
    if asked := [words for words, is_asked in after.items() if is_asked]:
        yield f"After each choice judges were asked {' and '.join(asked)}."
    if numbers := follow_up_of(study.follow_up):
        yield f"Judges also gave numbers: {numbers.in_words}."


def _per_judge(study: Study) -> str:
    most = study.evaluations_per_judge
    return f"a judge answered at most {most} triad{'' if most == 1 else 's'}"


def _panels(facts: StudyFacts) -> str:
    named = [
        f"“{panel.name}” ({panel.counted} judge{'' if panel.counted == 1 else 's'})"
        for panel in facts.panels
    ]
    return ", ".join(named) or "none yet"


def _sentence(words: str) -> str:
    return words if words.rstrip().endswith((".", "!", "?", "…")) else f"{words.rstrip()}."
