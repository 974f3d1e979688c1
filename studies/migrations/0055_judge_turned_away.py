"""When a judge asked for further texts and there were none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studies", "0054_letters_of_drafts")]

    operations = [
        migrations.AddField(
            model_name="judge",
            name="turned_away_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
