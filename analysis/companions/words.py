"""What the companions found, in plain words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from analysis import number_format
from analysis.companions import content, frames, rules
from analysis.companions.stored import Companions, Pool, Rule
from studies.models import Study
from studies.stimuli.cues.cue_order import GUESSING, NOTICED, Strength, strongest_first

# What a judge looks at, after "A judge who looks only at".
LOOKS_AT = {
    "length": "length",
    "words": "the number of words",
    "punctuation": "punctuation",
    "capitals": "capitals",
    "names": "names of the subjects",
    "small_start": "whether texts begin with a small letter",
    "open_end": "whether texts end with a full stop or the like",
    "markup": "markup",
    "typography": "typographic quotes and dashes",
    "emoji": "emoji",
    "spaces": "special spaces",
    "invisible": "invisible characters",
    "blanks": "stray blanks",
    "context": "whether there is a context",
    "image": "whether there is an image",
    "contradicts": "whether texts say a value that is not their context's",
    rules.OPENING: "how texts begin",
    rules.FRAME: "sentence patterns",
    rules.LETTERS: "letters (which two texts are most alike)",
    rules.CONTENT: "what texts say (which one fits its context least)",
}
# What to do before opening where such a rule is right often.
ADVICE = {
    "length": "Make lengths alike: leave out the longest and shortest, or ask for one length.",
    rules.OPENING: "Cut or vary the first words, if they are an accident of how texts were made.",
    rules.FRAME: "Vary the patterns, or ask each judge for one evaluation.",
    rules.LETTERS: "Look for phrases and signs that only one subject has: ask the machine judge.",
    rules.CONTENT: "Leave out texts that say something else; they are listed below.",
}
ADVICE["words"] = ADVICE["length"]
OTHER_ADVICE = (
    "Remove the difference if it is an accident, or leave out the texts that stand out by it."
)
AGAINST_REPEATS = "Vary the patterns, or ask each judge for one evaluation."
AGAINST_MISFITS = (
    "Those that fit another item better are listed below: correct them, or leave them out."
)
AGAINST_UNSAID = "If that is not what you study, add what is missing, or leave these items out."
# So many times as many ways to begin make one way telling.
MORE_WAYS = 3
# Judges are right so much more often where a rule is right: some may go by it.
WENT_BY_IT = 0.1
# So many rules stand in words.
NEXT = 3
NOT_BY_ONE_RULE = (
    "Your judges were right more often than any single rule tried here would be: they went by "
    "several things together, or by something else, or were lucky."
)


def percent(share: float) -> str:
    """Return `49 %`: finer would promise too much."""
    return f"{round(100 * share)}\u00a0%"


def strongest(found: Companions) -> list[Rule]:
    """Return the rules that are right more often than guessing, the best first."""
    above = [rule for rule in found.rules if rule.right > GUESSING + NOTICED]
    return strongest_first(above, lambda rule: Strength(rule.right))


def passing(study: Study, found: Companions) -> list[Rule]:
    """Return the rules with a pd above the plan's."""
    return [rule for rule in strongest(found) if rule.pd > study.pd]


def would_be_right(rule: Rule, judges: float | None = None) -> str:
    """Say how often a judge would be right by the rule; beside it, how often the judges were."""
    said = (
        f"A judge who looks only at {rule.looks_at} would be right in {percent(rule.right)} of "
        "these triads"
    )
    if judges is None:
        return f"{said}; guessing gives 33\u00a0%."
    return f"{said}; your judges were right in {percent(judges)}."


def beside_judges(found: Companions, judges: float | None, *, is_complete: bool) -> list[str]:
    """Set the strongest rules beside the judges: in a sentence, the next ones, what they leave.

    What they leave is said once all answers are in: of two answers one is right by guessing.
    `judges` is None of too few answers: then the rules stand alone.
    """
    best = strongest(found)
    if not best:
        return []
    lines = [would_be_right(best[0], judges)]
    if others := [f"{rule.looks_at} {percent(rule.right)}" for rule in best[1:NEXT]]:
        lines.append(f"By other rules: {'; '.join(others)}.")
    if is_complete and judges is not None and judges > best[0].right:
        lines.append(NOT_BY_ONE_RULE)
    return lines


