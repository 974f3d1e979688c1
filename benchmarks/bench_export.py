"""How fast are the downloads, and how much memory do they take?

    DATABASE_URL=… REDIS_URL=… SECRET_KEY=… .venv/bin/python -m benchmarks.bench_export [ANSWERS]

Makes a database beside the one of DATABASE_URL, fills it with a study of so many answers (200,000)
by plain SQL, downloads every file through Django's request handler in a process of its own, prints
rows a second and the peak of memory, and drops the database. The peak must not grow with the
number of answers.
"""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parent.parent
SCRATCH = f"bench_export_{os.getpid()}"
WHAT = ("answers", "texts", "links")
OF_RATINGS = ("ratings", "sheets", "pairs")

# A study with 500 texts of each subject, one link, and one judge, trial and answer for each triad.
# The triggers are off: they are not what is measured.
FILL = """
INSERT INTO studies_sample (study_id, subject, kind, item, context, text, language, direction,
                            content_hash, row)
    SELECT %(study)s, CASE WHEN n %% 2 = 0 THEN 'A' ELSE 'B' END, 'main', 'item ' || n / 2, '',
           repeat('A text of some length about item ' || n || '. ', 5), 'en', 'auto',
           md5(n::text), n
    FROM generate_series(1, 1000) n;
INSERT INTO studies_triad (study_id, number, block, kind, mode, "order", odd_position, first_id,
                           second_id, third_id, free_from)
    SELECT %(study)s, n, 1 + (n - 1) / 6, 'main', 'live', 'ABB', 1, low + n %% 900,
           low + 1 + n %% 900, low + 2 + n %% 900, 'infinity'
    FROM generate_series(1, %(answers)s) n,
         (SELECT min(id) AS low FROM studies_sample WHERE study_id = %(study)s) s;
INSERT INTO studies_judge (study_id, link_id, code, mode, personal, source, external_id, form_key,
                           consent_sha256, consented_at, language)
    SELECT %(study)s, %(link)s, md5(n::text), 'live', false, 'prolific', '=' || n, n::text, '',
           now(), 'en'
    FROM generate_series(1, %(answers)s) n;
INSERT INTO studies_trial (study_id, triad_id, judge_id, code, kind, mode, single, state, held_at,
                           renewals)
    SELECT %(study)s, t.id, j.id, 'code' || j.id, 'main', 'live', false, 'answered', now(), 0
    FROM studies_triad t JOIN studies_judge j ON j.form_key = t.number::text;
INSERT INTO studies_answer (trial_id, chosen_position, correct, shown_at, answered_at, study_id,
                            link_id, kind, mode, "order", number)
    SELECT x.id, 1 + x.id %% 3, x.id %% 3 = 0, now() - interval '20 s', now(), x.study_id,
           j.link_id, x.kind, x.mode, t."order", t.number
    FROM studies_trial x JOIN studies_triad t ON t.id = x.triad_id
    JOIN studies_judge j ON j.id = x.judge_id ORDER BY x.id;
"""
# A study of three systems: a sheet with three texts for every third answer, each by another judge.
FILL_RATED = """
INSERT INTO studies_sample (study_id, subject, kind, item, context, text, language, direction,
                            content_hash, row)
    SELECT %(study)s, letter, 'main', 'item ' || n, '', 'Text ' || n || letter, 'en', 'auto',
           md5(n || letter), n
    FROM generate_series(1, 1000) n, unnest(ARRAY['A', 'B', 'C']) letter;
INSERT INTO studies_sheet (study_id, number, block, kind, mode, item, criterion, question,
                           free_from)
    SELECT %(study)s, n, 1 + n / 1000, 'main', 'live', 'item ' || 1 + n %% 1000, '',
           1 + n %% 1000, 'infinity'
    FROM generate_series(1, %(answers)s / 3) n;
INSERT INTO studies_sheettext (sheet_id, place, sample_id)
    SELECT h.id, ascii(s.subject) - 64, s.id
    FROM studies_sheet h JOIN studies_sample s ON s.study_id = h.study_id AND s.item = h.item
    WHERE h.study_id = %(study)s;
INSERT INTO studies_judge (study_id, link_id, code, mode, personal, source, external_id, form_key,
                           consent_sha256, consented_at, language)
    SELECT %(study)s, %(link)s, md5('r' || n), 'live', false, 'prolific', '=' || n, 'r' || n, '',
           now(), 'en'
    FROM generate_series(1, %(answers)s / 3) n;
INSERT INTO studies_trial (study_id, sheet_id, judge_id, code, kind, mode, single, state, held_at,
                           renewals)
    SELECT %(study)s, h.id, j.id, 'code' || j.id, 'main', 'live', false, 'answered', now(), 0
    FROM studies_sheet h JOIN studies_judge j ON j.form_key = 'r' || h.number;
INSERT INTO studies_answer (trial_id, shown_at, answered_at, study_id, link_id, kind, mode, "order",
                            number, correct)
    SELECT x.id, now() - interval '20 s', now(), x.study_id, %(link)s, x.kind, x.mode, '', h.number,
           NULL
    FROM studies_trial x JOIN studies_sheet h ON h.id = x.sheet_id ORDER BY x.id;
INSERT INTO studies_rating (answer_id, sample_id, criterion, value)
    SELECT a.id, t.sample_id, 'quality', 50 + (a.id * t.place) %% 100
    FROM studies_answer a JOIN studies_trial x ON x.id = a.trial_id
    JOIN studies_sheettext t ON t.sheet_id = x.sheet_id;
"""
FILLED = (
    *("sample", "triad", "judge", "trial", "answer"),
    *("sheet", "sheettext", "rating"),
)


