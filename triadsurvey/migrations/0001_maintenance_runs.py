"""When a backup, and a restore drill, has last succeeded."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="MaintenanceRun",
            fields=[
                (
                    "kind",
                    models.CharField(
                        choices=[("backup", "Backup"), ("drill", "Restore drill")],
                        max_length=20,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("finished_at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["backup", "drill"])),
                        name="maintenance_run_kind",
                    )
                ],
            },
        ),
    ]
