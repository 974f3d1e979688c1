"""A sheet may be given twice to its judge, and sheets for practice are rated as a whole too."""

from django.db import migrations, models
from django.db.migrations.operations.base import Operation

KINDS = [
    ("main", "main"),
    ("practice", "practice"),
    ("attention", "attention"),
    ("repeat", "repeat"),
]
MAIN = models.CharField(choices=KINDS, default="main", max_length=10)
CHECK = models.Q(
    kind__in=["main", "practice", "attention", "repeat"],
    mode__in=["live", "pilot"],
    number__gte=1,
)
RULES = """
CREATE OR REPLACE FUNCTION studies_sheettexts_fit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    misfit bigint;
BEGIN
    SELECT t.sheet_id INTO misfit FROM inserted t
        JOIN studies_sheet h ON h.id = t.sheet_id JOIN studies_sample a ON a.id = t.sample_id
        WHERE (h.study_id, CASE h.kind WHEN 'repeat' THEN 'main' ELSE h.kind END, h.item)
                IS DISTINCT FROM (a.study_id, a.kind, a.item)
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

DROP TRIGGER answer_rated ON studies_answer;
CREATE CONSTRAINT TRIGGER answer_rated AFTER INSERT ON studies_answer
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind <> 'practice' OR NEW."order" = '')
    EXECUTE FUNCTION studies_answer_rated();
"""


# All at once, in the order in which a judge's statements take them: a choice holds answers and
# waits for triads, a beginning holds triads and waits for trials. Table by table was a deadlock.
LOCK = """
LOCK TABLE studies_answer, studies_triad, studies_trial, studies_sheet IN ACCESS EXCLUSIVE MODE
"""


def checked_anew(model: str) -> list[Operation]:
    """Take the kind of a repeated sheet into the rule of the table."""
    name = f"{model}_choices"
    return [
        migrations.AlterField(model, "kind", MAIN.clone()),
        migrations.RemoveConstraint(model, name),
        migrations.AddConstraint(model, models.CheckConstraint(condition=CHECK, name=name)),
    ]


class Migration(migrations.Migration):
    dependencies = [("studies", "0047_sureness_weights")]

    operations = [
        migrations.RunSQL(LOCK, migrations.RunSQL.noop),
        *checked_anew("triad"),
        *checked_anew("sheet"),
        migrations.AlterField("trial", "kind", MAIN.clone()),
        migrations.AlterField(
            "answer", "kind", models.CharField(choices=KINDS, editable=False, max_length=10)
        ),
        migrations.AddField(
            "ratingplan",
            "repeats_one",
            models.BooleanField(db_default=False, default=False, verbose_name="one sheet twice"),
        ),
        migrations.RunSQL(RULES, migrations.RunSQL.noop),
    ]
