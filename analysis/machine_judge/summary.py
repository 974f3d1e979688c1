"""What the machine judge found, in plain words."""

from analysis import number_format
from analysis.machine_judge.job import MOST_TEXTS, MachineJudgeResult
from analysis.stats.surface import MachineJudge, Why
from studies.kinds import kind_of
from studies.kinds.pair import Pair

LEVEL = 0.05
# From here on the surface alone answers half of what guessing leaves open.
PLAINLY = 0.75


def is_warning(found: MachineJudge) -> bool:
    """Return whether the program tells the texts apart better than by chance."""
    return found.p_value is not None and found.p_value <= LEVEL


def verdict(pair: Pair, found: MachineJudge) -> str:
    """Return in one sentence whether the surface tells the subjects apart."""
    if found.accuracy is None:
        return _without_accuracy(pair, found)
    told = (
        f"A plain program that counts letters tells {pair.name_a} from {pair.name_b} in "
        f"{whole_percent(found.accuracy)} of cases"
    )
    if found.p_value is None:
        return f"{told}. Whether that is more than chance cannot be said for these texts."
    p = number_format.p_text(found.p_value, level=LEVEL)
    if not is_warning(found):
        return f"{told} ({p}): no more than chance may give."
    given_away = "the texts" if found.accuracy >= PLAINLY else "some of the texts"
    return f"{told} ({p}): the surface gives {given_away} away."


def _without_accuracy(pair: Pair, found: MachineJudge) -> str:
    if found.one_sided_right is None:
        return "The machine judge cannot say anything about these texts."
    return (
        f"A plain program that counts letters tells {pair.name_a} from {pair.name_b} in "
        f"{whole_percent(found.one_sided_right)} of cases, but topics may tell: no item has texts "
        "of both."
    )


def topics(pair: Pair, found: MachineJudge) -> str:
    """Say what the program did with texts about items of one subject only, beside those of both."""
    if found.one_sided_right is None or found.accuracy is None:
        return ""
    author = kind_of(pair.study).author
    if found.one_sided_texts == 1:
        return (
            f"1 text is about an item of one {author} only and not counted: there topics may tell."
        )
    return (
        f"{found.one_sided_texts:,} texts are about items of one {author} only and not counted: "
        f"{whole_percent(found.one_sided_right)} of them are told right, but there topics may tell."
    )


def passing(pair: Pair, found: MachineJudge) -> list[str]:
    """Say how many of each subject's texts are taken for the other's."""
    return [
        f"{whole_percent(1 - right)} of {own} texts pass for {other}."
        for own, other, right in (
            (pair.name_a, pair.name_b, found.right_a),
            (pair.name_b, pair.name_a, found.right_b),
        )
        if right is not None
    ]


def whole_percent(share: float) -> str:
    """Return `83 %`: finer would promise too much."""
    return f"{100 * share:.0f}\u00a0%"


def advice(pair: Pair, found: MachineJudge) -> str:
    """Return what follows for the study."""
    if found.why_none:
        return WHY_NONE[found.why_none].format(author=kind_of(pair.study).author)
    if is_warning(found):
        return f"{_by_signs(pair)} See below what the program went by.{_remove(pair)}"
    return (
        "That does not show that nothing gives the texts away: people see what such a program "
        "does not."
    )


def _by_signs(pair: Pair) -> str:
    """Return what such signs mean for the answers of the study."""
    if kind_of(pair.study).tells_apart:
        return "Judges may go by such signs too; then the study answers whether people notice them."
    return "Judges may notice such signs too, and rate them along with what is asked."


def _remove(pair: Pair) -> str:
    """Return what to do about the texts of a draft; those of an opened study stay as they are."""
    study = pair.study
    if not study.is_draft:
        return ""
    kind = kind_of(study)
    return (
        " Remove the difference if it is an accident (a phrase that every text ends with, a sign, "
        f"an upload's format), or leave such {'texts' if kind.tells_apart else 'items'} out. What "
        f"belongs to the {kind.author}s' way of writing can stay."
    )


WHY_NONE = {
    Why.TOO_FEW_ITEMS: (
        "It needs texts about five items at least: it judges each text by what it has learned from "
        "texts about others."
    ),
    Why.ONE_SUBJECT: (
        "It needs texts of both {author}s about several items, so that it can learn from both."
    ),
    Why.NO_ITEM_WITH_BOTH: (
        "The program may have found what the texts are about rather than who wrote them, and so "
        "may judges. Only texts of both {author}s about the same items would tell the two apart."
    ),
    Why.TOO_FEW_ARRANGEMENTS: (
        "Too few items have texts of both {author}s: A and B can be exchanged in fewer than 40 "
        "ways, and no accuracy could be rare among them."
    ),
}


def size(result: MachineJudgeResult) -> str:
    """Return how many texts the program has seen."""
    found = result.found
    seen = (
        f"It has seen {found.texts_a + found.texts_b:,} texts about {found.items:,} items, "
        f"{found.items_with_both:,} of them by both."
    )
    if not result.is_part:
        return seen
    return (
        f"{seen} Of {result.of:,} texts, whole items were drawn at random, {MOST_TEXTS:,} texts at "
        "most."
    )
