"""What each column of each file means, in which unit, and which values it takes."""

import re
from collections.abc import Mapping, Sequence

from analysis.report_zip.tables import listed
from analysis.verdict_text.ratings.paper_ranking import ERRS
from studies.exports import Export
from studies.exports.columns import SHA256, UTC, Column

COLUMNS = (
    Column("file", meaning="File of this archive", values="text"),
    Column(
        "column",
        meaning="Column; of results also each quantity, as quantity = name",
        values="text",
    ),
    Column("meaning", meaning="What it means", values="text"),
    Column("unit", meaning="Its unit", values="text or empty"),
    Column("values", meaning="Which values it takes", values="text"),
)
SHARE = "proportion"
P = "0 to 1"
# Quantities of results.csv: a pattern of names, meaning, unit, values. The first that fits tells.
QUANTITIES: tuple[tuple[str, str, str, str], ...] = (
    ("title|subject_[a-h]", "As the researcher named it", "", "text"),
    ("protocol", "What judges were asked", "", "triangle, directed (3-AFC; B is the odd text)"),
    ("goal", "What the plan wants to show", "", "difference, similarity"),
    ("method", "Kind of plan", "", "fixed, sequential"),
    ("alpha", "Risk of claiming a difference that is not there", "probability", P),
    ("beta", "Risk of missing a difference that is there", "probability", P),
    ("pd", "Largest proportion of people allowed to perceive a difference", SHARE, P),
    ("evaluations", "Planned number of evaluations, amendments included", "evaluations", "integer"),
    ("evaluations_per_judge", "The most evaluations of one judge", "evaluations", "integer"),
    ("study", "Public code of the study", "", "UUID"),
    ("is_test", "A rehearsal, which does not stand for people", "", "1 yes, 0 no"),
    (
        "status",
        "State of the study, as its pages say it",
        "",
        "draft, opening, open, paused, complete, closed; with a comma: paused, complete; archived, "
        "closed",
    ),
    ("plan_sha256", "SHA-256 of plan.json", "", SHA256),
    (".*_at_utc", "When it happened", "", UTC),
    ("amendments|amendment_.*", "See amendments.csv", "", "as there"),
    ("statement", "What the results page says", "", "text"),
    ("counted|correct", "Counted answers, and right ones among them", "answers", "integer"),
    ("judges", "Judges with a counted answer", "judges", "integer"),
    (
        "surplus|pilot|withdrawn",
        "Live surplus, pilot, live withdrawn: none counted",
        "answers",
        "integer",
    ),
    (
        "judges_began",
        "Live judges: agreed to take part. Each has completed, reads, found the study full, found "
        "no place, left or withdrew",
        "judges",
        "integer",
    ),
    (
        "judges_answered",
        "Of them: have stored an evaluation, counted or not, and not withdrawn",
        "judges",
        "integer",
    ),
    (
        "judges_completed",
        "Of them: answered as many evaluations as the plan gives a judge, counted or not",
        "judges",
        "integer",
    ),
    ("judges_reading", "Of them: texts are held for them now", "judges", "integer"),
    (
        "judges_study_full",
        "Of them: asked for further texts when all were answered or the study had ended, and were "
        "given and answered none since",
        "judges",
        "integer",
    ),
    (
        "judges_no_place",
        "Of them: asked for further texts when others were reading all that were left, and were "
        "given and answered none since",
        "judges",
        "integer",
    ),
    (
        "judges_left",
        "Of them: stopped before the last evaluation although texts were there for them",
        "judges",
        "integer",
    ),
    ("judges_withdrawn", "Of them: took their answers back", "judges", "integer"),
    ("judges_excluded", "Judges whom the exclusion rule names", "judges", "integer"),
    ("links_.*", "Live links added, revoked or given another end or quota", "links", "integer"),
    ("excluded_ids_.*", "Changes of the list of excluded ids", "changes", "integer"),
    (
        "withdrawn_while.*",
        "Withdrawn while results could be seen, before a verdict",
        "answers",
        "integer",
    ),
    ("judges_back_.*", "Judges who count and had been pilot judges", "judges", "integer"),
    ("studies_with.*_seen", "Their codes, as far as the reader may see them", "", "UUIDs"),
    ("studies_with.*", "Other opened (or erased) studies of these texts", "studies", "integer"),
    ("attention_.*", "Attention triads of judges who count", "trials", "integer"),
    ("family", "Family of studies to which it belongs", "", "text"),
    ("family_(size|ended)", "Studies of the family; those that have ended", "studies", "integer"),
    ("family_p_adjusted", "p adjusted by Holm; empty until all have ended", "probability", P),
    ("family_level", "Smallest level of its studies", "probability", P),
    ("primary_set", "Answers that decide: all, or those left by the rule", "", "all, kept"),
    ("sensitivity_.*", "Counted, or right, in the other set: no verdict", "answers", "integer"),
    ("sureness_.*_p_value|sureness_p_value", "p of weighted, plain count: no verdict", "", P),
    ("sureness_.*_(counted|correct)", "Counted, or right, so sure", "answers", "integer"),
    ("sureness_.*_weight", "Weight of right answers so sure, by the plan", "", "0 to 3"),
    ("sureness_(statistic|expected|most)", "Sum of weights of right answers", "", "number"),
    ("degree_.*_numbers", "Numbers beside right, or wrong, answers", "numbers", "integer"),
    ("degree_.*_mean", "Their mean; geometric for magnitudes", "", "number; empty without any"),
    ("degree_p_value", "p by exchanging them: see the results page", "", P),
    (r"rating_\d_(triads|judges)", "Triads rated by this criterion; judges", "", "integer"),
    (
        r"rating_\d_ratio.*",
        "How many times as high B is rated as A; limits; by right, wrong",
        "",
        "number",
    ),
    (r"rating_\d_p_.*", "p by whole judges, whole items; the larger by Holm", "", P),
    ("lapsed", "Trials that ran out of time", "trials", "integer"),
    ("median_seconds", "Median time of counted answers", "seconds", "number"),
    ("(counted|correct)_in_order_.*", "Counted, or right, in this order", "answers", "integer"),
    ("chosen_position_[123]", "How often this position was chosen", "answers", "integer"),
    (r"panel_\d+", "Name of a panel", "", "text"),
    (r"panel_\d+_.*", "Counted, or right, answers of the panel", "answers", "integer"),
    ("rating_method|setup|judges_per_item", "See rating in plan.csv", "", "as there"),
    ("primary_criterion|margin|resamples", "See rating in plan.csv", "", "as there"),
    ("seed", "Seed of all draws, those of limits and p too", "", "32 hexadecimal digits"),
    ("verdict", "What the plan decided", "", "difference, similarity, not_shown, none; ranked"),
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
    (".*_undefined", "Why the quantity of this name is empty", "", "text"),
    ("beta_binomial_.*", "Chance-corrected beta-binomial fit, profile limits", "", "number"),
    ("over_texts_confounded", "No item has texts of both subjects", "", "1, 0; empty: not known"),
    ("over_texts_items.*", "Items with texts that were read; those of A, of B", "items", "integer"),
    (
        "over_texts_none_because",
        "Why there are no limits over other texts",
        "",
        "sequential, few_items, not_estimable, too_many, earlier; empty where there are",
    ),
    ("over_texts_p_value", "p over other texts: t test of the plan's goal", "probability", P),
    ("over_texts_pc_lower", "Lower limit of pc over other texts, one-sided, 1 - alpha", SHARE, P),
    ("over_texts_pc_upper", "Upper limit of pc over other texts, one-sided, 1 - beta", SHARE, P),
    (
        "over_texts_design_effect",
        "Variance of the share of right answers over that of independent answers",
        "",
        "number",
    ),
    (
        "over_texts_leave_one_out_.*",
        "Least or largest p of the exact test without the triads of one item",
        "probability",
        P,
    ),
    ("over_texts_se", "Standard error of the share of right answers over texts", SHARE, "number"),
    ("over_texts_(t|degrees_of_freedom)", "Of the t test over other texts", "", "number"),
    (
        "over_texts_(answer|item|judge|residual)_variance",
        "Variance of an answer (1 right, 0 wrong); of it each item of its triad, its judge (only "
        "where judges repeat), and what is left",
        "",
        "number",
    ),
    ("sequential_.*_line", "Wald's line where the test ended", "answers", "integer"),
    (
        "sequential_estimate_pc.*",
        "pc by stagewise ordering (median-unbiased value, two-sided 95 % limits)",
        SHARE,
        P,
    ),
    ("sequential_estimate_p_value", "p of a difference by the same ordering", "probability", P),
    ("sequential_order", "Order in which answers were taken", "", "assignment, completion"),
    ("sequential_risk_.*", "Exact risk of the plan", "probability", P),
    ("(estimate|confidence_sequence).*_confidence", "Confidence of its limits", SHARE, P),
    ("estimate_(pc|pd).*", "Two-sided estimate (value, limits)", SHARE, P),
    (
        "estimate_d_prime.*",
        "Thurstonian distance by protocol (value, limits)",
        "SD",
        "0 up; empty: infinite",
    ),
    (
        "in_assignment_order_counted",
        "Answers for which all answers assigned earlier are settled: evidence rests on these",
        "",
        "number",
    ),
    ("in_assignment_order_correct", "Right ones of them", "", "number"),
    ("log_e_value_.*", "Natural logarithm of the e-value", "", "number"),
    ("confidence_sequence_pd_.*", "End of the confidence sequence of pd", SHARE, P),
    ("confidence_sequence_below_chance", "Whether it lies below chance", "", "1 yes, 0 no"),
)


