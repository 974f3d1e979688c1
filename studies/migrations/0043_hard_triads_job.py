from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0042_codes_of_reasons"),
    ]

    operations = [
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("open", "opening the study"),
                    ("check_upload", "reading the upload"),
                    ("save_upload", "storing the texts"),
                    ("rehearse", "rehearsing the study"),
                    ("machine_judge", "asking the machine judge"),
                    ("tells", "looking for what gives the texts away"),
                    ("companions", "trying one-rule judges on the texts"),
                    ("hard_triads", "looking for hard triads"),
                    ("send_invitations", "sending invitations"),
                    ("reading", "analysing how people read"),
                ],
                max_length=20,
            ),
        ),
    ]
