"""The plan of a rating study in words. No database."""

import pytest

from studies.models import RatingPlan
from studies.workbench.rating_plan import aim_of_ratings


@pytest.mark.parametrize(
    ("method", "margin", "said"),
    [
        ("rankme", 1.1, "1.1: systems within this ratio are called similar"),
        ("likert", 1.5, "1.5 points: systems no further apart are called similar"),
        ("likert", None, "none: no two systems are called similar"),
    ],
)
def test_the_margin_is_a_ratio_or_on_a_scale_so_many_points(method, margin, said):
    plan = RatingPlan(method=method, margin=margin)
    rated = {field.name: getattr(plan, field.attname) for field in RatingPlan._meta.fields}
    systems = {"A": "TGen", "B": "Slug2Slug"}
    document = {
        "rating": rated, "subjects": systems, "texts": 2, "alpha": 0.05, "lacks_contexts": False,
    }  # fmt: skip
    assert dict(aim_of_ratings(document))["Margin"] == said


@pytest.mark.parametrize(
    ("setup", "lacks", "said"),
    [
        ("apart", False, "What the texts are made from is not shown."),
        ("together", False, "is shown: the page asks by Informativeness, Quality too"),
        ("together", True, "was not given, only that of the reference is shown."),
    ],
)
def test_a_criterion_says_that_a_page_of_several_shows_what_texts_are_made_from(setup, lacks, said):
    plan = RatingPlan(setup=setup, reference_context="name[Fish]")
    rated = {field.name: getattr(plan, field.attname) for field in RatingPlan._meta.fields}
    document = {
        "rating": rated, "subjects": {"A": "a", "B": "b"}, "texts": 2, "alpha": 0.05,
        "lacks_contexts": lacks,
    }  # fmt: skip
    assert said in dict(aim_of_ratings(document))["Naturalness"]
