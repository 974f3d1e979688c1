"""A full quota has an ending of its own, and a judge the time of the last stored page."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0019_hash_of_all_texts"),
    ]

    operations = [
        migrations.AddField(
            model_name="judge",
            name="last_stored_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="recruitmentlink",
            name="over_quota_code",
            field=models.CharField(blank=True, max_length=100, verbose_name="code when full"),
        ),
        migrations.AddField(
            model_name="recruitmentlink",
            name="over_quota_url",
            field=models.URLField(
                blank=True,
                max_length=500,
                validators=[
                    django.core.validators.RegexValidator(
                        "^https://", "Return addresses begin with https://."
                    )
                ],
                verbose_name="return address when full",
            ),
        ),
    ]
