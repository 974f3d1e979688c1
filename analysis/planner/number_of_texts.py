"""How many texts a plan should have: how often each is read, and how far the verdict reaches."""

from dataclasses import dataclass

from analysis.planner.summary import unbroken
from analysis.stats import answers_over_texts, design_effect
from studies.design.text_use import HARDLY_BEYOND, LEAST_TEXTS, about, times_read

# Shown beside the number that was asked for.
NUMBERS = (2, 5, LEAST_TEXTS, 24, 48)


@dataclass(frozen=True, slots=True)
class TextsPlan:
    """What n answers about so many texts a subject say of other texts like these.

    `times_read`: how often each text is read. `effect`: the design effect. `worth`: as many
    independent answers say as much. `needed`: so many would be worth n; None where none are.
    """

    texts: int
    n: int
    correlation: float
    times_read: float
    effect: float
    needed: int | None

    @property
    def worth(self) -> float:
        return self.n / self.effect


def texts_plan(n: int, *, texts: int, correlation: float) -> TextsPlan:
    """Return what n answers about so many texts of each subject come to."""
    return TextsPlan(
        texts=texts,
        n=n,
        correlation=correlation,
        times_read=times_read({"A": texts}, n, "triangle")["A"],
        effect=design_effect(n, texts=texts, correlation=correlation),
        needed=answers_over_texts(n, texts=texts, correlation=correlation),
    )


def texts_plans(n: int, *, texts: int | None, correlation: float) -> list[TextsPlan]:
    """Return plans with several numbers of texts, the one that was asked for among them."""
    numbers = sorted({*NUMBERS, *([texts] if texts else [])})
    return [texts_plan(n, texts=number, correlation=correlation) for number in numbers]


def sentences(plan: TextsPlan) -> list[str]:
    """Return what so many texts come to."""
    return [
        (
            f"With {_texts(plan.texts)} a subject each text will be read "
            f"{about(plan.times_read)}. The verdict is for these texts."
        ),
        _beyond(plan),
    ]


def _beyond(plan: TextsPlan) -> str:
    if plan.effect == 1:
        return f"About other texts like these, {plan.n:,} answers say as much as of these."
    worth = (
        f"About other texts like these, {plan.n:,} answers say what {plan.worth:,.0f} independent "
        f"ones would (design effect {plan.effect:.2f})"
    )
    if plan.needed is None:
        most = plan.texts / plan.correlation
        return (
            f"{worth}. No number of judges makes up for this: {_texts(plan.texts)} a subject never "
            f"say more than {most:,.0f} independent answers would."
        )
    return f"{worth}; to be worth {plan.n:,} it would take {plan.needed:,}."


def warnings(plan: TextsPlan) -> list[str]:
    """Return what to think of before so few texts are used."""
    return [HARDLY_BEYOND] if plan.texts < LEAST_TEXTS else []


def rows(plans: list[TextsPlan]) -> list[tuple[str, ...]]:
    """Return the table: texts, how often each is read, design effect, worth, needed."""
    return [
        (
            f"{plan.texts:,}",
            unbroken(about(plan.times_read)),
            f"{plan.effect:.2f}",
            f"{plan.worth:,.0f}",
            "never" if plan.needed is None else f"{plan.needed:,}",
        )
        for plan in plans
    ]


def _texts(number: int) -> str:
    return "1 text" if number == 1 else f"{number:,} texts"
