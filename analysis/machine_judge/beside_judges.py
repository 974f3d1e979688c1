"""The machine judge beside people: do judges find the odd text where the program would?"""

import math
from collections import defaultdict
from collections.abc import Sequence

from analysis import number_format
from analysis.charts.scale import round_step
from analysis.charts.scatter import Across, Place, scatter_chart
from analysis.charts.table import DataTable
from analysis.machine_judge.text_by_text import JudgedText, signed
from analysis.sql import fetch_all
from analysis.stats.association import RankCorrelation, rank_correlation
from studies.models import Sample, Study
from studies.models.judging.trial import COUNTED_ANSWER_SQL

# With more answers they are counted only on request.
MANY_ANSWERS = 50_000
PERMUTATIONS = 999
# Scores are drawn to a hundredth; of the texts at one place so many are named.
DECIMALS, NAMED, NAME = 2, 3, 60

# Answers and right ones by the text that was the odd one, of answers that count.
ODD_TEXTS = f"""
    SELECT CASE t.odd_position WHEN 1 THEN t.first_id WHEN 2 THEN t.second_id ELSE t.third_id END,
        count(*), count(*) FILTER (WHERE a.correct)
    FROM studies_triad t JOIN studies_answer a ON a.number = t.number AND {COUNTED_ANSWER_SQL}
    WHERE t.study_id = %(study)s AND t.kind = 'main' AND t.mode = 'live' GROUP BY 1
"""  # noqa: S608 - constants

# A text that was the odd one: how often, and how often it was found.
OddText = tuple[JudgedText, int, int]


def odd_texts(study: Study, texts: Sequence[JudgedText]) -> list[OddText]:
    """Return the texts that were the odd one in answers that count."""
    counts = {key: rest for key, *rest in fetch_all(ODD_TEXTS, {"study": study.pk})}
    return [(text, *counts[text.key]) for text in texts if text.key in counts]


def correlation(study: Study, odd: Sequence[OddText], *, tested: bool) -> RankCorrelation:
    """Return how scores go with shares right within subjects; p only where it may be seen."""
    return rank_correlation(
        [text.score for text, _, _ in odd],
        [right / times for _, times, right in odd],
        groups=[text.subject for text, _, _ in odd],
        permutations=PERMUTATIONS if tested else 0,
        seed=study.code.int % 2**63,
    )


def in_words(found: RankCorrelation) -> str:
    """Return the correlation as a sentence."""
    if found.rho is None:
        return (
            f"Too few texts have been the odd one so far, or they do not differ ({found.n:,}): "
            "nothing can be said of how scores and right answers go together."
        )
    rho = number_format.decimal(found.rho)
    if found.p_value is None:
        rest = "p comes only with the verdict of a fixed number"
    else:
        rest = f"{number_format.p_text(found.p_value)} by {found.permutations} permutations"
    return (
        f"Over {found.n:,} texts, the program's scores and the judges' shares right have the rank "
        f"correlation {rho} (Spearman, within each subject; {rest})."
    )


def scatter(study: Study, odd: Sequence[OddText]) -> DataTable | None:
    """Return the chart of scores against shares right; None where no text was the odd one."""
    if not odd:
        return None
    places, named = _places(odd), _names(study, odd)
    names = study.subjects
    chart = scatter_chart(
        [
            Place(f"of-{letter.lower()}", times, right, len(keys), title, at=score)
            for (score, letter, times, right), keys in places
            for title in [f"{names[letter]}, {right} of {times} right: {_listed(keys, named)}"]
        ],
        whole=sum(right for _, _, right in odd) / sum(times for _, times, _ in odd),
        x_title="score: above 0, taken for its own subject's",
        y_title="judges right",
        numbers=_across([text.score for text, _, _ in odd]),
    )
    return DataTable(
        name="beside",
        title="The program's score, and how often judges found the text",
        heads=("subject", "score", "odd one", "right", "share", "texts", "which"),
        rows=tuple(
            (
                names[letter],
                signed(score),
                str(times),
                str(right),
                number_format.estimate(right / times),
                str(len(keys)),
                _listed(keys, named),
            )
            for (score, letter, times, right), keys in places
        ),
        chart=chart,
        legend=_legend(study),
    )


_Key = tuple[float, str, int, int]


def _places(odd: Sequence[OddText]) -> list[tuple[_Key, list[int]]]:
    """Return what stands where, with the keys of the texts, by score."""
    found: dict[_Key, list[int]] = defaultdict(list)
    for text, times, right in odd:
        found[round(text.score, DECIMALS), text.subject, times, right].append(text.key)
    return sorted(found.items())


def _names(study: Study, odd: Sequence[OddText]) -> dict[int, str]:
    keys = [text.key for text, _, _ in odd]
    samples = Sample.objects.filter(study=study, pk__in=keys).defer("context")
    return {sample.pk: sample.in_words[:NAME] for sample in samples}


def _listed(keys: Sequence[int], named: dict[int, str]) -> str:
    names = "; ".join(f"“{named.get(key, '')}”" for key in keys[:NAMED])
    more = len(keys) - NAMED
    return f"{names} and {more} more" if more > 0 else names


def _across(scores: Sequence[float]) -> Across:
    """Return an axis that has 0 in its middle."""
    most = max(max(abs(score) for score in scores), 0.1)
    step = round_step(most / 3)
    last = math.ceil(most / step - 1e-9)
    return Across((-last * step, last * step), [n * step for n in range(-last, last + 1)], _tick)


def _tick(value: float) -> str:
    return number_format.minus(f"{value:g}")


def _legend(study: Study) -> tuple[tuple[str, str], ...]:
    """Return the keys of what is drawn; in a directed triad the odd one is always of B."""
    keys = [("of-b", study.subject_b), ("chance", "guessing"), ("limit", "these texts together")]
    if not study.is_directed:
        keys.insert(0, ("of-a", study.subject_a))
    return tuple(keys)
