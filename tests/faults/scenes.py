"""Open studies in the database of a stack, made by the product's services in another process."""

import json
from dataclasses import dataclass
from typing import Any

from tests.stack import Stack

MAKE = """
import json
from uuid import uuid4
from tests.factories import make_link, make_study, make_user
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.lifecycle import opening
made = []
for fields in json.loads('''{wanted}'''):
    study = make_study(owner=make_user(f"{{uuid4()}}@example.org"), **fields)
    study = opening.open_study(
        study=study, user=study.owner, accepted=list(ACCEPTING)
    )
    link = make_link(study)
    made.append([study.pk, str(study.code), link.token])
print("MADE " + json.dumps(made))
"""


@dataclass(frozen=True)
class Scene:
    """An open study with one live classroom link."""

    stack: Stack
    pk: int
    code: str
    token: str

    @property
    def address(self) -> str:
        return f"{self.stack.base_url}/j/{self.token}/"

    def result(self) -> tuple[int, int] | None:
        """Return the counted and correct answers of the stored result."""
        rows = self.stack.sql(
            "SELECT counted, correct FROM analysis_result WHERE study_id = %s", [self.pk]
        )
        return rows[0] if rows else None

    def counted(self) -> tuple[int, int]:
        """Return the same counted anew from the answers."""
        return self.stack.sql(
            "SELECT count(*), count(*) FILTER (WHERE a.correct) FROM studies_answer a "
            "JOIN studies_trial x ON x.id = a.trial_id JOIN studies_triad t ON t.id = x.triad_id "
            "JOIN studies_study s ON s.id = x.study_id WHERE s.id = %s AND x.state = 'answered' "
            "AND x.mode = 'live' AND x.kind = 'main' AND t.number <= s.evaluations",
            [self.pk],
        )[0]

    def is_right(self) -> bool:
        return self.result() == self.counted()

    def answers(self) -> dict[str, int]:
        """Return each stored choice by the code of its trial."""
        return dict(
            self.stack.sql(
                "SELECT x.code, a.chosen_position FROM studies_answer a "
                "JOIN studies_trial x ON x.id = a.trial_id WHERE x.study_id = %s",
                [self.pk],
            )
        )


def make(stack: Stack, *studies: dict[str, Any], and_then: str = "") -> list[Scene]:
    """Make and open studies with these fields (tests.factories.make_study); then run a script."""
    script = MAKE.format(wanted=json.dumps(studies)) + and_then
    output = stack.shell(script)
    line = next(line for line in output.splitlines() if line.startswith("MADE "))
    return [Scene(stack, *row) for row in json.loads(line.removeprefix("MADE "))]
