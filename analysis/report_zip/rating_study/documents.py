"""Design statement and datasheet of a rating study; see `documents` for their sources."""

from collections.abc import Iterator

from analysis.recomputation.rating_study.numbers import CriterionNumbers
from analysis.report_zip.documents.datasheet import (
    NO_ANSWER,
    NOTES,
    design_section,
    ethics_section,
    evaluators_section,
    paper_section,
    points,
    sample_section,
    systems_section,
)
from analysis.report_zip.documents.render import Document, DocumentPoint, DocumentSection
from analysis.report_zip.documents.short_statement import about_people
from analysis.report_zip.documents.statement import NOTES as STATEMENT_NOTES
from analysis.report_zip.documents.statement import (
    accepted_before_opening,
    annotators_section,
    in_each_language,
    order_section,
)
from analysis.report_zip.markup import one_line
from analysis.report_zip.rating_study.facts import RatingFacts
from analysis.report_zip.rating_study.methods import agreement_values
from analysis.results.rating_study.export import stored_ratings
from studies.models.rating_plan import RatingPlan
from studies.ratings.criteria import CriterionKind
from studies.wording import wording_of

NOT_YET = "Not yet: nothing is tested before all sheets are in."


def rating_documents(facts: RatingFacts) -> dict[str, Document]:
    """Return the design statement and the datasheet, by the names of their files."""
    return {"design_statement": statement(facts), "heds_datasheet": datasheet(facts)}


def statement(facts: RatingFacts) -> Document:
    """Return what Schoch, Yang and Ji (2020) ask authors to state."""
    title = f"Human evaluation design statement: {facts.study.title}"
    asked = DocumentSection(
        "1 Question types, scales and exact wording",
        (
            DocumentPoint("Type and scale", (facts.scale(), facts.page())),
            DocumentPoint("Reference", (facts.reference(),)),
            DocumentPoint(
                "Questions, word for word",
                tuple(f"{c.label}: {c.question}" for c in facts.criteria),
            ),
            DocumentPoint(
                "Instructions, word for word", tuple(in_each_language(facts, "instructions"))
            ),
            DocumentPoint("Further questions", facts.questions or ("None.",)),
            DocumentPoint(
                "Pointed out before opening, and accepted", (accepted_before_opening(facts),)
            ),
        ),
    )
    criteria = DocumentSection(
        "3 Target criteria and their definitions",
        (
            DocumentPoint("Criteria", tuple(facts.criterion_lines())),
            DocumentPoint("Beyond this", (facts.report_beyond("criteria"),)),
        ),
    )
    sections = (asked, order_section(facts), criteria, annotators_section(facts))
    return Document(title, STATEMENT_NOTES, sections)


def short_rating_statement(facts: RatingFacts) -> str:
    """Return the same in a few sentences."""
    return " ".join(one_line(sentence) for sentence in _sentences(facts))


def _sentences(facts: RatingFacts) -> Iterator[str]:
    yield (
        "Human evaluation design statement (Schoch, Yang and Ji, 2020). Question type: ratings. "
        f"{facts.scale()}"
    )
    for one in facts.criteria:
        yield f"Criterion {one.label}: “{one.question}” {one.definition}"
    yield facts.orders()
    yield facts.per_judge()
    yield facts.judges()
    yield from about_people(facts)


def datasheet(facts: RatingFacts) -> Document:
    """Return the Human Evaluation Datasheet (HEDS)."""
    return Document(
        f"Human evaluation datasheet: {facts.study.title}",
        NOTES,
        (
            paper_section(facts),
            systems_section(facts),
            sample_section(facts, facts.power()),
            evaluators_section(facts),
            design_section(facts),
            _criteria(facts),
            _mode(facts),
            _elicitation(facts),
            ethics_section(facts),
        ),
    )


def _criteria(facts: RatingFacts) -> DocumentSection:
    return DocumentSection(
        "4.1 Quality criteria",
        points(
            ("4.1.1 Type of quality", tuple(facts.criterion_lines())),
            ("4.1.2 Aspect of the outputs", facts.report("criteria")),
            ("4.1.3 Frame of reference", facts.frame_of_reference()),
        ),
    )


