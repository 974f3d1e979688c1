"""The methods paragraph in English."""

from analysis.report_zip.methods.conduct_text import ENGLISH_CONDUCT
from analysis.report_zip.methods.numbers_text import ENGLISH_NUMBERS
from analysis.report_zip.methods.text import MethodsText

ENGLISH = MethodsText(
    design=(
        "Texts of {a} and of {b} were compared in a triangle test (ISO 4120; for texts: "
        "González-Corbelle, Alonso-Moral and Bugarín-Diz, 2020). In each trial a judge read three "
        "texts at once, two by one subject and one by the other, about {items}, and had to choose "
        "the one by the other author; the six possible orders were balanced in blocks of six."
    ),
    design_directed=(
        "Texts of {a} and of {b} were compared in directed triads (3-alternative forced choice, "
        "3-AFC). In each trial a judge read three texts at once, two by {a} and one by {b}, about "
        "{items}, and had to choose the one that the question asks for; the one by {b} counts as "
        "right. The three possible orders were balanced in blocks of three."
    ),
    different="three different items",
    same="the same item",
    question="The question read: “{question}”",
    planned_difference=(
        "The plan was a difference test with {alpha} = {alpha_value} and {evaluations} "
        "evaluations, at most {per_judge} per judge."
    ),
    planned_similarity=(
        "The plan was a similarity test with {beta} = {beta_value}, {pd} = {pd_value} and "
        "{evaluations} evaluations, one per judge."
    ),
    planned_sequential=(
        "The plan was Wald's sequential test (ISO 16820) with {alpha} = {alpha_value}, {beta} = "
        "{beta_value}, {pd} = {pd_value} and at most {evaluations} evaluations, one per judge."
    ),
    frozen="It was frozen on {opened}, before the first answer (SHA-256 {sha256}).",
    draft="It has not been frozen yet.",
    blind="Results were hidden until the study was complete or unsealed.",
    practice="Each judge first practised on triads that do not count ({number} at most).",
    attention=(
        "Attention triads, in which the odd text is plain to see, came before evaluation {places}; "
        "they do not count."
    ),
    masked="Texts were covered except for one sentence at a time, chosen by pointer, finger or "
    "key.",
    excluded="A rule fixed beforehand excludes judges who {rule}; {decides}",
    too_fast="answered in less than {seconds} seconds",
    inattentive="failed more than {number} attention triads",
    either=" or ",
    decides_all="all counted answers decide.",
    decides_kept="the answers left by it decide, and the triads of excluded judges were reused.",
    amended="The number was raised from {old} to {new} on {at} ({looked}).",
    reopened="The study was reopened on {at} ({looked}).",
    test="This was a rehearsal: its answers do not stand for people.",
    progress="So far {counted} of at most {evaluations} evaluations have been counted.",
    closed="The study was closed at {counted} of {evaluations} evaluations: there is no verdict.",
    raised=(
        "Since the number was raised after results could be seen, there is no fixed-number "
        "verdict; {counted} of {evaluations} evaluations have been counted."
    ),
    counts=(
        "Of {n} counted answers by {judges}, {x} were right ({share}; guessing gives 33.3 {pc})."
    ),
    difference=(
        "The exact one-sided binomial difference test gave {p} ({needed} right answers needed "
        "at {alpha} = {alpha_value}): a difference was {shown}"
    ),
    similarity=(
        "The exact one-sided binomial similarity test gave {p} (at most {allowed} right answers "
        "allowed at {beta} = {beta_value}, {pd} = {pd_value}): similarity was {shown}"
    ),
    shown="shown.",
    not_shown="not shown.",
    lower="The one-sided {confidence} lower limit of {pd} is {limit}.",
    upper="The one-sided {confidence} upper limit of {pd} is {limit}.",
    below_chance="below chance",
    unreachable="no number of",
    d_prime="The estimate of {dprime} is {d}.",
    d_prime_directed="By the model of the directed triad (3-AFC), {dprime} is estimated at {d}.",
    repeats=(
        "Answers of one judge are not independent: the pooled test of no difference is exact, but "
        "the pooled count gives no limits and no similarity test."
    ),
    repeats_fit=(
        "The beta-binomial estimate of {pd} is {estimate} ({range}; {confidence}, two-sided, "
        "profile likelihood)."
    ),
    sequential=(
        "The test ended after {n} answers with {x} right, {end} (exact risk of this plan: {risk})."
    ),
    sequential_none="The largest number was reached between the lines: there is no verdict.",
    sequential_order=(
        "Answers were taken in the order in which their triads were first assigned to a judge."
    ),
    sequential_completed=(
        "Answers were taken in the order in which they were completed; since judges who guess are "
        "quicker, a false verdict was more likely than its stated risk."
    ),
    sequential_estimate=(
        "By the stagewise ordering of sequential ends {pd} is estimated as {estimate} (two-sided "
        "{confidence} limits: {range}; for a difference {p})."
    ),
    after_verdict=(
        "Answers that came after the verdict and do not alter it: {number}, {x} of them right."
    ),
    to_difference="on the line that shows a difference",
    to_similarity="on the line that shows similarity",
    named="The exclusion rule named {judges}.",
    other_set="As a sensitivity check, {set} gave {x} right of {n}; no verdict rests on them.",
    other_set_tested=(
        "As a sensitivity check, {set} gave {x} right of {n} ({p} by the test of the plan); no "
        "verdict rests on them."
    ),
    sureness=(
        "As a sensitivity check, right answers were weighted by how sure their judges said they "
        "were ({weights} for a guess, not sure, fairly sure and certain; exact distribution of the "
        "weighted sum where all guess): {said} answers gave a sum of {statistic} where guessing "
        "gives {expected} ({p}, unweighted {plain}); no verdict rests on it."
    ),
    set_all="all counted answers",
    set_kept="the answers left by the exclusion rule",
    taken_back="Answers withdrawn by judges, which do not count: {number}.",
    withdrawn="Afterwards {number} of these answers were withdrawn; the verdict is as first given.",
    over_texts=(
        "Over other texts like these (Clark, 1973) the one-sided t test of the plan's goal, by "
        "variance components of answers that share an item or, where judges repeat, a judge "
        "({items} items, {df} degrees of freedom), gave {p}, {holds}; the one-sided limits of the "
        "probability of a right answer are {lower} ({confidence_lower}) and {upper} "
        "({confidence_upper}), and the design effect is {effect}."
    ),
    over_texts_shown="so that the result holds over other texts too",
    over_texts_lost="so that the result does not hold over other texts",
    over_texts_none="and nothing is shown over other texts either",
    without_one_item=(
        "Leaving out the triads of one item at a time, the exact test gave {least} to {largest}."
    ),
    without_one_item_same=(
        "Leaving out the triads of one item at a time, the exact test gave {least} each time."
    ),
    no_limits="Nothing is said of other texts: {why}.",
    no_limits_sequential=(
        "a sequential plan ends where its answers cross a line, and a t test over items holds "
        "only for a number of answers fixed beforehand"
    ),
    no_limits_few_items="fewer than {least} items a subject were read ({a} and {b})",
    no_limits_not_estimable="how much texts differ cannot be estimated from these answers",
    no_limits_too_many="to compute it from so many answers would take too long",
    no_limits_earlier="the verdict was given before it was computed",
    confounded=(
        "No item has texts of both subjects, so that topics may have been told apart instead of "
        "authors."
    ),
    conduct=ENGLISH_CONDUCT,
    numbers=ENGLISH_NUMBERS,
    caveat=(
        "Limits are for people like this panel and for the {texts} texts used; other texts "
        "of the same authors may differ. Percentages assume that people who "
        "perceive the difference are always right and that the others guess."
    ),
    before_looking="before results could be seen",
    after_looking="after results could be seen",
    one_judge="{n} judge",
    judges="{n} judges",
)
