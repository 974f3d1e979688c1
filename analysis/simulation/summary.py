"""What came of a simulation, in words and tables."""

from collections import Counter

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.simulation.charts import Risk, histogram, risk_chart
from analysis.simulation.job import SimulationResult
from analysis.simulation.monte_carlo import SimulatedShare


def alpha_of(result: SimulationResult) -> SimulatedShare:
    """Return how often a difference is claimed that is not there."""
    return result.nobody.difference


def beta_of(result: SimulationResult) -> SimulatedShare:
    """Return how often a difference is missed that the plan must not miss.

    A fixed-number difference test misses it by showing nothing; every other plan by claiming
    similarity.
    """
    found, similarity = result.some.difference, result.some.similarity
    if similarity is not None and result.misses_by_similarity:
        return similarity
    exact = None if found.exact is None else 1 - found.exact
    return SimulatedShare(found.of - found.count, found.of, exact)


def beta_nominal(result: SimulationResult) -> float | None:
    """Return what the plan promises of beta; None at another pd than its own."""
    return result.rule.beta if result.some.true_pd == result.rule.pd else None


def headline(result: SimulationResult) -> list[str]:
    """Return a sentence for each of the two risks."""
    alpha, beta = alpha_of(result), beta_of(result)
    missed = "claimed similarity" if result.misses_by_similarity else "did not show it"
    return [
        f"Of {result.studies:,} rehearsed studies in which no one perceives a difference, "
        f"{alpha.count:,} ({number_format.estimate(alpha.value)}) claimed one; the plan allows "
        f"{number_format.percent(result.rule.alpha)}.",
        f"Of {result.studies:,} in which {number_format.percent(result.some.true_pd)} of people "
        f"perceive one, {beta.count:,} ({number_format.estimate(beta.value)}) {missed}.",
    ]


def warnings(result: SimulationResult) -> list[str]:
    """Return where more is risked than the plan says, beyond chance in the simulation."""
    found = []
    plan = result.rule
    if alpha_of(result).limits[0] > plan.alpha:
        found.append(
            "A difference that is not there is claimed more often than alpha "
            f"{number_format.level(plan.alpha)} allows."
        )
    nominal = beta_nominal(result)
    if nominal is not None and beta_of(result).limits[0] > nominal:
        found.append(
            f"With judges like these, a difference that {number_format.percent(plan.pd)} "
            "of people perceive is missed more often than beta "
            f"{number_format.level(nominal)} allows. More evaluations help; so does keeping "
            "judges who do not look at the texts away."
        )
    return found


def judges(result: SimulationResult) -> list[str]:
    """Return how many judges to invite, and how orders and lengths came out."""
    cases = (result.nobody, result.some)
    case = max(cases, key=lambda case: case.judges.high)
    found = [
        f"Invite for {case.judges.high:,} judges: in 95 % of the studies no more began; in half of "
        f"them no more than {case.judges.middle:,}, with {case.leavers.middle:,} who left.",
        balance(result),
    ]
    if result.rule.is_sequential:
        found.append(_lengths(result))
    if shares := [case.one_place for case in cases if case.one_place]:
        right = sum(share.count for share in shares) / sum(share.of for share in shares)
        found.append(
            f"Judges who always take one place were right in {number_format.estimate(right)} "
            "of their answers."
        )
    return found


def balance(result: SimulationResult) -> str:
    """Return how even the orders were in the end."""
    worst = max(_of_both(result, "imbalance"))
    if worst == 0:
        return "Each order was answered equally often when the study ended."
    answers = "1 answer" if worst == 1 else f"{worst} answers"
    return (
        f"When the study ended, the most frequent order had at most {answers} more than the rarest."
    )


def _lengths(result: SimulationResult) -> str:
    nobody, some = result.nobody, result.some
    return (
        f"The study took {nobody.mean_answers:,.0f} answers on average if no one perceives a "
        f"difference and {some.mean_answers:,.0f} if {number_format.percent(some.true_pd)} of "
        "people do; in 95 % of the studies at most "
        f"{max(nobody.answers.high, some.answers.high):,}."
    )


def tables(result: SimulationResult) -> list[DataTable]:
    """Return the tables of the page, each with its chart."""
    found = [_risk_table(result), _balance_table(result)]
    return [*found, _length_table(result)] if result.rule.is_sequential else found


def _risk_table(result: SimulationResult) -> DataTable:
    pd = number_format.percent(result.some.true_pd)
    risks: tuple[Risk, ...] = (
        (
            "alpha: a difference is claimed, and no one perceives one",
            alpha_of(result),
            result.rule.alpha,
        ),
        (
            f"beta: what {pd} of people perceive is missed",
            beta_of(result),
            beta_nominal(result),
        ),
    )
    return DataTable(
        "risks",
        "Risks in the rehearsed studies, with two-sided 95 % limits",
        ("risk", "rehearsed", "95 % limits", "plan", "exact"),
        tuple(_risk_row(*risk) for risk in risks),
        chart=risk_chart(risks),
        legend=(
            ("spread", "rehearsed"),
            ("limit", "the plan's risk"),
            ("upper", "exact, if every answer is another judge's who looks at the texts"),
        ),
    )


def _risk_row(label: str, share: SimulatedShare, nominal: float | None) -> tuple[str, ...]:
    return (
        label,
        number_format.estimate(share.value),
        number_format.between(*share.limits),
        "–" if nominal is None else number_format.percent(nominal),
        "–" if share.exact is None else number_format.estimate(share.exact),
    )


def _balance_table(result: SimulationResult) -> DataTable:
    ended, on_the_way = (_of_both(result, name) for name in ("imbalance", "most_imbalance"))
    chart, _rows = histogram(on_the_way)
    return DataTable(
        "balance",
        "Balance on the way: by how many answers the orders differed at most",
        (
            "largest less smallest count",
            "studies in which it was the most on the way",
            "studies that ended so",
        ),
        tuple(
            (str(at), f"{on_the_way.get(at, 0):,}", f"{ended.get(at, 0):,}")
            for at in range(max(*ended, *on_the_way) + 1)
        ),
        chart=chart,
        legend=(("whole", "studies, by the largest count of an order less the smallest"),),
    )


def _length_table(result: SimulationResult) -> DataTable:
    chart, rows = histogram(_of_both(result, "lengths"))
    return DataTable(
        "answers",
        "Answers until the sequential plan stopped, studies of both kinds together",
        ("answers", "studies"),
        tuple((label, f"{number:,}") for label, number in rows),
        chart=chart,
        legend=(("whole", "studies, by their number of answers"),),
    )


def _of_both(result: SimulationResult, name: str) -> dict[int, int]:
    """Return the counts of both cases together, by number."""
    total: Counter[int] = Counter()
    for case in (result.nobody, result.some):
        total.update(getattr(case, name))
    return dict(sorted(total.items()))
