"""The Human Evaluation Datasheet (HEDS), by its question numbers, with short titles of our own.

Version 1.0 (Shimorina and Belz, 2022), which is what the sheet/markdown of its repository,
Shimorina/human-evaluation-datasheet, holds. Later versions number other questions: the title of
each says what is meant, so that answers can be carried over.
"""

from analysis import number_format
from analysis.report_zip.documents.facts import StudyFacts
from analysis.report_zip.documents.render import Document, DocumentPoint, DocumentSection
from analysis.stats import power
from studies.kinds import kind_of
from studies.models import Study
from studies.wording import wording_of
from studies.workbench.dashboard import power_of_plan

NOTES = (
    "By the question numbers of the Human Evaluation Datasheet (HEDS), version 1.0: A. Shimorina "
    "and A. Belz, The Human Evaluation Datasheet: A Template for Recording Details of Human "
    "Evaluation Experiments in NLP, HumEval 2022; repository Shimorina/human-evaluation-datasheet, "
    "sheet/markdown.",
    "We know of no licence of that repository, so none of its text is copied: short titles "
    "and answers are the platform's own words. For the full questions and their options see the "
    "original.",
    "What the platform knows is filled in. What it cannot know is given as the researchers "
    "stated it, or else as “not reported”.",
)
NO_ANSWER = "Not applicable: there is a rating instrument."


def datasheet(facts: StudyFacts) -> Document:
    """Return the datasheet of this study."""
    return Document(
        f"Human evaluation datasheet: {facts.study.title}",
        NOTES,
        (
            paper_section(facts),
            systems_section(facts),
            sample_section(facts, _power(facts.study)),
            evaluators_section(facts),
            design_section(facts),
            _criterion(),
            _mode(),
            _elicitation(facts),
            ethics_section(facts),
        ),
    )


def points(*points: tuple[str, str | tuple[str, ...]]) -> tuple[DocumentPoint, ...]:
    return tuple(
        DocumentPoint(title, (said,) if isinstance(said, str) else said) for title, said in points
    )


def paper_section(facts: StudyFacts) -> DocumentSection:
    return DocumentSection(
        "1 Paper and resources",
        points(
            ("1.1 Paper that reports the experiment", facts.report("paper")),
            ("1.2 Published resources", facts.report("resources")),
            ("1.3 Who completes this sheet", facts.report("contact")),
        ),
    )


def systems_section(facts: StudyFacts) -> DocumentSection:
    study = facts.study
    names = [f"{name} ({letter})" for letter, name in study.subjects.items()]
    authors = f"Compared: {', '.join(names[:-1])} and {names[-1]}."
    images = " Some texts have an image." if facts.images else ""
    if facts.pictures_alone:
        images += f" {facts.pictures_alone} are images without text."
    return DocumentSection(
        "2 Systems",
        points(
            ("2.1 Type of input", facts.report("inputs")),
            ("2.2 Type of output", (f"Texts.{images}", facts.report_beyond("outputs"))),
            ("2.3 Task", (authors, facts.report_beyond("task"))),
            ("2.4 Languages of the input", facts.report("input_languages")),
            ("2.5 Languages of the output", ", ".join(facts.languages) + "."),
        ),
    )


def sample_section(facts: StudyFacts, power_of_plan: str) -> DocumentSection:
    numbers = (f"{facts.texts.get(letter, 0)} of {letter}" for letter in facts.study.subjects)
    return DocumentSection(
        "3.1 Sample of outputs",
        points(
            ("3.1.1 Outputs per system", f"{', '.join(numbers)}."),
            ("3.1.2 How they were selected", facts.report("selection")),
            ("3.1.3 Statistical power", power_of_plan),
        ),
    )


