"""By which link a judge came back: whoever sent them this time gets the code of the end."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studies", "0011_indexes_of_lists")]

    operations = [
        migrations.AddField(
            model_name="judge",
            name="came_back_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="studies.recruitmentlink",
            ),
        ),
    ]
