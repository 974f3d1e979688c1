"""People who wait at a link, and the last sign of life of the judge who holds a triad."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0015_directed_triad"),
    ]

    operations = [
        migrations.AddField(
            model_name="triad",
            name="seen_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.CreateModel(
            name="Waiting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ticket", models.CharField(max_length=32)),
                (
                    "reason",
                    models.CharField(
                        choices=[("triads", "Triads"), ("quota", "Quota"), ("address", "Address")],
                        max_length=10,
                    ),
                ),
                ("began", models.BooleanField(default=False)),
                (
                    "since",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "until",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "link",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="waiting",
                        to="studies.recruitmentlink",
                    ),
                ),
                (
                    "study",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="waiting",
                        to="studies.study",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("study", "ticket"), name="waiting_once"),
                    models.CheckConstraint(
                        condition=models.Q(("reason__in", ["triads", "quota", "address"])),
                        name="waiting_reason",
                    ),
                ],
            },
        ),
    ]
