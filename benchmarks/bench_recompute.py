"""How long does a recomputation take, and what does a poll cost?

    python -m benchmarks.bench_recompute [--answers 1000 100000 1000000]

Starts a PostgreSQL of its own, fills a study (one judge an answer, four panels), and prints the
best of three times of counting, of looking for stale results, and of a whole recomputation.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

from benchmarks.django_setup import run_servers  # before what needs Django's settings

# isort: split

from django.core.management import call_command
from django.db import connection
from django.test import Client

from analysis.models import Result, Verdict
from analysis.recomputation import counting
from analysis.recomputation.store import recompute
from benchmarks.defaults import EMPTY_DEFAULTS
from studies.models import Study, User
from tests.factories import make_study

FILL = (
    """INSERT INTO studies_recruitmentlink (study_id, panel, token, personal, addressee, mode,
        classroom, done_code, done_url, screened_out_code, screened_out_url, no_consent_code,
        no_consent_url, created_at)
    SELECT {study}, 'panel ' || i, 'token {study} ' || i, false, '', 'live', true, '', '', '', '',
        '', '', now() FROM generate_series(1, 4) i""",
    """INSERT INTO studies_triad (study_id, number, block, kind, mode, "order", odd_position,
        first_id, second_id, third_id, free_from, first_held_at)
    SELECT {study}, i, (i + 5) / 6, 'main', 'live',
        (ARRAY['ABB','ABA','AAB','BAA','BAB','BBA'])[i % 6 + 1],
        (ARRAY[1, 2, 3, 1, 2, 3])[i % 6 + 1], low + i % n, low + (i + n / 3) % n,
        low + (i + 2 * n / 3) % n, 'infinity', now() + (i + i % 7) * interval '1 ms'
    FROM generate_series(1, {answers}) i,
        (SELECT min(id) AS low, count(*) AS n FROM studies_sample WHERE study_id = {study}) samples
    """,
    """INSERT INTO studies_judge (study_id, link_id, code, mode, personal, source, external_id,
        form_key, consent_sha256, consented_at, language)
    SELECT {study}, l.low + i % 4, '{study}-' || i, 'live', false, '', '', 'k' || i, '', now(), ''
    FROM generate_series(1, {answers}) i,
        (SELECT min(id) AS low FROM studies_recruitmentlink WHERE study_id = {study}) l""",
    """INSERT INTO studies_trial (study_id, triad_id, judge_id, code, kind, mode, single, state,
        held_at, renewals)
    SELECT {study}, t.low + i - 1, j.low + i - 1, '{study}-' || i, 'main', 'live', false,
        'answered', now(), 0
    FROM generate_series(1, {answers}) i,
        (SELECT min(id) AS low FROM studies_triad WHERE study_id = {study}) t,
        (SELECT min(id) AS low FROM studies_judge WHERE study_id = {study}) j""",
    """INSERT INTO studies_answer (trial_id, chosen_position, correct, shown_at, answered_at,
        study_id, link_id, kind, mode, "order", number, first_held_at)
    SELECT x.id, 1 + x.id % 3, x.id * 2654435761 % 1000 < 400, now() - (x.id % 90) * interval '1 s',
        now(), x.study_id, j.link_id, x.kind, x.mode, t."order", t.number, t.first_held_at
    FROM studies_trial x JOIN studies_triad t ON t.id = x.triad_id
    JOIN studies_judge j ON j.id = x.judge_id WHERE x.study_id = {study} ORDER BY x.id""",
)


# Without the rules that would look at each of a million rows, which are right by construction.
WITHOUT_RULES = """
    DO $$ DECLARE row record; BEGIN
        FOR row IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
            WHERE contype = 'f' AND conrelid::regclass::text ~
                '^studies_(recruitmentlink|triad|judge|trial|answer)$' LOOP
            EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', row.place, row.conname);
        END LOOP;
        FOR row IN SELECT unnest(ARRAY['recruitmentlink', 'triad', 'judge', 'trial', 'answer']) AS t
        LOOP EXECUTE format('ALTER TABLE studies_%s DISABLE TRIGGER USER', row.t); END LOOP;
    END $$;
"""
WITHOUT_RULES += EMPTY_DEFAULTS


MORE_TEXTS = """
    INSERT INTO studies_sample (study_id, subject, kind, item, text, direction, content_hash, row)
    SELECT {study}, chr(65 + i % 2), 'main', 'item ' || i / 2, 'Text ' || i, 'auto', md5(i::text),
        i
    FROM generate_series(25, {texts}) i
"""


def fill(answers: int, texts: int = 24) -> Study:
    """Make an open study that gets no verdict while it is measured: one answer is missing."""
    study = make_study(evaluations=answers + 1)
    with connection.cursor() as cursor:
        for statement in (MORE_TEXTS, *FILL):
            cursor.execute(statement.format(study=study.pk, answers=answers, texts=texts))
        cursor.execute(
            """UPDATE studies_study SET status = 'open', opened_at = now(), plan_json = (
                SELECT json_build_object('texts', json_agg(content_hash || md5(content_hash)))::text
                FROM studies_sample WHERE study_id = %(study)s) WHERE id = %(study)s""",
            {"study": study.pk},
        )
        cursor.execute("VACUUM ANALYZE")
    study.refresh_from_db()
    return study


def timed(call: Callable[[], Any], repeats: int = 3) -> float:
    """Return the best time of some calls, in milliseconds."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return 1000 * min(times)


def report(study: Study, answers: int) -> None:
    lines = {
        "counting": lambda: counting.count(study),
        "what is stale, all studies": counting.stale_studies,
        "recompute": lambda: recompute(study_id=study.pk),
    }
    for name, call in lines.items():
        print(f"{answers:>9,}  {name:<40} {timed(call):8.1f} ms")
    assert Result.objects.get(study=study).counted == answers
    assert not Verdict.objects.exists()


def report_poll(study: Study) -> None:
    user = User.objects.create_superuser("bench@example.org", "x")
    client = Client()
    client.force_login(user)
    url = f"/studies/{study.code}/results/poll/"
    etag = client.get(url)["ETag"]

    def poll() -> None:
        assert client.get(url, headers={"if-none-match": etag}).status_code == 304

    print(f"{'':>9}  {'poll without news (304), whole request':<40} {timed(poll, 50):8.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", nargs="+", type=int, default=[1000, 100_000, 999_999])
    sizes = parser.parse_args().answers
    run_servers.start()
    run_servers.wait()
    try:
        call_command("migrate", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute(WITHOUT_RULES)
        for answers in sizes:
            study = fill(answers)
            report(study, answers)
        report_poll(study)
    finally:
        connection.close()
        run_servers.stop()


if __name__ == "__main__":
    main()
