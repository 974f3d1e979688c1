"""What judges did that could go round a plan, and whether those who count read at all.

These functions only read. The caller holds one snapshot over them (REPEATABLE READ).
"""

from analysis.recomputation.counts import Share
from analysis.sql import fetch_all
from studies.kinds import kind_of
from studies.models import Answer, Study
from studies.models.judging.trial import COUNTED_SQL

# Counted answers that were withdrawn before the verdict, at a time when results could be seen. Not
# those that never counted: stored after the end, of an excluded judge, or where another judge's
# answer to the triad stood already.
WITHDRAWN_IN_SIGHT = """
    SELECT count(*)
    FROM studies_judge j
    JOIN studies_study s ON s.id = j.study_id
    JOIN studies_trial x ON x.judge_id = j.id
    JOIN studies_answer a ON a.trial_id = x.id
    LEFT JOIN analysis_verdict v ON v.study_id = s.id
    WHERE j.study_id = %(study)s AND j.mode = 'live' AND x.kind = 'main'
      AND (NOT s.blind OR s.unsealed_at <= j.withdrawn_at)
      AND j.withdrawn_at < coalesce(v.given_at, 'infinity')
      AND a.answered_at < coalesce(s.closed_at, 'infinity')
      AND (s.primary_set = 'all' OR j.excluded_at IS NULL)
      AND NOT EXISTS (
          SELECT 1 FROM studies_trial other
          JOIN studies_judge o ON o.id = other.judge_id
          JOIN studies_answer earlier ON earlier.trial_id = other.id
          WHERE (other.triad_id = x.triad_id OR other.sheet_id = x.sheet_id)
            AND earlier.id < a.id
            AND a.answered_at < coalesce(o.withdrawn_at, 'infinity')
            AND (s.primary_set = 'all' OR a.answered_at < coalesce(o.excluded_at, 'infinity'))
      )
"""
# Attention triads or sheets of the judges with counted answers.
ATTENTION = f"""
    SELECT a.id FROM studies_trial seen JOIN studies_answer a ON a.trial_id = seen.id
    WHERE seen.study_id = %(study)s AND seen.kind = 'attention' AND seen.mode = 'live'
      AND seen.state = 'answered'
      AND EXISTS (SELECT 1 FROM studies_trial x WHERE x.judge_id = seen.judge_id AND {COUNTED_SQL})
"""  # noqa: S608 - a constant
# Live judges with a counted answer who had been a pilot judge before: by the id that their panel
# gives, by the key of their browser, or by the person for whom their link was made.
BACK_FROM_PILOT = f"""
    WITH live AS (
        SELECT j.id, j.source, j.external_id, j.browser_key, lower(l.addressee) AS person
        FROM studies_judge j JOIN studies_recruitmentlink l ON l.id = j.link_id
        WHERE j.study_id = %(study)s AND j.mode = 'live' AND j.withdrawn_at IS NULL
          AND EXISTS (SELECT 1 FROM studies_trial x WHERE x.judge_id = j.id AND {COUNTED_SQL})
    ), pilot AS (
        SELECT j.id, j.source, j.external_id, j.browser_key, lower(l.addressee) AS person
        FROM studies_judge j JOIN studies_recruitmentlink l ON l.id = j.link_id
        WHERE j.study_id = %(study)s AND j.mode = 'pilot' AND j.withdrawn_at IS NULL
    )
    SELECT count(*) FROM (
        SELECT live.id FROM live JOIN pilot USING (source, external_id)
        WHERE external_id <> '' AND pilot.id < live.id
        UNION
        SELECT live.id FROM live JOIN pilot USING (browser_key)
        WHERE browser_key <> '' AND pilot.id < live.id
        UNION
        SELECT live.id FROM live JOIN pilot USING (person)
        WHERE person <> '' AND pilot.id < live.id
    ) judges
"""  # noqa: S608 - a constant


def withdrawn_in_sight(study: Study) -> int:
    """Return how many counted answers were taken back in sight of results, before the verdict."""
    [(answers,)] = fetch_all(WITHDRAWN_IN_SIGHT, {"study": study.pk})
    return int(answers)


def attention(study: Study) -> Share:
    """Return the attention pages of the judges with counted answers, and those passed."""
    seen = [answer for (answer,) in fetch_all(ATTENTION, {"study": study.pk})]
    failed = kind_of(study).failed_attention(study, Answer.objects.filter(pk__in=seen)).count()
    return Share(len(seen), len(seen) - failed)


def back_from_pilot(study: Study) -> int:
    """Return how many judges with counted answers had been pilot judges before."""
    [(judges,)] = fetch_all(BACK_FROM_PILOT, {"study": study.pk})
    return int(judges)
