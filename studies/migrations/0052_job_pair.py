from itertools import combinations

from django.db import migrations, models

PAIRS = ["".join(two) for two in combinations("ABCDEFGH", 2)]


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0051_rankme_in_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="job",
            name="pair",
            field=models.CharField(db_default="AB", default="AB", max_length=2),
        ),
        migrations.RemoveConstraint(model_name="job", name="job_one_of_a_kind"),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.UniqueConstraint(
                condition=models.Q(finished_at__isnull=True),
                fields=("study", "kind", "pair"),
                name="job_one_of_a_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("pair", "AB"),
                    models.Q(("kind__in", ["machine_judge", "tells"]), ("pair__in", PAIRS)),
                    _connector="OR",
                ),
                name="job_pair",
            ),
        ),
    ]
