from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0050_rating_margin"),
    ]

    operations = [
        migrations.AlterField(
            model_name="ratingplan",
            name="method",
            field=models.CharField(
                choices=[
                    ("likert", "a scale of points, one text a page"),
                    ("plain_me", "magnitude estimation, one text a page"),
                    ("rankme", "magnitude estimation, texts about an item on one page"),
                ],
                default="rankme",
                max_length=8,
            ),
        ),
    ]
