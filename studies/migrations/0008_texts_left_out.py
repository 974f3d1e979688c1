"""A text that gives itself away can be left out of a draft, and taken back."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studies", "0007_rules_of_plan_and_page")]

    operations = [
        migrations.AddField(
            model_name="sample",
            name="left_out",
            field=models.BooleanField(
                db_default=False, default=False, editable=False, verbose_name="left out"
            ),
        ),
    ]