def main(answers: int) -> None:
    parts = urlsplit(os.environ["DATABASE_URL"])
    _psql(f"CREATE DATABASE {SCRATCH}")
    scratch = urlunsplit(parts._replace(path=f"/{SCRATCH}"))
    try:
        _run(scratch, "fill", str(answers))
        for what in (*WHAT, *OF_RATINGS):
            _run(scratch, what)
    finally:
        _psql(f"DROP DATABASE {SCRATCH} WITH (FORCE)")


def _psql(statement: str) -> None:
    import psycopg2  # after the arguments are understood

    parts = urlsplit(os.environ["DATABASE_URL"])
    connection = psycopg2.connect(urlunsplit(parts._replace(scheme="postgresql")))
    connection.autocommit = True
    connection.cursor().execute(statement)
    connection.close()


def _run(database_url: str, *arguments: str) -> None:
    environment = {**os.environ, "DATABASE_URL": database_url, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "ignore::UserWarning", __file__, "--", *arguments]
    subprocess.run(command, env=environment, check=True)


def child(what: str, *arguments: str) -> None:
    """Do one step in a process of its own: its peak of memory is that of the step."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "triadsurvey.settings"
    import django

    django.setup()
    if what == "fill":
        _fill(int(arguments[0]))
    else:
        _measure(what)


def _fill(answers: int) -> None:
    from django.core.management import call_command
    from django.db import connection

    from benchmarks.defaults import EMPTY_DEFAULTS
    from studies.models import RatingPlan, RecruitmentLink, Study, User

    call_command("migrate", verbosity=0)
    owner = User.objects.create_superuser("bench@example.org", "x")
    study = Study.objects.create(
        owner=owner, title="Benchmark", subject_a="A b", subject_b="B c", evaluations=answers
    )
    link = RecruitmentLink.objects.create(study=study, panel="=panel")
    rated = Study.objects.create(
        owner=owner, title="Rated", kind="rating", subject_a="A b", subject_b="B c",
        more_subjects=["C d"], evaluations=answers,
    )  # fmt: skip
    RatingPlan.objects.create(study=rated, setup="together")
    other = RecruitmentLink.objects.create(study=rated, panel="=panel")
    with connection.cursor() as cursor:
        for table in FILLED:
            cursor.execute(f"ALTER TABLE studies_{table} DISABLE TRIGGER USER")
        cursor.execute(EMPTY_DEFAULTS)
        cursor.execute(FILL, {"study": study.pk, "link": link.pk, "answers": answers})
        cursor.execute(FILL_RATED, {"study": rated.pk, "link": other.pk, "answers": answers})
        cursor.execute("ANALYZE")


def _measure(what: str) -> None:
    from django.conf import settings
    from django.test import Client

    from studies.models import Study, User

    settings.ALLOWED_HOSTS.append("testserver")
    client = Client()
    client.force_login(User.objects.get())
    before = _peak()
    started, worked = time.perf_counter(), time.process_time()
    study = Study.objects.get(kind="rating" if what in OF_RATINGS else "triangle")
    response = client.get(f"/studies/{study.code}/export/{what}.csv")
    first, size, lines = 0.0, 0, -1
    for piece in response.streaming_content:
        first = first or time.perf_counter() - started
        size += len(piece)
        lines += piece.count(b"\r\n")
    seconds, worked = time.perf_counter() - started, time.process_time() - worked
    assert lines == int(response["X-Row-Count"]), "the file is whole"
    print(
        f"{what}.csv: {lines} rows, {size / 1e6:.1f} MB in {seconds:.2f} s = "
        f"{lines / seconds:.0f} rows/s ({worked:.2f} s of our processor); "
        f"first byte {first:.2f} s; peak {_peak():.0f} MB, "
        f"{_peak() - before:.0f} MB of it by the download"
    )


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    if sys.argv[1:2] == ["--"]:
        child(*sys.argv[2:])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