def verdict(found: Companions, judges: float | None = None) -> str:
    """Return the first sentence of the page."""
    if not found.rules:
        return found.why_no_rules or "There are no triads yet."
    best = strongest(found)
    if not best:
        return (
            "No judge who looks at one thing only would be right noticeably more often than by "
            "guessing."
        )
    return would_be_right(best[0], judges)


def warning(study: Study, rule: Rule) -> str:
    """Say what it means that a rule's pd is above the plan's."""
    return (
        f"That is as if {percent(rule.pd)} of judges perceived a difference, more than the "
        f"{percent(study.pd)} of your plan: a verdict “different” may then rest on that rule alone."
    )


def advice(rule: Rule) -> str:
    """Say what to do about a rule before opening."""
    return ADVICE.get(rule.rule, OTHER_ADVICE)


def of_content(study: Study, pool: Pool | None, *, listed: bool = False) -> str:
    """Warn where the texts of one subject fit their context much less often.

    Before opening it says what to do about texts that are `listed`.
    """
    if pool is None or pool.difference is None or abs(pool.difference) < content.APART:
        return ""
    a, b = (study.subject_a, pool.share_a), (study.subject_b, pool.share_b)
    (less, low), (more, high) = (a, b) if pool.difference < 0 else (b, a)
    said = (
        f"Texts of {less} fit their context in {percent(low or 0)} of cases, those of {more} in "
        f"{percent(high or 0)}: judges may find the odd text by what it says, not by how."
    )
    return f"{said} {AGAINST_MISFITS}" if study.is_draft and listed else said


def of_openings(study: Study, found: frames.Frames | None) -> list[str]:
    """Name how the texts of a subject begin, where most begin alike and the other's do not."""
    if found is None:
        return []
    sides = ((study.subject_a, found.a), (study.subject_b, found.b))
    lines = []
    for (name, side), (other, beside) in (sides, sides[::-1]):
        opening, number = side.frequent_openings[0] if side.frequent_openings else ("", 0)
        if number > side.texts / 2 and beside.openings > MORE_WAYS * side.openings:
            lines.append(
                f"{number} of {side.texts} texts of {name} begin “{opening} …”; those of {other} "
                f"begin in {beside.openings} ways."
            )
    return lines


def of_answers(rule: Rule, answers: Mapping[int, tuple[int, int]]) -> str:
    """Say how often the judges were right where a rule is, and where it is not; no test is made.

    Empty where they have answered no triad of one of them.
    """
    counts = [_counts_where(rule, answers, code) for code in "10"]
    if not all(counted for _right, counted in counts):
        return ""
    where_right, where_wrong = (right / counted for right, counted in counts)
    said = (
        f"Where this rule is right, your judges were right in {percent(where_right)} of "
        f"{counts[0][1]:,} answers; where it is wrong, in {percent(where_wrong)} of "
        f"{counts[1][1]:,}."
    )
    if others := sum(answered for _right, answered in answers.values()) - sum(
        counted for _right, counted in counts
    ):
        said = f"{said} Of {others:,} it says nothing: several texts are as odd."
    if where_right - where_wrong >= WENT_BY_IT:
        return f"{said} So some may have gone by it, or by something that goes with it."
    return f"{said} So they hardly went by this rule alone."


def of_frames(study: Study, found: frames.Frames | None) -> list[str]:
    """Warn where one subject repeats itself much more, or leaves slots unsaid."""
    return [] if found is None else [*_repeats(study, found), *_unsaid(study, found)]


def _repeats(study: Study, found: frames.Frames) -> Iterator[str]:
    apart = found.repeats_apart
    if apart is None or abs(apart) <= frames.REPEATS_APART:
        return
    a, b = (study.subject_a, found.a.repeat or 0), (study.subject_b, found.b.repeat or 0)
    (more, repeat), (less, seldom) = (a, b) if apart > 0 else (b, a)
    said = (
        f"Two texts of {more} share their sentence pattern in {percent(repeat)} of cases, two of "
        f"{less} in {percent(seldom)}: a judge who answers several triads may learn it."
    )
    yield f"{said} {AGAINST_REPEATS}" if study.is_draft else said


