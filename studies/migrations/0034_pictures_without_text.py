"""An image may stand without a text, where it has a description."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0033_index_of_claims"),
    ]

    operations = [
        migrations.AlterField(
            model_name="sample",
            name="text",
            field=models.TextField(
                "text",
                blank=True,
                validators=[django.core.validators.MaxLengthValidator(50000)],
            ),
        ),
        migrations.RemoveConstraint(model_name="sample", name="sample_text_not_empty"),
        migrations.AddConstraint(
            model_name="sample",
            constraint=models.CheckConstraint(
                condition=models.Q(("text", ""), _negated=True)
                | (models.Q(("image__isnull", False)) & models.Q(("alt_text", ""), _negated=True)),
                name="sample_text_or_image",
            ),
        ),
    ]
