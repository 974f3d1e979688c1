"""Triangle and directed triad side by side: the judges that each needs at one d-prime."""

from dataclasses import dataclass

from analysis import number_format
from analysis.planner.answers import rounded_up
from analysis.planner.question import MOST_PD, PlannerPlan
from analysis.planner.rules import EnoughJudges, judges_enough
from analysis.planner.summary import unbroken
from analysis.stats import d_prime_from_pc, pc_from_d_prime, pc_from_pd, pd_from_pc

PROTOCOLS = ("triangle", "directed")
NAMES = {"triangle": "undirected (triangle)", "directed": "directed (3-AFC)"}

WHEN = [
    (
        "Undirected (triangle): which text is by the other author? Use it where you do not "
        "know, or cannot say in words, what differs."
    ),
    (
        "Directed (3-AFC): two texts by A and one by B, and the question names what to look for, "
        "such as “Which one was written by a machine?” Use it only where what differs can be "
        "named before the study, in words that judges understand, and where B has more of it: "
        "judges then compare by that alone, and far fewer are needed. A judge who perceives a "
        "difference other than the one named is right no more often than by guessing."
    ),
]


@dataclass(frozen=True, slots=True)
class ProtocolNeed:
    """What a distance d-prime means in one protocol, and the judges that its plan needs."""

    protocol: str
    d_prime: float
    pc: float
    pd: float
    enough: EnoughJudges


def needs(d_prime: float, *, alpha: float, beta: float) -> list[ProtocolNeed]:
    """Return what either protocol needs at a d-prime."""
    return [_need(protocol, d_prime, alpha, beta) for protocol in PROTOCOLS]


def _need(protocol: str, d_prime: float, alpha: float, beta: float) -> ProtocolNeed:
    pc = pc_from_d_prime(d_prime, protocol=protocol)
    pd = pd_from_pc(pc)
    return ProtocolNeed(protocol, d_prime, pc, pd, judges_enough(alpha, beta, pd))


def d_prime_of(plan: PlannerPlan) -> float:
    """Return the d-prime that a plan's pd means in a triangle."""
    return d_prime_from_pc(pc_from_pd(plan.pd))


def planned_pd(need: ProtocolNeed) -> float:
    """Return the pd that a study of this protocol is planned with: rounded up, so that it holds."""
    return min(rounded_up(need.pd), MOST_PD)


def sentence(found: list[ProtocolNeed], plan: PlannerPlan) -> str:
    """Return both needs in a sentence."""
    triangle, directed = (_judges(need) for need in found)
    return (
        f"At a d-prime of {number_format.decimal(found[0].d_prime)}, alpha "
        f"{number_format.level(plan.alpha)} and beta {number_format.level(plan.beta)}, the "
        f"triangle needs {triangle}, the directed triad {directed}."
    )


def rows(found: list[ProtocolNeed]) -> list[tuple[str, ...]]:
    """Return the table: protocol, right answers, pd, judges."""
    return [
        (
            NAMES[need.protocol],
            unbroken(number_format.percent(round(need.pc, 3))),
            unbroken(number_format.percent(round(need.pd, 3))),
            "–" if need.enough.smallest is None else f"{need.enough.smallest:,}",
        )
        for need in found
    ]


def _judges(need: ProtocolNeed) -> str:
    number = need.enough.smallest
    if number is None:
        return "more than a million judges"
    return "1 judge" if number == 1 else f"{number:,} judges"
