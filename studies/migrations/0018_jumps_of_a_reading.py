"""The jumps of a reading record: which text the judge went to by the row of codes, and when."""

from django.db import migrations, models

DROP = "DROP TRIGGER studies_readingrecord_immutable ON studies_readingrecord;"
WITH_JUMPS = """
CREATE TRIGGER studies_readingrecord_immutable BEFORE UPDATE ON studies_readingrecord FOR EACH ROW
    WHEN ((OLD.answer_id, OLD.chosen_ms, OLD.confirmed_ms, OLD.visible_ms, OLD.choices, OLD.jumps,
           OLD.device, OLD.width, OLD.masked, OLD.stays)
        IS DISTINCT FROM
          (NEW.answer_id, NEW.chosen_ms, NEW.confirmed_ms, NEW.visible_ms, NEW.choices, NEW.jumps,
           NEW.device, NEW.width, NEW.masked, NEW.stays))
    EXECUTE FUNCTION studies_refuse(
        'answer_id, chosen_ms, confirmed_ms, visible_ms, choices, jumps, device, width, masked, '
        'stays never change');
"""
WITHOUT_JUMPS = """
CREATE TRIGGER studies_readingrecord_immutable BEFORE UPDATE ON studies_readingrecord FOR EACH ROW
    WHEN ((OLD.answer_id, OLD.chosen_ms, OLD.confirmed_ms, OLD.visible_ms, OLD.choices, OLD.device,
           OLD.width, OLD.masked, OLD.stays)
        IS DISTINCT FROM
          (NEW.answer_id, NEW.chosen_ms, NEW.confirmed_ms, NEW.visible_ms, NEW.choices, NEW.device,
           NEW.width, NEW.masked, NEW.stays))
    EXECUTE FUNCTION studies_refuse(
        'answer_id, chosen_ms, confirmed_ms, visible_ms, choices, device, width, masked, stays '
        'never change');
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0017_links_that_panels_use")]

    operations = [
        migrations.RunSQL(DROP, WITHOUT_JUMPS),
        migrations.AddField("readingrecord", "jumps", models.JSONField(default=list)),
        migrations.RunSQL(WITH_JUMPS, DROP),
    ]
