"""The version that was released last: its newest migrations, and how its pages take an answer.

While a site is updated this version goes on serving on the new tables, and judges answer while the
tables are changed (`deploy/update.sh`).
"""

VERSION = "0.2.0"
MIGRATIONS = {"studies": "0033_index_of_claims", "analysis": "0005_finite_numbers"}

# A new judge with a first triad, and the choice: what its pages wrote, without what they refuse.
BEGIN = """
    WITH free AS MATERIALIZED (
        SELECT l.id AS link_id, l.study_id, l.mode, (
            SELECT t.id FROM studies_triad t
            WHERE t.study_id = l.study_id AND t.mode = l.mode AND t.kind = 'main'
                AND t.free_from <= statement_timestamp() AND t.free_from < '9000-01-01 00:00+00'
            ORDER BY t.number LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
        ) AS triad_id
        FROM studies_study s JOIN studies_recruitmentlink l ON l.study_id = s.id
        WHERE l.token = $1 FOR KEY SHARE OF s
    ), judge AS (
        INSERT INTO studies_judge AS j (
            study_id, link_id, mode, personal, code, source, external_id, form_key, consent_sha256,
            language, questionnaire, came_with, browser_key, same_browser_as_id, reads_whole,
            excluded_why
        )
        SELECT study_id, link_id, mode, false, 'c' || $2, '', '', $2, repeat('0', 64), 'en', '{}',
            '{}', $2, NULL, false, ''
        FROM free WHERE triad_id IS NOT NULL
        RETURNING id, study_id, mode
    ), claimed AS (
        UPDATE studies_triad t
        SET free_from = statement_timestamp() + '30 minutes', seen_at = statement_timestamp()
        FROM free, judge WHERE t.id = free.triad_id
        RETURNING t.id
    )
    INSERT INTO studies_trial (
        study_id, triad_id, judge_id, code, kind, mode, single, state, renewals
    )
    SELECT judge.study_id, claimed.id, judge.id, $2, 'main', judge.mode, false, 'held', 0
    FROM judge, claimed
    RETURNING code
"""
CHOOSE = """
    WITH place AS MATERIALIZED (
        SELECT x.id, x.judge_id, x.triad_id, x.held_at FROM studies_trial x
        JOIN studies_study s ON s.id = x.study_id JOIN studies_judge j ON j.id = x.judge_id
        WHERE x.code = $1
        FOR SHARE OF s FOR NO KEY UPDATE OF j
    ), moved AS (
        UPDATE studies_triad SET free_from = 'infinity' WHERE id = (SELECT triad_id FROM place)
    ), decided AS (
        UPDATE studies_trial SET state = 'answered' WHERE id = (SELECT id FROM place)
        RETURNING id, held_at
    ), seen AS (
        UPDATE studies_judge SET last_stored_at = statement_timestamp()
        WHERE id = (SELECT judge_id FROM place)
    )
    INSERT INTO studies_answer (trial_id, chosen_position, shown_at, page_translated)
    SELECT id, $2, held_at, false FROM decided
    RETURNING chosen_position
"""
