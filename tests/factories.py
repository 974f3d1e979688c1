"""Minimal valid objects for tests. Everything random is fixed, nothing surprises."""

from itertools import count
from typing import Any

from studies import design
from studies.models import Judge, RatingPlan, RecruitmentLink, Sample, Study, User
from studies.models.sample import Kind
from studies.models.study import SYSTEMS
from studies.services.lifecycle import frozen_plan, opening
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.lifecycle.places import sheets, triads

_numbers = count(1)


def make_user(email: str = "", **fields: Any) -> User:
    """An account of a researcher who may sign in to the admin."""
    fields.setdefault("is_staff", True)
    return User.objects.create_user(
        email or f"researcher{next(_numbers)}@example.org", "secret-pass-1", **fields
    )


def make_sample(study: Study, subject: str, item: str, text: str, **fields: Any) -> Sample:
    """One main text."""
    sample = _sample(study, subject, item, text, **fields)
    sample.save(force_insert=True)
    return sample


def _sample(study: Study, subject: str, item: str, text: str, **fields: Any) -> Sample:
    return Sample(
        study=study,
        subject=subject,
        item=item,
        text=text,
        content_hash=design.content_hash(text),
        row=next(_numbers),
        **fields,
    )


def make_study(*, items: int = 12, **fields: Any) -> Study:
    """A draft with `items` items, each with one text of either subject."""
    fields.setdefault("owner", None)
    fields["owner"] = fields["owner"] or make_user()
    fields.setdefault("title", "Weather reports")
    fields.setdefault("subject_a", "Forecaster")
    fields.setdefault("subject_b", "Machine")
    fields.setdefault("evaluations", 24)
    fields.setdefault("privacy_contact", "Ann, ann@example.org")
    fields.setdefault("seed", "00112233445566778899aabbccddeeff")
    study = Study.objects.create(**fields)
    Sample.objects.bulk_create(
        _sample(study, subject, f"day {number}", f"Text {number} by hand {subject}.")
        for number in range(items)
        for subject in "AB"
    )
    return study


def open_study(**fields: Any) -> Study:
    """An open study; see `make_study`."""
    study = make_study(**fields)
    return opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))


def make_link(study: Study, **fields: Any) -> RecruitmentLink:
    """An open live link without limits on starts."""
    fields.setdefault("panel", "public")
    fields.setdefault("classroom", True)
    return RecruitmentLink.objects.create(study=study, **fields)


def make_judge(link: RecruitmentLink, **fields: Any) -> Judge:
    """A judge who has consented."""
    fields.setdefault("form_key", f"form-key-{next(_numbers)}")
    fields.setdefault("consent_sha256", "0" * 64)
    return Judge.objects.create(study=link.study, link=link, mode=link.mode, **fields)


def open_rating_study(
    *, items: int = 4, systems: int = 3, context: str = "", **fields: Any
) -> Study:
    """A rating study with its sheets, opened past the refusal.

    `plan` holds the plan of ratings, `texts` what all texts of a system are, `context` what all
    main texts are made from. Practice sheets, if the study asks for some, have a text of each
    system, and attention sheets one of A alone.
    """
    more = [f"System {letter}" for letter in SYSTEMS[2:systems]]
    plan, texts = fields.pop("plan", {}), fields.pop("texts", {})
    study = make_study(items=items, kind="rating", more_subjects=more, **fields)
    Sample.objects.bulk_create(
        _sample(
            study,
            subject,
            f"day {number}",
            texts.get(subject, f"Text {number} by hand {subject}."),
        )
        for number in range(items)
        for subject in SYSTEMS[2:systems]
    )
    study.samples.update(context=context)
    for kind, number in triads.practice_and_attention_numbers(study).items():
        letters = SYSTEMS[:systems] if kind == Kind.PRACTICE else "A"
        Sample.objects.bulk_create(
            _sample(study, letter, f"{kind} {n}", f"{kind} text {n} of {letter}.", kind=kind)
            for n in range(number)
            for letter in letters
        )
    RatingPlan.objects.create(study=study, **plan)
    study.evaluations = sheets.number_of_sheets(study)
    sheets.add_shuffled_twins(study)
    frozen_plan.freeze(study)
    study.status, study.opened_at = Study.Status.OPEN, study.created_at
    study.save()
    sheets.make_sheets(study)
    sheets.make_practice_and_attention_sheets(study)
    return study
