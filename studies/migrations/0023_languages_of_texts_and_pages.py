"""Texts in any language, and six more languages of the judges' pages."""

from django.db import migrations, models

PAGES = [
    ("", "As the browser asks"),
    ("en", "English"),
    ("es", "Español"),
    ("gl", "Galego"),
    ("fr", "Français"),
    ("de", "Deutsch"),
    ("pt", "Português"),
    ("it", "Italiano"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("ar", "العربية"),
    ("zh-hans", "简体中文"),
]
SAID = "What the page itself says. Each judge can switch; your own texts stay as they are."


class Migration(migrations.Migration):
    dependencies = [("studies", "0022_families_of_studies")]

    operations = [
        migrations.AlterField(
            "study",
            "language",
            models.CharField("language of the texts", max_length=35, default="en"),
        ),
        migrations.AlterField(
            "recruitmentlink",
            "language",
            models.CharField(
                "language of the pages", max_length=10, blank=True, choices=PAGES, help_text=SAID
            ),
        ),
    ]
