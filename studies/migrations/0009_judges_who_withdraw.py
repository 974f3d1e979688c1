"""What is left of a judge who withdraws, and triads that all judges share."""

from django.db import migrations, models
from django.db.models import Q

from studies.rules import leaving


class Migration(migrations.Migration):
    dependencies = [("studies", "0008_texts_left_out")]

    operations = [
        migrations.AddField(
            model_name="trial",
            name="given_again",
            field=models.BooleanField(db_default=False),
        ),
        migrations.AddConstraint(
            model_name="judge",
            constraint=models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True)
                | Q(
                    browser_key="",
                    came_with={},
                    language="",
                    questionnaire={},
                    reads_whole=False,
                    same_browser_as__isnull=True,
                ),
                name="judge_withdrawn_is_blank",
            ),
        ),
        leaving(),
    ]
