"""What came of a rehearsal, in words."""

from collections import Counter

from analysis import number_format
from analysis.charts.scales import BARS_HEIGHT
from analysis.simulation.charts import Drawing, columns, risks
from analysis.simulation.job import Rehearsed
from analysis.simulation.monte_carlo import Case, Share


def alpha_of(one: Rehearsed) -> Share:
    """How often a difference is claimed that is not there."""
    return one.nobody.difference


def beta_of(one: Rehearsed) -> Share:
    """How often what the plan must not miss is missed.

    A fixed-number difference test misses it by showing nothing; every other plan by claiming
    similarity.
    """
    found, similarity = one.some.difference, one.some.similarity
    if similarity is not None and (one.plan["goal"] == "similarity" or one.rule.is_sequential):
        return similarity
    exact = None if found.exact is None else 1 - found.exact
    return Share(found.of - found.count, found.of, exact)


def beta_nominal(one: Rehearsed) -> float | None:
    """What the plan promises of it: for its own pd."""
    return one.rule.beta if one.some.true_pd == one.rule.pd else None


def headline(one: Rehearsed) -> list[str]:
    """The two risks."""
    alpha, beta = alpha_of(one), beta_of(one)
    words = {
        "of": f"{one.studies:,}",
        "false": f"{alpha.count:,}",
        "missed": f"{beta.count:,}",
        "false_share": number_format.estimate(alpha.value),
        "missed_share": number_format.estimate(beta.value),
        "alpha": number_format.percent(one.rule.alpha),
        "pd": number_format.percent(one.some.true_pd),
    }
    first = (
        "Of %(of)s rehearsed studies in which nobody perceives a difference, %(false)s "
        "(%(false_share)s) claimed one; the plan allows %(alpha)s."
    )
    if one.plan["goal"] == "similarity" or one.rule.is_sequential:
        second = (
            "Of %(of)s in which %(pd)s of people perceive one, %(missed)s (%(missed_share)s) "
            "claimed similarity."
        )
    else:
        second = (
            "Of %(of)s in which %(pd)s of people perceive one, %(missed)s (%(missed_share)s) did "
            "not show it."
        )
    return [first % words, second % words]


def warnings(one: Rehearsed) -> list[str]:
    """Where more is risked than the plan says, beyond what chance in the simulation explains."""
    found = []
    if alpha_of(one).limits[0] > one.rule.alpha:
        found.append(
            "A difference that is not there is claimed more often than alpha "
            f"{number_format.level(one.rule.alpha)} allows."
        )
    nominal = beta_nominal(one)
    if nominal is not None and beta_of(one).limits[0] > nominal:
        found.append(
            f"With judges like these, a difference that {number_format.percent(one.rule.pd)} "
            "of people perceive is missed more often than beta "
            f"{number_format.level(nominal)} allows. More evaluations help; so does keeping "
            "judges who do not look at the texts away."
        )
    return found


def judges(one: Rehearsed) -> list[str]:
    """How many must be invited, and what else is to be known of judges and orders."""
    case = max((one.nobody, one.some), key=lambda case: case.judges.high)
    words = {
        "middle": f"{case.judges.middle:,}",
        "high": f"{case.judges.high:,}",
        "left": f"{case.leavers.middle:,}",
    }
    found = [
        (
            "Invite for {high} judges: in 95 % of the studies no more began; in half of them no "
            "more than {middle}, with {left} who left."
        ).format(**words),
        balance(one),
    ]
    if one.rule.is_sequential:
        found.append(_lengths(one))
    if shares := [c.one_place for c in (one.nobody, one.some) if c.one_place]:
        right = sum(share.count for share in shares) / sum(share.of for share in shares)
        found.append(
            f"Judges who always take one place were right in {number_format.estimate(right)} "
            "of their answers."
        )
    return found


def balance(one: Rehearsed) -> str:
    """How even the orders were in the end."""
    worst = max(_both(one, "imbalance"))
    if worst == 0:
        return "Each of the six orders was answered equally often when the study ended."
    return (
        "When the study ended, the most frequent of the six orders had at most %(worst)d answer "
        "more than the rarest."
        if worst == 1
        else (
            "When the study ended, the most frequent of the six orders had at most %(worst)d "
            "answers more than the rarest."
        )
    ) % {"worst": worst}


def _lengths(one: Rehearsed) -> str:
    none, some = one.nobody, one.some
    return (
        "The study took {none} answers on average if nobody perceives a difference and {some} "
        "if {pd} of people do; in 95 % of the studies at most {high}."
    ).format(
        none=f"{none.mean_answers:,.0f}",
        some=f"{some.mean_answers:,.0f}",
        pd=number_format.percent(some.true_pd),
        high=f"{max(none.answers.high, some.answers.high):,}",
    )


def drawings(one: Rehearsed) -> dict[str, Drawing]:
    """All pictures by their names."""
    found = [_risks(one), _balance(one)]
    if one.rule.is_sequential:
        found.append(_answers(one))
    return {drawing.name: drawing for drawing in found}


def _risks(one: Rehearsed) -> Drawing:
    labels = {
        "alpha": "alpha: a difference is claimed, and nobody perceives one",
        (
            "beta"
        ): f"beta: what {number_format.percent(one.some.true_pd)} of people perceive is missed",
    }
    rows = (
        (labels["alpha"], alpha_of(one), one.rule.alpha),
        (labels["beta"], beta_of(one), beta_nominal(one)),
    )
    picture = risks(rows)
    return Drawing(
        name="risks",
        title="Risks in the rehearsed studies, with two-sided 95 % limits",
        picture=picture,
        height=picture.height,
        columns=("risk", "rehearsed", "95 % limits", "plan", "exact"),
        rows=tuple(
            (
                label,
                number_format.estimate(share.value),
                number_format.between(*share.limits),
                "–" if nominal is None else number_format.percent(nominal),
                "–" if share.exact is None else number_format.estimate(share.exact),
            )
            for label, share, nominal in rows
        ),
        legend=(
            ("spread", "rehearsed"),
            ("limit", "the plan's risk"),
            ("upper", "exact, if every answer is another judge's who looks at the texts"),
        ),
    )


def _balance(one: Rehearsed) -> Drawing:
    ended, on_the_way = (_both(one, name) for name in ("imbalance", "most_imbalance"))
    every = range(max(*ended, *on_the_way) + 1)
    picture, _rows = columns(
        {at: on_the_way.get(at, 0) for at in range(min(on_the_way), max(on_the_way) + 1)}
    )
    return Drawing(
        name="balance",
        title="Balance on the way: by how many answers the six orders differed at most",
        picture=picture,
        height=BARS_HEIGHT,
        columns=(
            "largest less smallest count",
            "studies in which it was the most on the way",
            "studies that ended so",
        ),
        rows=tuple(
            (str(at), f"{on_the_way.get(at, 0):,}", f"{ended.get(at, 0):,}") for at in every
        ),
    )


def _answers(one: Rehearsed) -> Drawing:
    picture, rows = columns(_both(one, "lengths"))
    return Drawing(
        name="answers",
        title="Answers until the sequential plan stopped, studies of both kinds together",
        picture=picture,
        height=BARS_HEIGHT,
        columns=("answers", "studies"),
        rows=tuple((label, f"{number:,}") for label, number in rows),
    )


def _both(one: Rehearsed, name: str) -> dict[int, int]:
    cases: tuple[Case, Case] = (one.nobody, one.some)
    total: Counter[int] = Counter()
    for case in cases:
        total.update(getattr(case, name))
    return dict(sorted(total.items()))
