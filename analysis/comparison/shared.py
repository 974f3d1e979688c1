"""What several studies share: texts, items and judges, and what that does to their comparison."""

from collections.abc import Iterable
from dataclasses import dataclass

from analysis.sql import fetch_all
from analysis.verdict_text.conduct import number_of
from studies.models import Study
from studies.models.judging.trial import COUNTED_SQL


@dataclass(frozen=True, slots=True)
class Shared:
    """How many different texts the studies have, and what of them is in more than one.

    `items` are told by their names, `judges` with counted answers by the panel's id, a personal
    link's addressee, or the browser.
    """

    texts: int = 0
    same_texts: int = 0
    items: int = 0
    judges: int = 0

    @property
    def sentences(self) -> tuple[str, ...]:
        """Say what is shared, and what follows."""
        return (self._of_texts, self._of_judges)

    @property
    def _of_texts(self) -> str:
        if not self.same_texts:
            items = f", but {number_of(self.items, 'item')} of the same name" if self.items else ""
            return (
                f"Same texts: none is in more than one of these studies{items}. A difference "
                "between studies may be one between their texts."
            )
        are_all = self.same_texts == self.texts
        number = f"all {self.texts}" if are_all else f"{self.same_texts} of {self.texts}"
        asked = " or of what was asked"
        if not are_all:
            asked = ", of what was asked, or between the texts that are not shared"
        return (
            f"Same texts: {number} different texts are in more than one of these studies. A "
            f"difference between studies is then one of people{asked}. Nothing "
            f"is said of other texts: the comparison rests on {self.texts}, in however many "
            "studies they were read."
        )

    @property
    def _of_judges(self) -> str:
        known = "known by the panel's id, a personal link or the browser"
        if not self.judges:
            return f"Same judges: none are known ({known}); others may be."
        return (
            f"Same judges: at least {number_of(self.judges, 'judge')} took part in more than one "
            f"of these studies ({known}). People who notice much in one notice much in the other, "
            "so that their answers are not independent: a common value has limits that are too "
            "narrow, and a difference is found too rarely. Read each study by itself. To compare "
            "studies by the tests, give the next one other judges: on its tab People, Exclude "
            "people by their ids takes those of earlier studies."
        )


def shared_by(studies: Iterable[Study]) -> Shared:
    """Return what studies share, by one query."""
    keys = [study.pk for study in studies]
    [numbers] = fetch_all(_SHARED, {"studies": keys}) if keys else [()]
    return Shared(*numbers)


_SHARED = f"""
    WITH texts AS (
        SELECT count(DISTINCT study_id) AS studies FROM studies_sample
        WHERE study_id = ANY(%(studies)s) AND kind = 'main' AND NOT left_out GROUP BY content_hash
    ), items AS (
        SELECT count(DISTINCT study_id) AS studies FROM studies_sample
        WHERE study_id = ANY(%(studies)s) AND kind = 'main' AND NOT left_out GROUP BY item
    ), judges AS MATERIALIZED (
        SELECT j.study_id, j.browser_key,
            CASE WHEN j.external_id <> '' THEN concat_ws(' ', 'id', j.source, j.external_id)
                WHEN l.personal AND l.addressee <> '' THEN concat_ws(' ', 'to', lower(l.addressee))
            END AS person
        FROM studies_judge j JOIN studies_recruitmentlink l ON l.id = j.link_id
        WHERE j.study_id = ANY(%(studies)s) AND j.withdrawn_at IS NULL
            AND EXISTS (SELECT FROM studies_trial x WHERE x.judge_id = j.id AND {COUNTED_SQL})
    ), people AS MATERIALIZED (
        SELECT person FROM judges GROUP BY person
        HAVING person IS NOT NULL AND count(DISTINCT study_id) > 1
    ), browsers AS (
        SELECT 1 FROM judges WHERE browser_key <> ''
            AND (person IS NULL OR person NOT IN (SELECT person FROM people))
        GROUP BY browser_key HAVING count(DISTINCT study_id) > 1
    )
    SELECT (SELECT count(*) FROM texts), (SELECT count(*) FROM texts WHERE studies > 1),
        (SELECT count(*) FROM items WHERE studies > 1),
        (SELECT count(*) FROM people) + (SELECT count(*) FROM browsers)
"""  # noqa: S608 - of constants
