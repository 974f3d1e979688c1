"""The design statement that Schoch, Yang and Ji (2020) ask of every human evaluation."""

from analysis.report_zip.documents.facts import LANGUAGES, Facts
from analysis.report_zip.documents.render import Document, Point, Section

NOTES = (
    "By the points that Schoch, Yang and Ji ask authors to state (“This is a Problem, Don't You "
    "Agree?” Framing and Bias in Human Evaluation for Natural Language Generation, EvalNLGEval "
    "2020); the words are the platform's own. What it knows is filled in; what it cannot know "
    "stands as the researchers have told it, else “not reported”.",
)
CRITERION = (
    "Whether judges can tell the texts of the two authors apart. A choice is right when it is the "
    "text of the author who wrote one of the three; no quality of a text is rated, and judges are "
    "not told what to go by."
)


def statement(facts: Facts) -> Document:
    """The statement of this study."""
    sections = (_questions(facts), _order(facts), _criteria(facts), _annotators(facts))
    title = f"Human evaluation design statement: {facts.study.title}"
    return Document(title, NOTES, sections)


def _questions(facts: Facts) -> Section:
    scale = (
        "Forced choice: one of three texts, without a way to say “no difference”. A triangle test "
        "(ISO 4120); the answer is right or wrong, by chance right one time in three."
    )
    return Section(
        "1 Question types, scales and exact wording",
        (
            Point("Type and scale", (scale, facts.page())),
            Point("Question, word for word", tuple(_in_each_language(facts, "question"))),
            Point("Instructions, word for word", tuple(_in_each_language(facts, "instructions"))),
            Point("Asked after each choice", (_after_choice(facts),)),
            Point("Further questions", facts.questions or ("None.",)),
        ),
    )


def _in_each_language(facts: Facts, part: str) -> list[str]:
    """The study's own language first; translations as judges could choose them."""
    return [
        f"{LANGUAGES.get(tag, tag)}: {words.get(part, '')}" for tag, words in facts.wording.items()
    ]


def _after_choice(facts: Facts) -> str:
    study = facts.study
    asked = []
    if study.asks_sureness:
        asked.append("How sure: a guess, not sure, fairly sure, certain; may be passed over.")
    if study.asks_reason:
        asked.append("Why, in the judge's own words; may be passed over.")
    return "\n".join(asked) or "Nothing."


def _order(facts: Facts) -> Section:
    return Section(
        "2 Order, and questions per annotator",
        (
            Point("Order of the texts", (facts.orders(),)),
            Point("Questions per judge", (facts.load(),)),
        ),
    )


def _criteria(facts: Facts) -> Section:
    return Section(
        "3 Target criteria and their definitions",
        (Point("Criterion", (CRITERION, facts.beyond("criteria"))),),
    )


def _annotators(facts: Facts) -> Section:
    return Section(
        "4 Annotators",
        (
            Point("Number", (facts.judges(), facts.exclusion())),
            Point("Demographics", (*facts.judged, _known_or_not(facts, "demographics"))),
            Point("Background", (facts.given("background"),)),
            Point("Recruitment", (facts.panel_lines(), facts.beyond("recruitment"))),
            Point("Compensation", (facts.given("compensation"),)),
        ),
    )


def _known_or_not(facts: Facts, name: str) -> str:
    return facts.beyond(name) if facts.judged else facts.given(name)
