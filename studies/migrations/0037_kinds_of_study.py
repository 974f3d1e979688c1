"""A study is of triads or of ratings: systems up to H, a plan of ratings, and sheets."""

import datetime

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

import studies.models.rating_plan

RULES = """
CREATE OR REPLACE FUNCTION studies_study_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.status <> 'draft' AND NOT studies_erasing(OLD.id) THEN
            RAISE EXCEPTION 'study % was opened; it can only be erased as a whole', OLD.id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN OLD;
    END IF;
    IF OLD.status <> 'draft' AND (
        (OLD.subject_a, OLD.subject_b, OLD.goal, OLD.method, OLD.alpha, OLD.beta, OLD.pd,
         OLD.evaluations_per_judge, OLD.protocol, OLD.pairing, OLD.hold_minutes, OLD.blind,
         OLD.language,
         OLD.question, OLD.instructions, OLD.consent_text, OLD.thanks_text, OLD.seed, OLD.is_test,
         OLD.plan_json, OLD.plan_sha256, OLD.accepted_warnings, OLD.code,
         OLD.least_seconds, OLD.most_failed_attention, OLD.primary_set, OLD.attention_at,
         OLD.practice_triads, OLD.family, OLD.family_size,
         OLD.presentation, OLD.progress_shown, OLD.asks_reason, OLD.asks_sureness,
         OLD.questionnaire, OLD.follow_up, OLD.translations, OLD.privacy_contact,
         OLD.withdrawal_until, OLD.secret, OLD.texts_sha256, OLD.kind, OLD.more_subjects)
        IS DISTINCT FROM
        (NEW.subject_a, NEW.subject_b, NEW.goal, NEW.method, NEW.alpha, NEW.beta, NEW.pd,
         NEW.evaluations_per_judge, NEW.protocol, NEW.pairing, NEW.hold_minutes, NEW.blind,
         NEW.language,
         NEW.question, NEW.instructions, NEW.consent_text, NEW.thanks_text, NEW.seed, NEW.is_test,
         NEW.plan_json, NEW.plan_sha256, NEW.accepted_warnings, NEW.code,
         NEW.least_seconds, NEW.most_failed_attention, NEW.primary_set, NEW.attention_at,
         NEW.practice_triads, NEW.family, NEW.family_size,
         NEW.presentation, NEW.progress_shown, NEW.asks_reason, NEW.asks_sureness,
         NEW.questionnaire, NEW.follow_up, NEW.translations, NEW.privacy_contact,
         NEW.withdrawal_until, NEW.secret, NEW.texts_sha256, NEW.kind, NEW.more_subjects)
        OR NEW.evaluations < OLD.evaluations
        OR NEW.status = 'draft'
    ) THEN
        RAISE EXCEPTION 'the plan of study % is frozen', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER study_kind_kept BEFORE UPDATE OF kind ON studies_study FOR EACH ROW
    WHEN (OLD.kind <> NEW.kind) EXECUTE FUNCTION studies_refuse('kind never changes');

CREATE FUNCTION studies_sample_system() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM studies_study WHERE id = NEW.study_id AND kind = 'rating') THEN
        RAISE EXCEPTION 'study % has texts of A and B only', NEW.study_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER sample_system BEFORE INSERT OR UPDATE OF subject, study_id ON studies_sample
    FOR EACH ROW WHEN (NEW.subject > 'B') EXECUTE FUNCTION studies_sample_system();

CREATE OR REPLACE FUNCTION studies_triads_fit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    misfit bigint;
BEGIN
    SELECT t.number INTO misfit FROM inserted t
        JOIN studies_study s ON s.id = t.study_id
        LEFT JOIN studies_sample a ON a.id = t.first_id
        LEFT JOIN studies_sample b ON b.id = t.second_id
        LEFT JOIN studies_sample c ON c.id = t.third_id
        WHERE s.kind <> 'triangle'
            OR (s.protocol = 'directed' AND t."order" NOT IN ('AAB', 'ABA', 'BAA'))
            OR (a.subject || b.subject || c.subject) IS DISTINCT FROM t."order"
            OR t.study_id <> a.study_id OR t.study_id <> b.study_id
            OR t.study_id <> c.study_id
            OR t.kind <> a.kind OR t.kind <> b.kind OR t.kind <> c.kind
            OR a.content_hash = b.content_hash OR b.content_hash = c.content_hash
            OR a.content_hash = c.content_hash
        LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'triad number % does not fit its texts', misfit
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
"""
RULES_BEFORE = """
CREATE OR REPLACE FUNCTION studies_study_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.status <> 'draft' AND NOT studies_erasing(OLD.id) THEN
            RAISE EXCEPTION 'study % was opened; it can only be erased as a whole', OLD.id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN OLD;
    END IF;
    IF OLD.status <> 'draft' AND (
        (OLD.subject_a, OLD.subject_b, OLD.goal, OLD.method, OLD.alpha, OLD.beta, OLD.pd,
         OLD.evaluations_per_judge, OLD.protocol, OLD.pairing, OLD.hold_minutes, OLD.blind,
         OLD.language,
         OLD.question, OLD.instructions, OLD.consent_text, OLD.thanks_text, OLD.seed, OLD.is_test,
         OLD.plan_json, OLD.plan_sha256, OLD.accepted_warnings, OLD.code,
         OLD.least_seconds, OLD.most_failed_attention, OLD.primary_set, OLD.attention_at,
         OLD.practice_triads, OLD.family, OLD.family_size,
         OLD.presentation, OLD.progress_shown, OLD.asks_reason, OLD.asks_sureness,
         OLD.questionnaire, OLD.follow_up, OLD.translations, OLD.privacy_contact,
         OLD.withdrawal_until, OLD.secret, OLD.texts_sha256)
        IS DISTINCT FROM
        (NEW.subject_a, NEW.subject_b, NEW.goal, NEW.method, NEW.alpha, NEW.beta, NEW.pd,
         NEW.evaluations_per_judge, NEW.protocol, NEW.pairing, NEW.hold_minutes, NEW.blind,
         NEW.language,
         NEW.question, NEW.instructions, NEW.consent_text, NEW.thanks_text, NEW.seed, NEW.is_test,
         NEW.plan_json, NEW.plan_sha256, NEW.accepted_warnings, NEW.code,
         NEW.least_seconds, NEW.most_failed_attention, NEW.primary_set, NEW.attention_at,
         NEW.practice_triads, NEW.family, NEW.family_size,
         NEW.presentation, NEW.progress_shown, NEW.asks_reason, NEW.asks_sureness,
         NEW.questionnaire, NEW.follow_up, NEW.translations, NEW.privacy_contact,
         NEW.withdrawal_until, NEW.secret, NEW.texts_sha256)
        OR NEW.evaluations < OLD.evaluations
        OR NEW.status = 'draft'
    ) THEN
        RAISE EXCEPTION 'the plan of study % is frozen', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

DROP TRIGGER study_kind_kept ON studies_study;

DROP FUNCTION studies_sample_system CASCADE;

CREATE OR REPLACE FUNCTION studies_triads_fit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    misfit bigint;
BEGIN
    SELECT t.number INTO misfit FROM inserted t
        JOIN studies_study s ON s.id = t.study_id
        LEFT JOIN studies_sample a ON a.id = t.first_id
        LEFT JOIN studies_sample b ON b.id = t.second_id
        LEFT JOIN studies_sample c ON c.id = t.third_id
        WHERE (s.protocol = 'directed' AND t."order" NOT IN ('AAB', 'ABA', 'BAA'))
            OR (a.subject || b.subject || c.subject) IS DISTINCT FROM t."order"
            OR t.study_id <> a.study_id OR t.study_id <> b.study_id
            OR t.study_id <> c.study_id
            OR t.kind <> a.kind OR t.kind <> b.kind OR t.kind <> c.kind
            OR a.content_hash = b.content_hash OR b.content_hash = c.content_hash
            OR a.content_hash = c.content_hash
        LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'triad number % does not fit its texts', misfit
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
"""
SHEETS = """
-- The plan of the ratings is of a rating study, and changes only while that is a draft.
-- FOR SHARE waits for an opening that is under way.
CREATE FUNCTION studies_ratingplan_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched record;
BEGIN
    FOR touched IN
        SELECT id, kind, status FROM studies_study
        WHERE id = ANY (ARRAY[OLD.study_id, NEW.study_id]) ORDER BY id FOR SHARE
    LOOP
        IF touched.kind <> 'rating' THEN
            RAISE EXCEPTION 'study % rates nothing', touched.id
                USING ERRCODE = 'integrity_constraint_violation';
        ELSIF touched.status <> 'draft' AND NOT studies_erasing(touched.id) THEN
            RAISE EXCEPTION 'the plan of study % is frozen', touched.id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END LOOP;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER ratingplan_fixed BEFORE INSERT OR UPDATE OR DELETE ON studies_ratingplan
    FOR EACH ROW EXECUTE FUNCTION studies_ratingplan_fixed();

-- Sheets are of rating studies. All of one INSERT at once.
CREATE FUNCTION studies_sheets_fit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM inserted t JOIN studies_study s ON s.id = t.study_id WHERE s.kind <> 'rating'
    ) THEN
        RAISE EXCEPTION 'only rating studies have sheets'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER sheets_fit AFTER INSERT ON studies_sheet REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION studies_sheets_fit();

-- The texts of a sheet are of its study, kind and item, one of each system, and those that share a
-- place are the same; none is added once a judge has held the sheet.
CREATE FUNCTION studies_sheettexts_fit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    misfit bigint;
BEGIN
    SELECT t.sheet_id INTO misfit FROM inserted t
        JOIN studies_sheet h ON h.id = t.sheet_id JOIN studies_sample a ON a.id = t.sample_id
        WHERE (h.study_id, h.kind, h.item) IS DISTINCT FROM (a.study_id, a.kind, a.item)
            OR h.first_held_at IS NOT NULL
            OR EXISTS (
                SELECT FROM studies_sheettext o JOIN studies_sample b ON b.id = o.sample_id
                WHERE o.sheet_id = t.sheet_id AND o.id <> t.id AND (
                    b.subject = a.subject
                    OR o.place = t.place AND b.content_hash <> a.content_hash
                )
            )
        LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'sheet % does not fit its texts', misfit
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER sheettexts_fit AFTER INSERT ON studies_sheettext REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION studies_sheettexts_fit();

CREATE TRIGGER sheettext_immutable BEFORE UPDATE ON studies_sheettext
    FOR EACH ROW EXECUTE FUNCTION studies_refuse('the texts of a sheet never change');

CREATE FUNCTION studies_sheettext_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF studies_erasing((SELECT study_id FROM studies_sheet WHERE id = OLD.sheet_id)) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the texts of sheet % are kept until its study is erased', OLD.sheet_id
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER sheettext_kept BEFORE DELETE ON studies_sheettext
    FOR EACH ROW EXECUTE FUNCTION studies_sheettext_kept();

-- An answered sheet is never free again.
CREATE FUNCTION studies_sheet_taken() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM studies_trial WHERE sheet_id = NEW.id AND state = 'answered') THEN
        RAISE EXCEPTION 'sheet % is answered and cannot be free', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER sheet_taken BEFORE UPDATE ON studies_sheet FOR EACH ROW
    WHEN (OLD.free_from = 'infinity' AND NEW.free_from < 'infinity')
    EXECUTE FUNCTION studies_sheet_taken();

CREATE TRIGGER studies_sheet_immutable BEFORE UPDATE ON studies_sheet FOR EACH ROW
    WHEN ((OLD.study_id, OLD.number, OLD.block, OLD.kind, OLD.mode, OLD.item, OLD.criterion,
           OLD.question)
        IS DISTINCT FROM
          (NEW.study_id, NEW.number, NEW.block, NEW.kind, NEW.mode, NEW.item, NEW.criterion,
           NEW.question))
    EXECUTE FUNCTION studies_refuse(
        'study_id, number, block, kind, mode, item, criterion, question never change');

CREATE TRIGGER sheet_kept BEFORE DELETE ON studies_sheet
    FOR EACH ROW EXECUTE FUNCTION studies_part_kept();

-- As of triads: when the sheet is first kept for a judge.
CREATE TRIGGER sheet_first_hold BEFORE UPDATE OF free_from ON studies_sheet FOR EACH ROW
    WHEN (OLD.first_held_at IS NULL AND NEW.free_from > OLD.free_from)
    EXECUTE FUNCTION studies_triad_first_hold();
CREATE TRIGGER sheet_first_hold_kept BEFORE UPDATE ON studies_sheet FOR EACH ROW
    WHEN (OLD.first_held_at IS NOT NULL AND NEW.first_held_at IS DISTINCT FROM OLD.first_held_at)
    EXECUTE FUNCTION studies_refuse('first_held_at never changes');
"""
NO_SHEETS = """
DROP FUNCTION studies_ratingplan_fixed CASCADE;
DROP FUNCTION studies_sheets_fit CASCADE;
DROP FUNCTION studies_sheettexts_fit CASCADE;
DROP FUNCTION studies_sheettext_kept CASCADE;
DROP FUNCTION studies_sheet_taken CASCADE;
DROP TRIGGER sheettext_immutable ON studies_sheettext;
DROP TRIGGER studies_sheet_immutable ON studies_sheet;
DROP TRIGGER sheet_kept ON studies_sheet;
DROP TRIGGER sheet_first_hold ON studies_sheet;
DROP TRIGGER sheet_first_hold_kept ON studies_sheet;
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0036_ratings")]

    operations = [
        migrations.CreateModel(
            name="RatingPlan",
            fields=[
                (
                    "study",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="rating_plan",
                        serialize=False,
                        to="studies.study",
                    ),
                ),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("likert", "a scale of points, one text a page"),
                            ("plain_me", "magnitude estimation, one text a page"),
                            ("rankme", "magnitude estimation, all texts about an item on one page"),
                        ],
                        default="rankme",
                        max_length=8,
                    ),
                ),
                (
                    "setup",
                    models.CharField(
                        choices=[
                            ("together", "one page asks all criteria"),
                            ("apart", "a page asks one criterion"),
                        ],
                        default="apart",
                        max_length=8,
                    ),
                ),
                (
                    "mixes_criteria",
                    models.BooleanField(
                        default=False, verbose_name="a judge may get several criteria"
                    ),
                ),
                (
                    "criteria",
                    models.JSONField(
                        default=studies.models.rating_plan.default_criteria,
                        validators=[studies.models.rating_plan.check_criteria],
                    ),
                ),
                ("primary_criterion", models.CharField(default="quality", max_length=30)),
                (
                    "scale_points",
                    models.PositiveSmallIntegerField(
                        default=6,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(11),
                        ],
                    ),
                ),
                (
                    "scale_low",
                    models.CharField(
                        default="very bad", max_length=100, verbose_name="label of the lowest point"
                    ),
                ),
                (
                    "scale_high",
                    models.CharField(
                        default="very good",
                        max_length=100,
                        verbose_name="label of the highest point",
                    ),
                ),
                ("reference_context", models.TextField(blank=True, max_length=20000)),
                (
                    "reference_text",
                    models.TextField(
                        blank=True, validators=[django.core.validators.MaxLengthValidator(50000)]
                    ),
                ),
                (
                    "judges_per_item",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                    ),
                ),
                ("judges", models.PositiveIntegerField(default=20, verbose_name="planned judges")),
                (
                    "entry",
                    models.CharField(
                        choices=[("number", "a number that is typed"), ("slider", "a slider")],
                        default="number",
                        max_length=6,
                    ),
                ),
                (
                    "identical",
                    models.CharField(
                        choices=[
                            ("merge", "shown once, the rating stored for each"),
                            ("keep", "shown as often as they occur"),
                        ],
                        default="merge",
                        max_length=5,
                    ),
                ),
                (
                    "margin",
                    models.FloatField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1.001),
                            django.core.validators.MaxValueValidator(10),
                        ],
                    ),
                ),
                (
                    "resamples",
                    models.PositiveIntegerField(
                        default=10000,
                        validators=[
                            django.core.validators.MinValueValidator(1000),
                            django.core.validators.MaxValueValidator(100000),
                        ],
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Sheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("block", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("main", "main"),
                            ("practice", "practice"),
                            ("attention", "attention"),
                        ],
                        default="main",
                        max_length=10,
                    ),
                ),
                (
                    "mode",
                    models.CharField(
                        choices=[("live", "live"), ("pilot", "pilot")], default="live", max_length=5
                    ),
                ),
                (
                    "free_from",
                    models.DateTimeField(
                        default=datetime.datetime(1970, 1, 1, 0, 0, tzinfo=datetime.UTC)
                    ),
                ),
                ("first_held_at", models.DateTimeField(editable=False, null=True)),
                ("seen_at", models.DateTimeField(editable=False, null=True)),
                ("item", models.CharField(max_length=200)),
                ("criterion", models.CharField(blank=True, default="", max_length=30)),
                ("question", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ["study", "mode", "kind", "number"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="SheetText",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
            ],
            options={
                "ordering": ["sheet", "place", "pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="sample",
            name="sample_subject",
        ),
        migrations.AddField(
            model_name="study",
            name="kind",
            field=models.CharField(
                choices=[
                    ("triangle", "triads: can people tell the texts apart?"),
                    ("rating", "ratings: which texts are better, and by how much?"),
                ],
                db_default="triangle",
                default="triangle",
                editable=False,
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="more_subjects",
            field=models.JSONField(blank=True, db_default=[], default=list, editable=False),
        ),
        migrations.AlterField(
            model_name="sample",
            name="subject",
            field=models.CharField(
                choices=[
                    ("A", "A"),
                    ("B", "B"),
                    ("C", "C"),
                    ("D", "D"),
                    ("E", "E"),
                    ("F", "F"),
                    ("G", "G"),
                    ("H", "H"),
                ],
                max_length=1,
            ),
        ),
        migrations.AddConstraint(
            model_name="sample",
            constraint=models.CheckConstraint(
                condition=models.Q(("subject__in", ["A", "B", "C", "D", "E", "F", "G", "H"])),
                name="sample_subject",
            ),
        ),
        migrations.AddConstraint(
            model_name="study",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "triangle"), ("more_subjects", [])),
                    models.Q(
                        ("asks_reason", False),
                        ("asks_sureness", False),
                        ("follow_up", {}),
                        ("goal", "difference"),
                        ("kind", "rating"),
                        ("method", "fixed"),
                        ("pairing", "different"),
                        ("protocol", "triangle"),
                    ),
                    _connector="OR",
                ),
                name="study_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingplan",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("method__in", ["likert", "plain_me", "rankme"]),
                    ("setup__in", ["together", "apart"]),
                    ("entry__in", ["number", "slider"]),
                    ("identical__in", ["merge", "keep"]),
                ),
                name="ratingplan_choices",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingplan",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("scale_points__gte", 2),
                    ("scale_points__lte", 11),
                    ("judges_per_item__gte", 1),
                    ("judges_per_item__lte", 100),
                    ("judges__gte", 1),
                    ("resamples__gte", 1000),
                    ("resamples__lte", 100000),
                    models.Q(
                        ("margin__isnull", True),
                        models.Q(("margin__gt", 1), ("margin__lte", 10)),
                        _connector="OR",
                    ),
                ),
                name="ratingplan_numbers",
            ),
        ),
        migrations.AddField(
            model_name="sheet",
            name="study",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sheets",
                to="studies.study",
            ),
        ),
        migrations.AddField(
            model_name="sheettext",
            name="sample",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="studies.sample"
            ),
        ),
        migrations.AddField(
            model_name="sheettext",
            name="sheet",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="texts",
                to="studies.sheet",
            ),
        ),
        migrations.AddIndex(
            model_name="sheet",
            index=models.Index(
                condition=models.Q(
                    ("free_from__lt", datetime.datetime(9000, 1, 1, 0, 0, tzinfo=datetime.UTC))
                ),
                fields=["study", "mode", "kind", "number"],
                name="sheet_unanswered_number",
            ),
        ),
        migrations.AddIndex(
            model_name="sheet",
            index=models.Index(
                condition=models.Q(
                    ("free_from__lt", datetime.datetime(9000, 1, 1, 0, 0, tzinfo=datetime.UTC))
                ),
                fields=["study", "mode", "free_from"],
                name="sheet_unanswered",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.UniqueConstraint(
                fields=("study", "mode", "kind", "number"), name="sheet_number_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["main", "practice", "attention"]),
                    ("mode__in", ["live", "pilot"]),
                    ("number__gte", 1),
                ),
                name="sheet_choices",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheettext",
            constraint=models.UniqueConstraint(fields=("sheet", "sample"), name="sheettext_once"),
        ),
        migrations.AddConstraint(
            model_name="sheettext",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__gte", 1), ("place__lte", 8)), name="sheettext_place"
            ),
        ),
        migrations.RunSQL(RULES, RULES_BEFORE),
        migrations.RunSQL(SHEETS, NO_SHEETS),
    ]
