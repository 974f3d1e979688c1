"""A study in which no column has its default, so that one that is forgotten shows."""

import copy
import uuid
from datetime import UTC, date, datetime
from typing import Any

from studies.models import Study
from studies.questionnaire import checked
from studies.ratings import follow_up
from tests.factories import make_sample, make_study

FULL_PLAN: dict[str, Any] = {
    "title": "Weather, with everything",
    "subject_a": "Meteorologist",
    "subject_b": "Modelo «Ñ»",
    "protocol": "directed",
    "goal": "similarity",
    "alpha": 0.1,
    "beta": 0.01,
    "pd": 0.25,
    "evaluations": 97,
    "evaluations_per_judge": 1,  # its default: more are for a difference test alone
    "pairing": "same",
    "language": "gl",
    "question": "Cal é distinto?",
    "instructions": "Le os tres.",
    "consent_text": "Acepto.",
    "thanks_text": "Grazas.",
    "presentation": "masked",
    "progress_shown": False,
    "practice_triads": 2,
    "asks_sureness": True,
    "sureness_weights": [0, 0, 1, 3],
    "asks_reason": True,
    "questionnaire": checked([{"label": "Your age", "kind": "number", "least": 18}]),
    "follow_up": follow_up.checked(
        {
            "ask": "rate",
            "when": "each",
            "criteria": [{"key": "quality"}, {"label": "Cálida", "definition": "Como un prato."}],
            "reference": ["Sol."],
        }
    ),
    "least_seconds": 2.5,
    "attention_at": [1],
    "most_failed_attention": 0,
    "primary_set": "kept",
    "translations": {"es": {"question": "¿Cuál es distinto?"}},
    "privacy_contact": "privacy@example.org",
    "withdrawal_until": date(2090, 5, 1),
    "retention_until": date(2095, 1, 1),
    "method": "sequential",
    "family": "Weather",
    "family_size": 4,
    "blind": True,
    "hold_minutes": 7,
    "ends_at": datetime(2090, 6, 1, 12, tzinfo=UTC),
    "b_imitates_a": True,
    "is_test": True,
}
SEED = "00112233445566778899aabbccddeeff"
CODE = uuid.UUID("7f0c1d52-0d3e-4a57-9b43-6f2d1f5a9c10")


def make_full_study(**fields: Any) -> Study:
    """A draft with all of `FULL_PLAN`, and texts of each kind."""
    study = make_study(items=0, code=CODE, seed=SEED, **{**FULL_PLAN, **fields})
    for kind in ("main", "practice", "attention"):
        for number in range(3):
            for subject in "AB":
                text = f"{kind} text {number} of {subject}"
                make_sample(study, subject, f"{kind} {number}", text, kind=kind)
    return study


# In place of FULL_PLAN's, where a default is none or the same.
OTHER_VALUES = {
    "title": "Another",
    "subject_a": "Another",
    "subject_b": "A third",
    "evaluations": 24,
    "family": "Climate",
    "family_size": 5,
    "evaluations_per_judge": 3,
}


def with_other_value(study: Study, name: str) -> Study:
    """The study with another value in one column; not stored."""
    changed = copy.copy(study)
    default = Study._meta.get_field(name).get_default()
    setattr(changed, name, OTHER_VALUES.get(name, default))
    assert getattr(changed, name) != getattr(study, name)
    return changed
