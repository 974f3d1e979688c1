"""One hash of all main texts of a study, by which another study of the same texts is found."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.db import migrations, models
from django.db.models import Q

FROZEN = """
CREATE OR REPLACE FUNCTION studies_study_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.status <> 'draft' AND NOT studies_erasing(OLD.id) THEN
            RAISE EXCEPTION 'study % was opened; it can only be erased as a whole', OLD.id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN OLD;
    END IF;
    IF OLD.status <> 'draft' AND (
        (OLD.subject_a, OLD.subject_b, OLD.goal, OLD.method, OLD.alpha, OLD.beta, OLD.pd,
         OLD.evaluations_per_judge, OLD.protocol, OLD.pairing, OLD.hold_minutes, OLD.blind,
         OLD.language,
         OLD.question, OLD.instructions, OLD.consent_text, OLD.thanks_text, OLD.seed, OLD.is_test,
         OLD.plan_json, OLD.plan_sha256, OLD.accepted_warnings, OLD.code,
         OLD.least_seconds, OLD.most_failed_attention, OLD.primary_set, OLD.attention_at,
         OLD.practice_triads,
         OLD.presentation, OLD.progress_shown, OLD.asks_reason, OLD.asks_sureness,
         OLD.questionnaire, OLD.translations, OLD.privacy_contact, OLD.withdrawal_until,
         OLD.secret, OLD.texts_sha256)
        IS DISTINCT FROM
        (NEW.subject_a, NEW.subject_b, NEW.goal, NEW.method, NEW.alpha, NEW.beta, NEW.pd,
         NEW.evaluations_per_judge, NEW.protocol, NEW.pairing, NEW.hold_minutes, NEW.blind,
         NEW.language,
         NEW.question, NEW.instructions, NEW.consent_text, NEW.thanks_text, NEW.seed, NEW.is_test,
         NEW.plan_json, NEW.plan_sha256, NEW.accepted_warnings, NEW.code,
         NEW.least_seconds, NEW.most_failed_attention, NEW.primary_set, NEW.attention_at,
         NEW.practice_triads,
         NEW.presentation, NEW.progress_shown, NEW.asks_reason, NEW.asks_sureness,
         NEW.questionnaire, NEW.translations, NEW.privacy_contact, NEW.withdrawal_until,
         NEW.secret, NEW.texts_sha256)
        OR NEW.evaluations < OLD.evaluations
        OR NEW.status = 'draft'
    ) THEN
        RAISE EXCEPTION 'the plan of study % is frozen', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""
BEFORE = FROZEN.replace(", OLD.texts_sha256", "").replace(", NEW.texts_sha256", "")


def hash_texts(apps: Any, schema_editor: Any) -> None:
    """Hash the texts that the frozen plans name."""
    studies = apps.get_model("studies", "Study").objects
    for pk in list(studies.exclude(plan_json="").values_list("pk", flat=True)):
        plan = json.loads(studies.values_list("plan_json", flat=True).get(pk=pk))
        studies.filter(pk=pk).update(texts_sha256=hash_of_texts(plan["samples"]))


def hash_of_texts(hashes: Iterable[str]) -> str:
    subjects: dict[str, list[str]] = {"A": [], "B": []}
    for text in hashes:
        subject, content_hash = text.split(" ")
        subjects[subject].append(content_hash)
    sides = sorted(" ".join(sorted(side)) for side in subjects.values())
    return hashlib.sha256("\n".join(sides).encode()).hexdigest()


class Migration(migrations.Migration):
    dependencies = [("studies", "0018_jumps_of_a_reading")]

    operations = [
        migrations.AddField(
            "study",
            "texts_sha256",
            models.CharField(blank=True, default="", editable=False, max_length=64),
        ),
        migrations.RunPython(hash_texts, migrations.RunPython.noop),
        migrations.RunSQL(FROZEN, BEFORE),
        migrations.AddIndex(
            "study",
            models.Index(
                condition=~Q(texts_sha256=""), fields=["texts_sha256"], name="study_of_texts"
            ),
        ),
        migrations.AddIndex(
            "event", models.Index(condition=Q(what="erased"), fields=["at"], name="event_erased")
        ),
    ]
