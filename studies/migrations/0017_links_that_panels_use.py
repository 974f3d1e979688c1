"""Links that only members of a panel have used ask for their ids from now on.

An id in the address counts only where the link asks for one. Before, PROLIFIC_PID and workerId
counted at every link, and running studies rely on it.
"""

from django.db import migrations

ASK = """
UPDATE studies_recruitmentlink l SET id_parameter = names.parameter
FROM (VALUES ('prolific', 'PROLIFIC_PID'), ('mturk', 'workerId')) names (source, parameter)
WHERE l.id_parameter = '' AND NOT l.mturk AND NOT l.personal
  AND EXISTS (SELECT 1 FROM studies_judge j WHERE j.link_id = l.id)
  AND NOT EXISTS (
      SELECT 1 FROM studies_judge j WHERE j.link_id = l.id AND j.source <> names.source
  )
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0016_waiting_and_signs_of_life")]

    operations = [migrations.RunSQL(ASK, migrations.RunSQL.noop)]