def _power(study: Study) -> str:
    """Say the power of the plan with its present number."""
    levels = (
        f"alpha {number_format.level(study.alpha)}, beta {number_format.level(study.beta)}, "
        f"pd {number_format.percent(study.pd)}"
    )
    script = "The plan is in plan.json; the exact binomial test is in recompute.py and recompute.R."
    if study.method == Study.Method.SEQUENTIAL:
        return (
            f"Wald's sequential test with {levels}, at most {study.evaluations} answers. {script}"
        )
    if study.evaluations_per_judge > 1:
        found = power_of_plan(study) or "The power of so many answers is not known."
        return f"{study.evaluations} answers, {levels}. {found} {script}"
    similar = study.goal == Study.Goal.SIMILARITY
    risk = {"beta": study.beta} if similar else {"alpha": study.alpha}
    value = power(study.evaluations, goal=study.goal, pd=study.pd, **risk)
    people = (
        "no one perceives" if similar else f"{number_format.percent(study.pd)} of people perceive"
    )
    return (
        f"{value:.3f} with {study.evaluations} answers ({levels}), if {people} a "
        f"difference. {script}"
    )


def evaluators_section(facts: StudyFacts) -> DocumentSection:
    study = facts.study
    instructions = f"Instructions on the first page: {wording_of(study).instructions}"
    kinds = (
        f"Background: {facts.report('background')}",
        f"Compensation: {facts.report('compensation')}",
        f"Known to the researchers: {facts.report('acquaintance')}",
    )
    others = (*facts.answers, facts.report_beyond("demographics"))
    return DocumentSection(
        "3.2 Evaluators",
        points(
            ("3.2.1 Number", tuple(filter(None, (facts.judges(), facts.surplus())))),
            ("3.2.2 Kind", kinds),
            ("3.2.3 Recruitment", (facts.panel_lines(), facts.report_beyond("recruitment"))),
            (
                "3.2.4 Training and practice",
                (instructions, facts.practice(), facts.report_beyond("training")),
            ),
            (
                "3.2.5 Other characteristics",
                others if facts.answers else facts.report("demographics"),
            ),
        ),
    )


def design_section(facts: StudyFacts) -> DocumentSection:
    study = facts.study
    frozen = (
        f"The plan was frozen before the first answer (SHA-256 {study.plan_sha256})."
        if study.plan_sha256
        else "The plan has not been frozen yet."
    )
    return DocumentSection(
        "3.3 Design",
        points(
            ("3.3.1 Preregistration", (frozen, facts.report_beyond("preregistration"))),
            (
                "3.3.2 How responses are collected",
                "Online, on web pages of the platform triadsurvey, in a browser.",
            ),
            ("3.3.3 Quality assurance", (_checks(facts), facts.report_beyond("quality"))),
            ("3.3.4 What evaluators see", facts.page()),
            ("3.3.5 Freedom of time", _time(study)),
            ("3.3.6 Questions and feedback", (_asking(study), facts.report_beyond("questions"))),
            ("3.3.7 Conditions", facts.report("place")),
            ("3.3.8 Range of conditions", "See 3.3.7."),
        ),
    )


def _checks(facts: StudyFacts) -> str:
    noun = kind_of(facts.study).noun
    attention = (
        f" {len(facts.study.attention_at)} attention {noun}s per judge."
        if facts.study.attention_at
        else f" No attention {noun}s."
    )
    return f"Automatic: {facts.exclusion()}{attention}"


def _time(study: Study) -> str:
    noun = kind_of(study).noun
    return (
        f"Judges choose when they begin, may stop between {noun}s and go on later. A {noun} is "
        "held "
        f"for {study.hold_minutes} minutes, prolonged up to three times while it is read; an "
        "answer "
        f"that comes later counts if no other judge has been given that {noun}."
    )


def _asking(study: Study) -> str:
    contact = "Under the consent text a contact is named." if study.privacy_contact else ""
    questions = " The study's own questions are in the design statement."
    return (
        f"{contact or 'No contact is named on the pages.'}{questions * bool(study.questionnaire)}"
    )


