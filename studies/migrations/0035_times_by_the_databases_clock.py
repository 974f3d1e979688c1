"""When something happened is the database's time: web servers and workers may differ.

One column at a time, each for itself: no judge waits for two tables that the migration holds, and a
default that is set again changes nothing.
"""

from django.db import migrations, models
from django.db.models.functions import Now

TIMES = {
    "amendment": "at",
    "apitoken": "created_at",
    "colleagueinvitation": "made_at",
    "event": "at",
    "invitation": "asked_at",
    "job": "created_at",
    "recruitmentlink": "created_at",
    "sharelink": "made_at",
    "study": "created_at",
    "upload": "created_at",
    "webhook": "made_at",
}


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("studies", "0034_pictures_without_text")]

    operations = [
        migrations.AlterField(model, name, models.DateTimeField(db_default=Now(), editable=False))
        for model, name in TIMES.items()
    ]
