"""The design statement that Schoch, Yang and Ji (2020) ask of every human evaluation."""

from analysis.report_zip.documents.facts import LANGUAGES, StudyFacts
from analysis.report_zip.documents.render import Document, DocumentPoint, DocumentSection
from studies.ratings.follow_up import follow_up_of
from studies.wording import wording_of

NOTES = (
    "By the points that Schoch, Yang and Ji ask authors to state (“This is a Problem, Don't You "
    "Agree?” Framing and Bias in Human Evaluation for Natural Language Generation, EvalNLGEval "
    "2020); the words are the platform's own. What it knows is filled in. What it cannot know "
    "is given as the researchers stated it, or else as “not reported”.",
)
APART = (
    "Whether judges can tell the texts of the two authors apart. A choice is right when it is the "
)
UNDIRECTED = (
    "text of the author who wrote one of the three; it rates no quality of a text, and judges are "
    "not told what to go by."
)


def statement(facts: StudyFacts) -> Document:
    """Return the statement of this study."""
    sections = (
        _questions(facts),
        order_section(facts),
        _criteria(facts),
        annotators_section(facts),
    )
    title = f"Human evaluation design statement: {facts.study.title}"
    return Document(title, NOTES, sections)


def _questions(facts: StudyFacts) -> DocumentSection:
    kind = "directed triad (3-AFC)" if facts.study.is_directed else "triangle test (ISO 4120)"
    scale = (
        f"Forced choice: one of three texts, without a way to say “no difference”. A {kind}; the "
        "answer is right or wrong, by chance right one time in three."
    )
    return DocumentSection(
        "1 Question types, scales and exact wording",
        (
            DocumentPoint("Type and scale", (scale, facts.page())),
            DocumentPoint("Question, word for word", tuple(in_each_language(facts, "question"))),
            DocumentPoint(
                "Instructions, word for word", tuple(in_each_language(facts, "instructions"))
            ),
            DocumentPoint("Asked after each choice", (_after_choice(facts),)),
            DocumentPoint("Further questions", facts.questions or ("None.",)),
            DocumentPoint(
                "Pointed out before opening, and accepted", (accepted_before_opening(facts),)
            ),
        ),
    )


def in_each_language(facts: StudyFacts, part: str) -> list[str]:
    """Return a part of the wording in each language, the study's own first."""
    return [
        f"{LANGUAGES.get(tag, tag)}: {words.get(part, '')}" for tag, words in facts.wording.items()
    ]


def accepted_before_opening(facts: StudyFacts) -> str:
    """Return what was known to be doubtful when the study was opened."""
    return "\n".join(f"{notice[0].upper()}{notice[1:]}." for notice in facts.accepted) or "Nothing."


def _after_choice(facts: StudyFacts) -> str:
    study = facts.study
    asked = []
    if study.asks_sureness:
        asked.append("How sure: a guess, not sure, fairly sure, certain; optional.")
    if study.asks_reason:
        asked.append("Why, in the judge's own words; optional.")
    if numbers := follow_up_of(study.follow_up):
        asked.append(f"Numbers: {numbers.in_words}. Stored together with the choice.")
    return "\n".join(asked) or "Nothing."


def order_section(facts: StudyFacts) -> DocumentSection:
    return DocumentSection(
        "2 Order, and questions per annotator",
        (
            DocumentPoint("Order of the texts", (facts.orders(),)),
            DocumentPoint("Questions per judge", (facts.per_judge(),)),
        ),
    )


def _criterion(facts: StudyFacts) -> str:
    if not facts.study.is_directed:
        return f"{APART}{UNDIRECTED}"
    asked = wording_of(facts.study).question
    return (
        f"{APART}text of {facts.study.subject_b}, one of the three. Judges are asked “{asked}”; no "
        "quality of a text is rated."
    )


def _criteria(facts: StudyFacts) -> DocumentSection:
    return DocumentSection(
        "3 Target criteria and their definitions",
        (DocumentPoint("Criterion", (_criterion(facts), facts.report_beyond("criteria"))),),
    )


def annotators_section(facts: StudyFacts) -> DocumentSection:
    return DocumentSection(
        "4 Annotators",
        (
            DocumentPoint("Number", (facts.judges(), facts.exclusion())),
            DocumentPoint("Demographics", (*facts.answers, _known_or_not(facts, "demographics"))),
            DocumentPoint("Background", (facts.report("background"),)),
            DocumentPoint("Recruitment", (facts.panel_lines(), facts.report_beyond("recruitment"))),
            DocumentPoint("Compensation", (facts.report("compensation"),)),
            DocumentPoint("Beside the plan", (facts.beside_the_plan(),)),
        ),
    )


def _known_or_not(facts: StudyFacts, name: str) -> str:
    return facts.report_beyond(name) if facts.answers else facts.report(name)
