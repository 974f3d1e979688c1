"""A trial is of a triad or of a sheet."""

import django.db.models.deletion
from django.db import migrations, models

RULES = """
CREATE OR REPLACE FUNCTION studies_trial_copies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    judge record;
BEGIN
    IF NEW.sheet_id IS NULL THEN
        SELECT t.study_id, t.kind, t.mode, s.single
            INTO NEW.study_id, NEW.kind, NEW.mode, NEW.single
            FROM studies_triad t JOIN studies_study s ON s.id = t.study_id
            WHERE t.id = NEW.triad_id;
    ELSE
        SELECT h.study_id, h.kind, h.mode, s.single
            INTO NEW.study_id, NEW.kind, NEW.mode, NEW.single
            FROM studies_sheet h JOIN studies_study s ON s.id = h.study_id
            WHERE h.id = NEW.sheet_id;
        IF NEW.kind = 'main' AND EXISTS (
            SELECT FROM studies_trial x JOIN studies_sheet o ON o.id = x.sheet_id
                JOIN studies_sheet h ON h.id = NEW.sheet_id
            WHERE x.judge_id = NEW.judge_id AND x.kind = 'main' AND o.question = h.question
        ) THEN
            RAISE EXCEPTION 'judge % has had the question of sheet %', NEW.judge_id, NEW.sheet_id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    SELECT study_id, mode, withdrawn_at INTO judge FROM studies_judge WHERE id = NEW.judge_id;
    IF (judge.study_id, judge.mode) IS DISTINCT FROM (NEW.study_id, NEW.mode) THEN
        RAISE EXCEPTION 'judge % and triad % do not belong together', NEW.judge_id,
            coalesce(NEW.triad_id, NEW.sheet_id)
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF judge.withdrawn_at IS NOT NULL THEN
        RAISE EXCEPTION 'judge % has withdrawn', NEW.judge_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION studies_trial_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    trial record;
BEGIN
    SELECT x.state, x.kind, coalesce(t.free_from, h.free_from) AS free_from, a.id AS answer
        INTO trial
        FROM studies_trial x LEFT JOIN studies_triad t ON t.id = x.triad_id
        LEFT JOIN studies_sheet h ON h.id = x.sheet_id
        LEFT JOIN studies_answer a ON a.trial_id = x.id WHERE x.id = NEW.id;
    IF trial.state IN ('answered', 'surplus', 'excluded') AND trial.answer IS NULL THEN
        RAISE EXCEPTION 'trial % is % and has no answer', NEW.id, trial.state
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF trial.state = 'answered' AND trial.kind = 'main' AND trial.free_from < 'infinity' THEN
        RAISE EXCEPTION 'triad % is answered and cannot be free',
            coalesce(NEW.triad_id, NEW.sheet_id)
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
DROP TRIGGER studies_trial_immutable ON studies_trial;
CREATE TRIGGER studies_trial_immutable BEFORE UPDATE ON studies_trial FOR EACH ROW
    WHEN ((OLD.study_id, OLD.triad_id, OLD.sheet_id, OLD.judge_id,
           OLD.code, OLD.kind, OLD.mode, OLD.single)
        IS DISTINCT FROM
          (NEW.study_id, NEW.triad_id, NEW.sheet_id, NEW.judge_id,
           NEW.code, NEW.kind, NEW.mode, NEW.single))
    EXECUTE FUNCTION studies_refuse(
        'study_id, triad_id, sheet_id, judge_id, code, kind, mode, single never change');
"""
RULES_BEFORE = """
CREATE OR REPLACE FUNCTION studies_trial_copies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    judge record;
BEGIN
    SELECT t.study_id, t.kind, t.mode, s.single INTO NEW.study_id, NEW.kind, NEW.mode, NEW.single
        FROM studies_triad t JOIN studies_study s ON s.id = t.study_id WHERE t.id = NEW.triad_id;
    SELECT study_id, mode, withdrawn_at INTO judge FROM studies_judge WHERE id = NEW.judge_id;
    IF (judge.study_id, judge.mode) IS DISTINCT FROM (NEW.study_id, NEW.mode) THEN
        RAISE EXCEPTION 'judge % and triad % do not belong together', NEW.judge_id, NEW.triad_id
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF judge.withdrawn_at IS NOT NULL THEN
        RAISE EXCEPTION 'judge % has withdrawn', NEW.judge_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION studies_trial_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    trial record;
BEGIN
    SELECT x.state, x.kind, t.free_from, a.id AS answer INTO trial
        FROM studies_trial x JOIN studies_triad t ON t.id = x.triad_id
        LEFT JOIN studies_answer a ON a.trial_id = x.id WHERE x.id = NEW.id;
    IF trial.state IN ('answered', 'surplus', 'excluded') AND trial.answer IS NULL THEN
        RAISE EXCEPTION 'trial % is % and has no answer', NEW.id, trial.state
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF trial.state = 'answered' AND trial.kind = 'main' AND trial.free_from < 'infinity' THEN
        RAISE EXCEPTION 'triad % is answered and cannot be free', NEW.triad_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
DROP TRIGGER studies_trial_immutable ON studies_trial;
CREATE TRIGGER studies_trial_immutable BEFORE UPDATE ON studies_trial FOR EACH ROW
    WHEN ((OLD.study_id, OLD.triad_id, OLD.judge_id, OLD.code, OLD.kind, OLD.mode, OLD.single)
        IS DISTINCT FROM
          (NEW.study_id, NEW.triad_id, NEW.judge_id, NEW.code, NEW.kind, NEW.mode, NEW.single))
    EXECUTE FUNCTION studies_refuse(
        'study_id, triad_id, judge_id, code, kind, mode, single never change');
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0037_kinds_of_study")]

    operations = [
        migrations.AlterField(
            model_name="trial",
            name="triad",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="trials",
                to="studies.triad",
            ),
        ),
        migrations.AddField(
            model_name="trial",
            name="sheet",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="trials",
                to="studies.sheet",
            ),
        ),
        migrations.AddIndex(
            model_name="trial",
            index=models.Index(
                condition=models.Q(("sheet__isnull", False)),
                fields=["sheet"],
                name="trial_of_sheet",
            ),
        ),
        migrations.AddConstraint(
            model_name="trial",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("kind", "main"), ("sheet__isnull", False), ("state__in", ["held", "answered"])
                ),
                fields=("sheet",),
                name="trial_sheet_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="trial",
            constraint=models.UniqueConstraint(
                condition=models.Q(("sheet__isnull", False)),
                fields=("judge", "sheet"),
                name="trial_judge_sheet_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="trial",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("sheet__isnull", True), ("triad__isnull", False)),
                    models.Q(("sheet__isnull", False), ("triad__isnull", True)),
                    _connector="OR",
                ),
                name="trial_triad_or_sheet",
            ),
        ),
        migrations.RunSQL(RULES, RULES_BEFORE),
    ]
