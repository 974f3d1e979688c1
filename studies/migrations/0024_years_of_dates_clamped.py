"""Dates outside 1990 to 2200 are moved to the nearest of them, before the database refuses them."""

from django.db import migrations

CLAMP = """
UPDATE studies_study SET ends_at = GREATEST(LEAST(ends_at, '2200-12-31Z'), '1990-01-01Z')
    WHERE ends_at NOT BETWEEN '1990-01-01Z' AND '2200-12-31Z';
UPDATE studies_study
    SET retention_until = GREATEST(LEAST(retention_until, '2200-12-31'), '1990-01-01')
    WHERE retention_until NOT BETWEEN '1990-01-01' AND '2200-12-31';
UPDATE studies_study
    SET withdrawal_until = GREATEST(LEAST(withdrawal_until, '2200-12-31'), '1990-01-01')
    WHERE status = 'draft' AND withdrawal_until NOT BETWEEN '1990-01-01' AND '2200-12-31';
UPDATE studies_recruitmentlink
    SET expires_at = GREATEST(LEAST(expires_at, '2200-12-31Z'), '1990-01-01Z')
    WHERE expires_at NOT BETWEEN '1990-01-01Z' AND '2200-12-31Z';
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0023_languages_of_texts_and_pages")]

    operations = [migrations.RunSQL(CLAMP, migrations.RunSQL.noop)]
