"""The copies of the answers that there are."""

from django.db import migrations

FILL = """
UPDATE studies_answer a SET study_id = x.study_id, link_id = j.link_id, kind = x.kind,
    mode = x.mode, "order" = t."order", number = t.number, first_held_at = t.first_held_at
FROM studies_trial x, studies_triad t, studies_judge j
WHERE x.id = a.trial_id AND t.id = x.triad_id AND j.id = x.judge_id
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0026_copies_of_an_answer")]

    operations = [migrations.RunSQL(FILL, migrations.RunSQL.noop)]
