"""What each column of each file means, in which unit, and which values it takes."""

import re

from analysis.stats.reading import MEASURES
from studies.exports import Export

from .tables import QUESTION, listed

COLUMNS = ("file", "column", "meaning", "unit", "values")
Line = tuple[str, str, str, str]

UTC = "ISO 8601 in UTC, empty where it did not happen"
YES_NO = "yes, no"
SURENESS = "guess, not_sure, fairly_sure, certain; empty where not said"
SHARE = "proportion"
MS = "milliseconds"
NO_RECORD = "whole number; empty without a record of the reading"
READ = "number; empty where undefined"
COVERED = "yes, no; empty without a record of the reading"
DEVICES = "mouse, touch, pen, keyboard; empty where not known"
RIGHT = "1 right, 0 wrong"
ORDERS = "ABB, ABA, AAB, BAA, BAB, BBA"
KINDS = "main, practice, attention; only main ones count"
MODES = "live, pilot; pilot ones never count"
STATES = "held, answered, surplus, lapsed, withdrawn, excluded"

_SHARED: tuple[Line, ...] = (
    ("study", "Public code of the study", "", "UUID"),
    ("panel", "Group that the judge came with: the label of the recruitment link", "", "text"),
    ("judge", "Random code of the judge", "", "12 hexadecimal digits"),
    ("external_source", "Where the judge's external id comes from", "", "text or empty"),
    ("external_id", "The judge's id elsewhere, as the recruitment link gave it", "", "text"),
    ("triad", "Number of the triad within its mode", "", "1 and up"),
    ("block", "Block of six triads that holds each order once", "", "1 and up"),
    ("order", "Subjects of the three texts from first to third", "", ORDERS),
    ("mode", "Whether it was made to count or to try things out", "", MODES),
    ("amendments", "The plan's amendments so far: see amendments.csv", "", "text; empty: none"),
    ("kind", "What the text, triad or trial is for", "", KINDS),
    ("language", "Language of the text, or of the judge's pages", "", "language tag or empty"),
)
_OF_FILES: dict[str, tuple[Line, ...]] = {
    "answers.csv": (
        *(
            line
            for n, place in enumerate(("first", "second", "third"), start=1)
            for line in (
                (f"sample_{n}", f"Number of the {place} text: see texts.csv", "", "integer"),
                (f"subject_{n}", f"Subject of the {place} text", "", "A, B"),
                (f"item_{n}", f"What the {place} text is about", "", "text"),
            )
        ),
        ("odd_position", "Where the text of the other subject stood", "", "1, 2, 3"),
        ("chosen_position", "Which text the judge chose", "", "1, 2, 3"),
        ("correct", "Whether the chosen text was the odd one", "", RIGHT),
        ("shown_at_utc", "When the texts were shown", "", UTC),
        ("answered_at_utc", "When the choice was stored", "", UTC),
        ("seconds", "Time from showing to storing", "seconds", "number, to a tenth"),
        ("state", "State of the trial", "", STATES),
        ("counted", "Whether the answer stands for the study", "", YES_NO),
        (
            *("not_counted_because", "Why it does not count", ""),
            "withdrawn, pilot, practice, attention, surplus, beyond the plan; empty where it does",
        ),
        ("reason", "Why, in the judge's words; asked after the choice", "", "text or empty"),
        ("sureness", "How sure; asked after the choice", "", SURENESS),
        ("page_translated", "Whether the browser had translated the page", "", YES_NO),
        ("chosen_ms", "When the confirmed choice was made, since shown", MS, NO_RECORD),
        ("confirmed_ms", "When it was confirmed, since shown, by the page's clock", MS, NO_RECORD),
        ("visible_ms", "For how much of that the page was seen", MS, NO_RECORD),
        ("changes_of_mind", "How often another text was chosen than before", "", NO_RECORD),
        ("device", "By what the page was last used", "", DEVICES),
        ("width", "Width of the page", "CSS pixels", NO_RECORD),
        ("masked", "Whether the sentences were covered", "", COVERED),
    ),
    "reading.csv": (
        ("level", "What the row is about", "", "trial, text, sentence"),
        ("position", "Where the text stood", "", "1, 2, 3; empty for the trial"),
        ("sample", "Number of the text: see texts.csv", "", "integer; empty for the trial"),
        ("subject", "Subject of the text", "", "A, B; empty for the trial"),
        ("item", "What the text is about", "", "text; empty for the trial"),
        ("odd", "Whether it was the odd text", "", "yes, no; empty for the trial"),
        ("chosen", "Which text the judge chose", "", "1, 2, 3"),
        ("correct", "Whether the chosen text was the odd one", "", RIGHT),
        ("sentence", "Number of the sentence in its text", "", "1 and up; sentences only"),
        ("words", "Words; of Chinese and Japanese, characters", "", "0 and up"),
        ("characters", "Length", "characters", "0 and up"),
        ("dwell_ms", "For how long it was shown; stays under 100 ms are left out", MS, READ),
        ("speed", "Words of the sentences read by time", "words a second", READ),
        ("pace", "Time by length of the sentences read", "milliseconds a character", READ),
        ("first_pass_ms", "Dwell time of each sentence's first visit", MS, READ),
        ("first_pass_share", "Share of the first pass in the dwell time", SHARE, READ),
        ("transitions", "How often another sentence was shown than before", "", READ),
        ("log_transitions", "ln(transitions / sentences)", "", READ),
        *(
            (f"{z}_{name}", f"{name} against {others}", "standard deviations", READ)
            for z, others in (("z", "the judge's others"), ("z2", "z of others of the item"))
            for name in MEASURES
        ),
    ),
    "trials.csv": (
        ("state", "Held ones are read now, or were left and not yet given on", "", STATES),
        ("held_at_utc", "When the triad was given to the judge", "", UTC),
        ("renewals", "How often the time to answer was renewed", "times", "0 to 3"),
        ("answered_at_utc", "When the choice was stored", "", UTC),
    ),
    "judges.csv": (
        ("personal", "Came by a link made for one person", "", YES_NO),
        ("consent_sha256", "SHA-256 of the consent text agreed to", "", "64 hexadecimal digits"),
        ("consented_at_utc", "When the judge consented", "", UTC),
        ("withdrawn_at_utc", "When the judge withdrew", "", UTC),
        ("excluded_at_utc", "When the plan's exclusion rule named the judge", "", UTC),
        ("excluded_because", "Why the rule named the judge", "", "too_fast, attention"),
        ("trials", "Triads served to the judge", "trials", "0 and up"),
        ("counted", "Counted answers of the judge", "answers", "0 and up"),
        ("correct", "Right ones among the counted answers", "answers", "0 to counted"),
        ("reads_whole", "Asked for whole texts where the study covers them", "", YES_NO),
    ),
    "texts.csv": (
        ("sample", "Number by which answers.csv names the text", "", "integer"),
        ("subject", "Who wrote it, by letter", "", "A, B"),
        ("subject_name", "Who wrote it, by name; never shown to judges", "", "text"),
        ("item", "What the text is about: texts of one item share it", "", "text"),
        ("context", "What was shown beside the text", "", "text or empty"),
        ("text", "The text as judges read it", "", "text"),
        ("direction", "Direction of writing", "", "auto, ltr, rtl"),
        ("row", "Row of the upload", "", "integer"),
        ("content_sha256", "SHA-256 of the text and its image", "", "64 hexadecimal digits"),
        ("alt_text", "Description of the image", "", "text"),
        ("image", "Random name under which the image is served, at /i/<name>/", "", "text"),
        ("image_sha256", "SHA-256 of the image's bytes", "", "64 hexadecimal digits"),
        ("left_out", "The researcher left the text out before the study opened", "", YES_NO),
    ),
    "plan.csv": (
        ("name", "Part of the plan; a part within another behind a dot", "", "text"),
        ("value", "Its value; plan.json holds the same as it was hashed", "", "text, number"),
    ),
    "amendments.csv": (
        ("number", "Amendments in their order", "", "1 and up"),
        ("kind", "What was changed", "", "evaluations (number raised), reopened"),
        ("evaluations_before", "Number of evaluations before", "evaluations", "1 and up"),
        ("evaluations_after", "Number of evaluations after", "evaluations", "1 and up"),
        ("after_looking", "Whether results could be seen by then", "", YES_NO),
        ("at_utc", "When", "", UTC),
        ("who", "Who", "", "name or address"),
        ("reason", "Why, in their words", "", "text"),
    ),
    "results.csv": (
        ("quantity", "Name of the quantity; each is explained below", "", "text"),
        ("value", "Its value", "by quantity", "text, number; empty where undefined"),
    ),
    "codebook.csv": (
        ("file", "File of this archive", "", "text"),
        ("column", "Column; of results.csv also each quantity, as quantity = name", "", "text"),
        ("meaning", "What it means", "", "text"),
        ("unit", "Its unit", "", "text or empty"),
        ("values", "Which values it takes", "", "text"),
    ),
}

