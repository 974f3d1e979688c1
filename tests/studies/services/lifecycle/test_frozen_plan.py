"""The frozen plan: the same bytes for the same study, and a part for all that decides."""

import hashlib
import json
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps

from studies.models import RatingPlan, Study
from studies.services.lifecycle import frozen_plan
from studies.services.lifecycle.plan_fields import FORM_FIELDS
from studies.workbench.frozen_plan import plan_sections
from tests.factories import make_sample, make_study, open_rating_study
from tests.studies.services.lifecycle.full_plan import make_full_study, with_other_value

pytestmark = pytest.mark.django_db

# Written by an earlier version; a plan that was cited with its hash must be made again alike. It
# changes with the default sentences that judges read and with a new column of the plan alone.
STORED = Path(__file__).with_name("plan.json").read_text()
SHA256 = "87de7ef6b1c3ae861b8a7851ecf8c92bc06cfd890eee703c11fb93c3a8f5d55a"


def test_the_same_study_gives_the_same_bytes_and_hash() -> None:
    # A plan of before had no page of numbers, imitation and weights, and no word of them.
    study = make_full_study(follow_up={}, b_imitates_a=False, sureness_weights=[])
    study.accepted_warnings = ["fewer_than_recommended"]
    frozen_plan.freeze(study)
    assert study.plan_json == STORED
    assert study.plan_sha256 == SHA256 == hashlib.sha256(STORED.encode()).hexdigest()


def test_the_plan_of_a_rating_study_has_nothing_that_only_triads_use() -> None:
    plan = json.loads(open_rating_study().plan_json)
    assert not {"goal", "pd", "beta", "pairing", "recommended_evaluations"} & set(plan)
    assert {"alpha", "evaluations", "rating", "subjects", "wording"} <= set(plan)


def test_all_that_is_set_changes_the_plan_but_names_and_dates_for_researchers() -> None:
    study = make_full_study()
    whole = frozen_plan.canonical_json(study)
    alike = {
        name
        for name in FORM_FIELDS
        if frozen_plan.canonical_json(with_other_value(study, name)) == whole
    }
    assert alike == {"title", "ends_at", "retention_until"}


def test_conditions_of_texts_stand_in_the_plan_where_there_are_any() -> None:
    study = make_study(items=2)
    assert "conditions" not in frozen_plan.plan_of(study)
    study.samples.filter(subject="B").update(condition="shuffled")
    of_plan = frozen_plan.conditions_part(study)["conditions"]
    assert of_plan["texts"] == {"": 2, "shuffled": 2}
    # One text of another condition, as many of each: another hash.
    one, other = (study.samples.filter(subject=subject).first() for subject in "AB")
    study.samples.filter(pk=one.pk).update(condition="shuffled")
    study.samples.filter(pk=other.pk).update(condition="")
    changed = frozen_plan.conditions_part(study)["conditions"]
    assert changed["texts"] == of_plan["texts"]
    assert changed["sha256"] != of_plan["sha256"]
    assert ("Texts by condition", "none: 2; shuffled: 2") in [
        *plan_sections(frozen_plan.plan_to_read(study))[0][1]
    ]


def test_a_draft_and_a_frozen_plan_are_read_alike() -> None:
    study = make_study()
    as_draft = frozen_plan.plan_to_read(study)
    frozen_plan.freeze(study)
    study.save()
    as_frozen = frozen_plan.plan_to_read(Study.objects.defer("plan_json").get(pk=study.pk))
    assert as_frozen == as_draft
    assert as_frozen["texts"] == 24
    assert "samples" not in as_frozen


def test_the_plan_of_a_rating_study_says_how_texts_are_rated() -> None:
    study = make_study(items=1, kind="rating", more_subjects=["Third"])
    make_sample(study, "C", "day 0", "Of the third.")
    rating = RatingPlan.objects.create(study=study)
    before = frozen_plan.plan_of(study)
    assert before["subjects"] == {"A": "Forecaster", "B": "Machine", "C": "Third"}
    rating.judges_per_item = 5
    rating.save()
    frozen_plan.freeze(study)
    after = json.loads(study.plan_json)
    assert (after["kind"], after["rating"]["judges_per_item"]) == ("rating", 5)
    changed = {name for name, value in after.items() if before[name] != value}
    assert changed == {"rating"}


def test_the_hash_of_all_texts_is_of_all_systems() -> None:
    three = frozen_plan.hash_of_texts(["A 11", "B 22", "C 33"])
    assert frozen_plan.hash_of_texts(["C 11", "A 22", "B 33"]) == three
    assert frozen_plan.hash_of_texts(["A 11", "B 22"]) != three


def test_the_hash_of_all_texts_knows_neither_order_nor_letters() -> None:
    texts = ["A 11", "A 22", "B 33"]
    whole = frozen_plan.hash_of_texts(texts)
    assert frozen_plan.hash_of_texts(["B 33", "A 22", "A 11"]) == whole
    assert frozen_plan.hash_of_texts(["B 11", "B 22", "A 33"]) == whole
    for other in (["A 11", "B 22", "B 33"], ["A 11", "B 33"], ["A 11", "A 22", "A 22", "B 33"]):
        assert frozen_plan.hash_of_texts(other) != whole


def test_plans_that_were_frozen_before_have_the_same_hash_of_their_texts() -> None:
    migration = import_module("studies.migrations.0019_hash_of_all_texts")
    study = make_full_study()
    frozen_plan.freeze(study)
    Study.objects.filter(pk=study.pk).update(plan_json=study.plan_json, texts_sha256="")
    migration.hash_texts(apps, None)
    assert Study.objects.get(pk=study.pk).texts_sha256 == study.texts_sha256 != ""
