"""What the database keeps of the new columns, and a secret of its own for each study."""

from django.db import migrations

from studies.rules import (
    immutable,
    plan_and_page,
)

IMAGE = ["study_id", "name", "content", "content_type", "sha256", "width", "height"]
READING = [
    "answer_id", "chosen_ms", "confirmed_ms", "visible_ms", "choices", "device", "width", "masked",
    "stays",
]  # fmt: skip
# One default was given to all studies that there were.
SECRETS = """
    UPDATE studies_study SET secret = replace(gen_random_uuid() || '' || gen_random_uuid(), '-', '')
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0006_the_judges_side_and_the_workbench")]

    operations = [
        migrations.RunSQL(SECRETS, migrations.RunSQL.noop),
        plan_and_page(),
        immutable("studies_image", IMAGE),
        immutable("studies_readingrecord", READING),
    ]
