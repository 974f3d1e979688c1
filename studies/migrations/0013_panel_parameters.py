"""What a panel hands over with its member's id is called so. The column keeps its name.

Nothing is done to the database, so servers of the former version work on while this is applied.
"""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("studies", "0012_link_of_the_visit")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("judge", "judge_withdrawn_is_blank"),
                migrations.AlterField(
                    "judge", "came_with", models.JSONField(db_column="came_with", default=dict)
                ),
                migrations.RenameField("judge", "came_with", "panel_parameters"),
                migrations.AddConstraint(
                    "judge",
                    models.CheckConstraint(
                        condition=Q(withdrawn_at__isnull=True)
                        | Q(
                            browser_key="",
                            language="",
                            panel_parameters={},
                            questionnaire={},
                            reads_whole=False,
                            same_browser_as__isnull=True,
                        ),
                        name="judge_withdrawn_is_blank",
                    ),
                ),
            ]
        )
    ]
