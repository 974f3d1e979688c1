"""What the answers of a verdict say of other texts, computed once, when it is given.

All functions read; the caller holds one snapshot over them (REPEATABLE READ).
"""

import numpy as np
import numpy.typing as npt

from analysis.recomputation.exact_tests import NoLimits, OverTexts, TextLimits
from analysis.sql import fetch_all
from analysis.stats import limits_over_texts
from analysis.stats.crossed import LEAST_ITEMS
from studies.models import Study
from studies.models.judging.trial import COUNTED_SQL

Codes = npt.NDArray[np.int64]

# Of more answers reading alone takes over a second.
MOST_ANSWERS = 200_000
# One row a counted answer: right, the judge, and for each text twice the number of its item, and
# one more where it is by B. The numbers are those of this statement alone.
ANSWERS = f"""
    WITH texts AS (
        SELECT id, 2 * dense_rank() OVER (ORDER BY item COLLATE "C") + (subject = 'B')::int AS code
        FROM studies_sample WHERE study_id = %(study)s AND kind = 'main'
    )
    SELECT a.correct::int, x.judge_id, one.code, two.code, three.code
    FROM studies_answer a
    JOIN studies_trial x ON x.id = a.trial_id
    JOIN studies_triad t ON t.id = x.triad_id
    JOIN texts one ON one.id = t.first_id
    JOIN texts two ON two.id = t.second_id
    JOIN texts three ON three.id = t.third_id
    WHERE x.study_id = %(study)s AND {COUNTED_SQL}
"""  # noqa: S608 - a constant


def over_texts(study: Study, *, counted: int) -> OverTexts:
    """Return the limits over other texts of the study's counted answers, or why there are none.

    A sequential plan has none: it ends where its answers cross a line, so that their mean is not
    that of a number fixed beforehand, and the t test of it does not hold.
    """
    confounded = not study.samples.main().share_an_item()
    if study.method == Study.Method.SEQUENTIAL:
        return OverTexts(confounded, none_because=NoLimits.SEQUENTIAL)
    if counted > MOST_ANSWERS:
        return OverTexts(confounded, none_because=NoLimits.TOO_MANY)
    rows: Codes = np.array(fetch_all(ANSWERS, {"study": study.pk}), dtype=np.int64)
    texts = rows[:, 2:]
    items_a, items_b = (len(np.unique(texts[texts % 2 == subject])) for subject in (0, 1))
    limits, because = None, NoLimits.FEW_ITEMS
    if min(items_a, items_b) >= LEAST_ITEMS:
        limits, because = _limits(study, rows), NoLimits.NOT_ESTIMABLE
    return OverTexts(
        confounded=confounded,
        items=len(np.unique(texts // 2)),
        items_a=items_a,
        items_b=items_b,
        limits=limits,
        none_because=because if limits is None else None,
    )


def _limits(study: Study, rows: Codes) -> TextLimits | None:
    found = limits_over_texts(
        rows[:, 0] == 1,
        rows[:, 2:] // 2,
        judges=rows[:, 1],
        alpha=study.alpha,
        beta=study.beta,
        pd=study.pd if study.goal == Study.Goal.SIMILARITY else None,
    )
    return None if found is None else TextLimits.of(found)