def _mode(facts: RatingFacts) -> DocumentSection:
    relative = {
        RatingPlan.Method.RANKME: "Relative: texts of several systems stand beside each other, "
        "and beside a reference.",
        RatingPlan.Method.PLAIN_ME: "Relative to the reference; systems are not shown together.",
        RatingPlan.Method.LIKERT: "Absolute.",
    }[RatingPlan.Method(facts.rating_plan.method)]
    return DocumentSection(
        "4.2 Mode of evaluation",
        points(
            ("4.2.1 Objective or subjective", "A judgement of people (subjective)."),
            ("4.2.2 Absolute or relative", relative),
            ("4.2.3 Intrinsic or extrinsic", "Intrinsic."),
        ),
    )


def _elicitation(facts: RatingFacts) -> DocumentSection:
    likert = facts.rating_plan.method == RatingPlan.Method.LIKERT
    size = f"{facts.rating_plan.scale_points}." if likert else "Continuous: 1 to 999,999."
    ticks = any(one.kind == CriterionKind.TICKS for one in facts.criteria)
    values = "Points." if likert else "Whole numbers; 100 is as good as the reference."
    definitions = (
        f"The instructions: {wording_of(facts.study).instructions}",
        *(f"{one.label}: {one.definition}" for one in facts.criteria),
    )
    return DocumentSection(
        "4.3 Response elicitation",
        points(
            ("4.3.1 Names of the criteria", ", ".join(one.label for one in facts.criteria) + "."),
            ("4.3.2 Definitions given", definitions),
            ("4.3.3 Size of the scale", size),
            ("4.3.4 Values", values + (" Ticks: added, missing, or neither." if ticks else "")),
            ("4.3.5 How it is presented", facts.scale()),
            ("4.3.6 Task without an instrument", NO_ANSWER),
            ("4.3.7 Questions, word for word", tuple(one.question for one in facts.criteria)),
            ("4.3.8 Form of elicitation", _form(facts)),
            ("4.3.9 From responses to scores", _scores(likert=likert)),
            ("4.3.10 Effect size and significance", _significance(likert=likert)),
            ("4.3.11 Agreement", tuple(agreement_lines(facts))),
        ),
    )


def _form(facts: RatingFacts) -> str:
    if facts.rating_plan.method == RatingPlan.Method.LIKERT:
        return "Direct quality estimation on a scale of points."
    return "Magnitude estimation against a reference with a fixed number."


def _scores(*, likert: bool) -> str:
    if likert:
        return "Arithmetic means of points by system; differences between two systems."
    return "Geometric means by system; ratios between two systems, from logarithms."


def _significance(*, likert: bool) -> str:
    what = "differences" if likert else "ratios"
    return (
        f"{what.capitalize()} with two-sided p "
        "by reversing the signs of the differences of whole judges, and of whole items: the "
        "larger counts, "
        "adjusted by Holm for all pairs of a criterion; limits include what one of the two "
        "does not reject. Values: rating_results.csv and the methods "
        "paragraph."
    )


def agreement_lines(facts: RatingFacts) -> Iterator[str]:
    """Yield how far judges agree, with the numbers, by each criterion."""
    found = stored_ratings(facts.results.snapshot)
    if found is None or not found.tested:
        yield NOT_YET
        return
    for criterion in found.criteria:
        yield f"{criterion.label}: {_agreement(criterion)}"
    if not found.criteria:
        yield "No numbers were given."


def _agreement(criterion: CriterionNumbers) -> str:
    whole, within = criterion.agreement, criterion.within
    if whole is None or whole.single is None:
        return f"undefined ({whole.reason if whole else 'no ratings'})."
    said = (
        "ICC(1,1) {single} ({single_limits}), ICC(1,k) of the mean of {k} ratings {average} "
        "({average_limits})".format(**agreement_values(whole))
    )
    if within is not None and within.single is not None:
        said += (
            "; within the page {single} ({single_limits}) and {average} ({average_limits})".format(
                **agreement_values(within)
            )
        )
    if criterion.alpha is not None and criterion.alpha.alpha is not None:
        said += f"; Krippendorff's alpha (interval) {criterion.alpha.alpha:.2f}"
    return f"{said}."
