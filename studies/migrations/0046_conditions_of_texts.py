"""A text may have a condition: how it was made or changed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0045_b_imitates_a"),
    ]

    operations = [
        migrations.AddField(
            model_name="sample",
            name="condition",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=100,
                verbose_name="condition",
            ),
        ),
    ]