def _criterion() -> DocumentSection:
    return DocumentSection(
        "4.1 Quality criterion: whether the authors' texts can be told apart",
        points(
            (
                "4.1.1 Type of quality",
                "A feature: being easy or hard to tell from other texts is neither good nor bad "
                "in itself.",
            ),
            ("4.1.2 Aspect of the outputs", "Form and content together."),
            (
                "4.1.3 Frame of reference",
                "Outside the system: each text is read beside texts of the other author.",
            ),
        ),
    )


def _mode() -> DocumentSection:
    return DocumentSection(
        "4.2 Mode of evaluation",
        points(
            (
                "4.2.1 Objective or subjective",
                "A judgement of people (subjective), scored as right or wrong by who wrote what.",
            ),
            ("4.2.2 Absolute or relative", "Relative: texts of both authors are read at once."),
            ("4.2.3 Intrinsic or extrinsic", "Intrinsic."),
        ),
    )


def _asked_for(study: Study) -> str:
    """Return what the question asks for, where the researchers have not named it."""
    if study.is_directed:
        return "What the question asks for (below)."
    return "None: judges are asked for the odd text only."


def _elicitation(facts: StudyFacts) -> DocumentSection:
    study, wording = facts.study, wording_of(facts.study)
    named = facts.reported.get("criteria") or _asked_for(study)
    form = "of the one that the question asks for, of three (directed triad, 3-AFC)"
    if not study.is_directed:
        form = "of the odd one of three (triangle test)"
    return DocumentSection(
        "4.3 Response elicitation",
        points(
            ("4.3.1 Name of the criterion", named),
            ("4.3.2 Definition given", f"The instructions: {wording.instructions}"),
            ("4.3.3 Size of the scale", "3."),
            ("4.3.4 Values", "The first, the second or the third text."),
            (
                "4.3.5 How it is presented",
                "Multiple choice: three radio buttons, none preselected.",
            ),
            ("4.3.6 Task without an instrument", NO_ANSWER),
            ("4.3.7 Question, word for word", wording.question),
            ("4.3.8 Form of elicitation", f"Another: forced choice {form}."),
            (
                "4.3.9 From responses to scores",
                "Right answers among the counted ones; from them the proportion of people who "
                "perceive a difference, corrected for guessing (pd), and d-prime.",
            ),
            ("4.3.10 Effect size and significance", _tests(study)),
            ("4.3.11 Agreement", _agreement(study)),
        ),
    )


def _tests(study: Study) -> str:
    if study.method == Study.Method.SEQUENTIAL:
        return "Wald's sequential probability ratio test (ISO 16820); confidence sequence of pd."
    if study.evaluations_per_judge > 1:
        return (
            "Exact one-sided binomial test of no difference; beta-binomial estimate of pd with "
            "profile limits."
        )
    return (
        "Exact one-sided binomial tests of difference and of similarity; exact one-sided limits of "
        "pd; d-prime. Values: results.csv and the methods paragraph."
    )


def _agreement(study: Study) -> str:
    once = "Not measured: each triad is answered once."
    repeats = " Whether judges differ from one another is tested by the beta-binomial model."
    return once + repeats * (study.evaluations_per_judge > 1)


def ethics_section(facts: StudyFacts) -> DocumentSection:
    return DocumentSection(
        "5 Ethics",
        points(
            ("5.1 Approval by a committee", facts.report("ethics")),
            ("5.2 Personal data", (_stored(facts.study), facts.report_beyond("personal_data"))),
            ("5.3 Sensitive personal data", facts.report("special_data")),
            ("5.4 Assessments of impact", facts.report("impact")),
        ),
    )


def _stored(study: Study) -> str:
    until = (
        f"until {study.withdrawal_until:%Y-%m-%d}"
        if study.withdrawal_until
        else "as long as the study is kept"
    )
    kept = (
        f" The data are to be kept until {study.retention_until:%Y-%m-%d}."
        if study.retention_until
        else ""
    )
    return (
        "The platform stores no network addresses of judges, who are known by random codes. For "
        "those sent by a panel it stores the id that the panel gave; for those with a personal "
        "link the name or address that it is for, until they withdraw. Judges agreed to a "
        f"consent text (see plan.json) and can withdraw {until}.{kept}"
    )
