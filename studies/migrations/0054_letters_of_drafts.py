"""Drafts show letters too. Alone: a table that is being changed must not wait for the rows of studies."""

from django.db import migrations

DRAFTS = """
UPDATE studies_ratingplan p SET text_labels = 'letters'
    FROM studies_study s WHERE s.id = p.study_id AND s.status = 'draft'
"""


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0053_letters_of_sheets"),
    ]

    operations = [migrations.RunSQL(DRAFTS, migrations.RunSQL.noop)]