def _unsaid(study: Study, found: frames.Frames) -> Iterator[str]:
    """Say in one sentence for each subject what its texts mention less often than the other's."""
    for side, name in enumerate((study.subject_a, study.subject_b)):
        seldom = [
            f"{one.slot} (said in {' against '.join(_mentioned(one)[:: -1 if side else 1])})"
            for one in sorted(found.mentions, key=lambda one: -abs(one.difference or 0))
            if one.difference is not None
            and (one.difference if side else -one.difference) >= frames.MENTIONS_APART
        ]
        if seldom:
            other = study.subject_a if side else study.subject_b
            said = f"Texts of {name} leave out more than those of {other}: {', '.join(seldom)}."
            yield f"{said} {AGAINST_UNSAID}" if study.is_draft else said


def _mentioned(one: frames.Mention) -> list[str]:
    return [f"{one.mentioned_a} of {one.contexts_a}", f"{one.mentioned_b} of {one.contexts_b}"]


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule as the table shows it; judges' shares are empty where they may not be read."""

    looks_at: str
    right: float
    share: str
    pd: str
    where_right: str = ""
    where_wrong: str = ""


def rows(found: Sequence[Rule], answers: Mapping[int, tuple[int, int]] | None) -> list[RuleRow]:
    """Return the rules, the best first, beside the answers by number of triad (right, all)."""
    in_order = strongest_first(found, lambda rule: Strength(rule.right))
    return [
        RuleRow(
            rule.looks_at,
            rule.right,
            percent(rule.right),
            number_format.minus(percent(rule.pd)),
            *(() if answers is None else (_where(rule, answers, own) for own in ("1", "0"))),
        )
        for rule in in_order
    ]


def _where(rule: Rule, answers: Mapping[int, tuple[int, int]], code: str) -> str:
    """Return the judges' share right in the triads in which the rule is right (1) or wrong (0)."""
    right, counted = _counts_where(rule, answers, code)
    return f"{percent(right / counted)} of {counted:,}" if counted else "–"


def _counts_where(rule: Rule, answers: Mapping[int, tuple[int, int]], code: str) -> tuple[int, int]:
    """Return right and all answers to the triads in which the rule is right (1) or wrong (0)."""
    there = [
        answers[number]
        for number, one in enumerate(rule.by_triad, 1)
        if one == code and number in answers
    ]
    return sum(right for right, _ in there), sum(counted for _, counted in there)


@dataclass(frozen=True, slots=True)
class PoolRow:
    """How many texts of each subject match in a pool, and the test beside it."""

    title: str
    a: str
    b: str
    auc: str
    only: str
    p: str


def pool_rows(found: Companions) -> list[PoolRow]:
    """Return the rows of content match: by context, by the other subject's texts."""
    pools = (("their context", found.contexts), ("the other's texts", found.others))
    return [_pool_row(title, pool) for title, pool in pools if pool]


def _pool_row(title: str, pool: Pool) -> PoolRow:
    return PoolRow(
        title,
        f"{percent(pool.share_a or 0)} of {pool.texts_a:,}",
        f"{percent(pool.share_b or 0)} of {pool.texts_b:,}",
        f"{pool.auc_a or 0:.2f}, {pool.auc_b or 0:.2f}",
        f"{pool.only_a}, {pool.only_b} of {pool.items:,}",
        "–" if pool.p_value is None else number_format.p_cell(pool.p_value),
    )


def pattern_rows(
    study: Study, found: frames.Frames | None
) -> list[tuple[str, frames.Patterns, str]]:
    """Return name, patterns and repeat of each subject."""
    if found is None:
        return []
    return [
        (name, side, "–" if side.repeat is None else f"{100 * side.repeat:.1f}\u00a0%")
        for name, side in ((study.subject_a, found.a), (study.subject_b, found.b))
    ]