P = "0 to 1"
# Quantities of results.csv by pattern; the first that fits the whole name tells.
_QUANTITIES: tuple[Line, ...] = (
    ("title|subject_[ab]", "As the researcher named it", "", "text"),
    ("goal", "What the plan wants to show", "", "difference, similarity"),
    ("method", "Kind of plan", "", "fixed, sequential"),
    ("alpha", "Risk of claiming a difference that is not there", "probability", P),
    ("beta", "Risk of missing a difference that is there", "probability", P),
    ("pd", "Largest proportion of people allowed to perceive a difference", SHARE, P),
    ("evaluations", "Planned number of evaluations, amendments included", "evaluations", "integer"),
    ("evaluations_per_judge", "The most evaluations of one judge", "evaluations", "integer"),
    ("study", "Public code of the study", "", "UUID"),
    ("is_test", "A rehearsal, which does not stand for people", "", "1 yes, 0 no"),
    ("status", "State of the study", "", "draft, opening, open, paused, closed"),
    ("plan_sha256", "SHA-256 of plan.json", "", "64 hexadecimal digits"),
    (".*_at_utc", "When it happened", "", UTC),
    ("amendments|amendment_.*", "See amendments.csv", "", "as there"),
    ("statement", "What the results page says", "", "text"),
    ("counted|correct", "Counted answers, and right ones among them", "answers", "integer"),
    ("judges", "Judges with a counted answer", "judges", "integer"),
    ("surplus|pilot|withdrawn", "Live surplus, pilot, live withdrawn: not counted", "", "integer"),
    ("judges_began|judges_left", "Live judges; those who left before the end", "judges", "integer"),
    ("judges_excluded", "Judges whom the exclusion rule names", "judges", "integer"),
    ("primary_set", "Answers that decide: all, or those left by the rule", "", "all, kept"),
    ("sensitivity_.*", "Counted, or right, in the other set: no verdict", "answers", "integer"),
    ("lapsed", "Trials whose time ran out", "trials", "integer"),
    ("median_seconds", "Median time of counted answers", "seconds", "number"),
    ("(counted|correct)_in_order_.*", "Counted, or right, in this order", "answers", "integer"),
    ("chosen_position_[123]", "How often this position was chosen", "answers", "integer"),
    (r"panel_\d+", "Name of a panel", "", "text"),
    (r"panel_\d+_.*", "Counted, or right, answers of the panel", "answers", "integer"),
    ("verdict", "What the plan decided", "", "difference, similarity, not_shown, none"),
    ("verdict_.*", "Answers, right ones, judges, texts of the verdict", "", "integer"),
    ("(difference|similarity)_p_value", "p of the exact binomial test", "probability", P),
    ("(difference|similarity)_log_p_value", "Natural logarithm of p", "", "0 or less"),
    ("(difference|similarity)_evidence", "Grade of evidence by p", "", "none to very strong"),
    ("difference_min_correct", "Right answers needed", "answers", "integer, empty: unreachable"),
    ("similarity_max_correct", "Right answers allowed", "answers", "integer, empty: unreachable"),
    ("difference_significant|similarity_similar", "Whether shown", "", "1 yes, 0 no"),
    ("difference_pd_lower", "Lower limit of pd, one-sided, 1 - alpha", SHARE, P),
    ("similarity_pd_upper", "Upper limit of pd, one-sided, 1 - beta", SHARE, P),
    (".*_pd_(lower|upper)_uncut", "The limit before it is cut at chance", SHARE, "-0.5 to 1"),
    (".*_paper_.*", "By the approximation printed in the paper", "", "number"),
    ("beta_binomial_.*", "Chance-corrected beta-binomial fit, profile limits", "", "number"),
    ("sequential_.*_line", "Wald's line where the test ended", "answers", "integer"),
    ("sequential_risk_.*", "Exact risk of the plan", "probability", P),
    ("(estimate|confidence_sequence).*_confidence", "Confidence of its limits", SHARE, P),
    ("estimate_(pc|pd).*", "Two-sided estimate (value, limits)", SHARE, P),
    ("estimate_d_prime.*", "Thurstonian distance (value, limits)", "standard deviations", "0 up"),
    ("log_e_value_.*", "Natural logarithm of the e-value", "", "number"),
    ("confidence_sequence_pd_.*", "End of the confidence sequence of pd", SHARE, P),
    ("confidence_sequence_below_chance", "Whether it lies below chance", "", "1 yes, 0 no"),
)


def codebook(columns: dict[str, tuple[str, ...]], quantities: list[str]) -> Export:
    """The codebook of these files, and of the quantities that results.csv holds."""
    rows: list[tuple[str, ...]] = [
        (file, *_of_column(file, name)) for file, names in columns.items() for name in names
    ]
    rows += [("results.csv", f"quantity = {name}", *_of_quantity(name)) for name in quantities]
    return listed(COLUMNS, rows)


def _of_column(file: str, name: str) -> Line:
    if file == "judges.csv" and name.startswith(QUESTION):
        meaning = "Answer to the study's question of this name: see questionnaire in plan.csv"
        return (name, meaning, "", "text or number; empty where passed over")
    return next(line for line in (*_OF_FILES[file], *_SHARED) if line[0] == name)


def _of_quantity(name: str) -> tuple[str, ...]:
    return next(line[1:] for line in _QUANTITIES if re.fullmatch(line[0], name))
