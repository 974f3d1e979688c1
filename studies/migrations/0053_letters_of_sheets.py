"""Pages of sheets show their texts under letters. Studies that were opened before keep their codes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0052_job_pair"),
    ]

    operations = [
        migrations.AddField(
            model_name="ratingplan",
            name="text_labels",
            field=models.CharField(
                choices=[
                    ("letters", "a letter, drawn for each page"),
                    ("codes", "a number of three digits, drawn for each page"),
                ],
                db_default="codes",
                default="letters",
                editable=False,
                max_length=7,
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingplan",
            constraint=models.CheckConstraint(
                condition=models.Q(("text_labels__in", ["letters", "codes"])),
                name="ratingplan_text_labels",
            ),
        ),
    ]
