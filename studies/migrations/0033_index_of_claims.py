"""The lowest free number of a study, without a look at all triads that are answered."""

from datetime import UTC, datetime

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studies", "0032_refused_invitations")]

    operations = [
        migrations.AddIndex(
            model_name="triad",
            index=models.Index(
                fields=["study", "mode", "kind", "number"],
                condition=models.Q(free_from__lt=datetime(9000, 1, 1, tzinfo=UTC)),
                name="triad_unanswered_number",
            ),
        ),
    ]
