"""What the machine judge found, in plain words."""

from analysis import number_format
from analysis.machine_judge.job import MOST_TEXTS, Asked
from analysis.stats.surface import MachineJudge, Why
from studies.models import Study

LEVEL = 0.05
# From here on the surface alone answers half of what guessing leaves open.
PLAINLY = 0.75


def is_warning(found: MachineJudge) -> bool:
    """The program tells the texts apart better than by chance."""
    return found.p_value is not None and found.p_value <= LEVEL


def verdict(study: Study, found: MachineJudge) -> str:
    """The one sentence."""
    words = {"a": study.subject_a, "b": study.subject_b} | _numbers(found)
    if found.accuracy is None:
        return "The machine judge cannot say anything about these texts."
    if found.p_value is None:
        return (
            "A plain program that counts letters tells {a} from {b} in {accuracy} of "
            "cases. Whether that is more than chance cannot be said for these texts."
        ).format(**words)
    if not is_warning(found):
        return (
            "A plain program that counts letters tells {a} from {b} in {accuracy} of "
            "cases ({p}): no more than chance may give."
        ).format(**words)
    if found.accuracy >= PLAINLY:
        return (
            "A plain program that counts letters tells {a} from {b} in {accuracy} of "
            "cases ({p}): the surface gives the texts away."
        ).format(**words)
    return (
        "A plain program that counts letters tells {a} from {b} in {accuracy} of cases "
        "({p}): the surface gives some of the texts away."
    ).format(**words)


def _numbers(found: MachineJudge) -> dict[str, str]:
    return {
        "accuracy": "" if found.accuracy is None else whole_percent(found.accuracy),
        "p": "" if found.p_value is None else number_format.p_text(found.p_value, level=LEVEL),
    }


def whole_percent(share: float) -> str:
    """83 %: finer would promise too much."""
    return f"{100 * share:.0f}\u00a0%"


def advice(found: MachineJudge) -> str:
    """What follows for the study."""
    if found.why_none:
        return WHY_NONE[found.why_none]
    if is_warning(found):
        return (
            "Judges may go by such signs too; then the study answers whether people notice them. "
            "See below what the program went by. Even it out where it is an accident (a phrase "
            "that every text ends with, a sign, an upload's format), or leave such texts out. What "
            "belongs to the subjects' way of writing can stay."
        )
    return (
        "That does not show that nothing gives the texts away: people see what such a program "
        "does not."
    )


WHY_NONE = {
    Why.TOO_FEW_ITEMS: (
        "It needs texts about five items at least: it judges each text by what it has learned from "
        "texts about others."
    ),
    Why.ONE_SUBJECT: (
        "It needs texts of both subjects about several items, so that it can learn from both."
    ),
    Why.NO_ITEM_WITH_BOTH: (
        "No item has texts of both subjects. So the program may have found what the texts are "
        "about rather than who wrote them; only texts of both subjects about the same items would "
        "tell the two apart."
    ),
    Why.TOO_FEW_ARRANGEMENTS: (
        "Too few items have texts of both subjects: A and B can be exchanged in fewer than 40 "
        "ways, and no accuracy could be rare among them."
    ),
}


def size(asked: Asked) -> str:
    """How much the program has seen."""
    found = asked.found
    words = {
        "texts": f"{found.texts_a + found.texts_b:,}",
        "items": f"{found.items:,}",
        "both": f"{found.items_with_both:,}",
        "of": f"{asked.of:,}",
        "most": f"{MOST_TEXTS:,}",
    }
    seen = "It has seen {texts} texts about {items} items, {both} of them by both.".format(**words)
    if not asked.is_part:
        return seen
    drawn = "Of {of} texts, whole items were drawn by lot, {most} texts at most.".format(**words)
    return f"{seen} {drawn}"