# Quantities of rating_results.csv: limits are two-sided, at 1 - alpha.
RATING_QUANTITIES: tuple[tuple[str, str, str, str], ...] = (
    ("sheets|judges|items|cells|ratings|pairs", "How many there are", "", "0 and up"),
    ("left_out|n|differences", "How many there are", "", "0 and up"),
    ("share", "Share of the ratings that the three busiest judges gave", SHARE, P),
    ("arithmetic|geometric", "Mean of the system's ratings, of this kind", "", "number"),
    ("relative", "The system's mean to that of all: ratio, or points", "", "number"),
    ("lower|upper", "Limit: of a pair what its tests do not reject", "", "ratio, or points"),
    ("resampled_.*", "Limit, by drawing judges and items anew", "", "ratio, or points"),
    ("estimate", "Ratio of first to second, or difference in points", "", "number"),
    (
        "p_judges|p_items",
        "p by reversing the signs of whole judges, of whole items",
        "probability",
        P,
    ),
    ("p_value", "p: for a pair the larger, 1 where both lean opposite ways", "probability", P),
    ("p_by_t", "p by the t test, as papers print it", "probability", P),
    ("adjusted", "p_value by Holm over the pairs of the criterion", "probability", P),
    ("separated", "Whether adjusted is at most alpha", "", "1 yes, 0 no"),
    ("similar", "Whether limits at 1 - 2 alpha lie within the margin", "", "1, 0; empty: none"),
    ("wins|ties|losses", "Pages on which first is above, like, below second", "pages", "0 and up"),
    ("k", "Ratings of a text; of unequal numbers k0", "", "number"),
    ("single|average", "ICC(1,1), ICC(1,k)", "", "1 at most"),
    ("(single|average)_(lower|upper)", "Its limit", "", "1 at most"),
    ("f|df_between|df_within", "F of texts, and its degrees of freedom", "", "number"),
    ("alpha", "Krippendorff's alpha, interval", "", "1 at most"),
    ("of_items", "Items about which first and second are compared", "items", "0 and up"),
    (
        "others",
        "Ratio of first to second, or difference in points, over items where their texts differ",
        "",
        "number",
    ),
    ("differ", "Pairs of identical texts with different numbers", "pairs", "0 and up"),
    ("added|missing", "Texts ticked so", "texts", "0 and up"),
    ("statistic|degrees_of_freedom", "Chi-square of added and missing by system", "", "number"),
    ("rho", "Spearman's rho of the means of texts by two criteria", "", "-1 to 1"),
    ("draws_above|draws_below", f"Draws in which first is so to second. {ERRS}", SHARE, P),
    ("cluster", f"Group of systems without a line between. {ERRS}", "", "1 (highest) and up"),
    ("comparisons", "Pairs of ratings on one page that TrueSkill learned from", "", "0 and up"),
    ("mean", "Mean skill by TrueSkill over its runs", "", "number"),
    ("best_rank|worst_rank", "Rank in the middle 95 % of its runs", "", "1 (highest) and up"),
    ("log_worth", "Log of the worth by Davidson's model; of the first system 0", "", "number"),
    ("log_nu", "Log of how likely ties are by Davidson's model", "", "number"),
)
Meanings = tuple[tuple[str, str, str, str], ...]
# The files with quantities that are explained one by one.
EXPLAINED: dict[str, Meanings] = {
    "results.csv": QUANTITIES,
    "rating_results.csv": RATING_QUANTITIES,
}


def codebook_export(
    files: Mapping[str, Sequence[Column]], quantities: Mapping[str, Sequence[str]]
) -> Export:
    """Return the codebook of these files, and of the quantities that files of results hold."""
    rows: list[tuple[str, ...]] = [
        (file, column.name, column.meaning, column.unit, column.values)
        for file, columns in files.items()
        for column in columns
    ]
    rows += [
        (file, f"quantity = {name}", *_quantity(name, EXPLAINED[file]))
        for file, names in quantities.items()
        for name in dict.fromkeys(names)
    ]
    return listed(COLUMNS, rows)


def _quantity(name: str, meanings: Meanings) -> tuple[str, ...]:
    return next(line[1:] for line in meanings if re.fullmatch(line[0], name))
