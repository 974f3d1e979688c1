"""What a study is: each kind stands in each mapping, and nothing else asks for it."""

import re
from pathlib import Path

from studies.api import study_forms
from studies.exports import ratings
from studies.judge import trial_views
from studies.kinds import KINDS
from studies.kinds.rating import part_shown, plan_load
from studies.models import RatingPlan, Study
from studies.services.judging import rehearsals
from studies.services.lifecycle import opening, opening_warnings
from studies.services.lifecycle.places import making as place_making
from studies.services.texts import upload_types
from studies.workbench import downloads
from studies.workbench.draft import views as draft
from studies.workbench.forms.review import FORMS

ROOT = Path(__file__).parents[2]
MAPPINGS = (
    opening._WHY_NOT,
    opening_warnings._OF_KIND,
    place_making._MAKING,
    rehearsals.OUTCOMES,
    upload_types._TYPES,
    FORMS,
    ratings._SOURCES,
    downloads._ANSWER_FILES,
    study_forms._FORMS,
    trial_views._HELD,
    trial_views._FEEDBACK,
    trial_views._POSTED,
    draft._QUESTIONS,
)
ASKS = re.compile(r"StudyKind\.[A-Z]+|study\.kind (?:[!=]=|in)")


def test_each_kind_is_told_on_each_floor() -> None:
    kinds = {str(kind) for kind in Study.StudyKind}
    assert set(KINDS) == kinds
    for mapping in MAPPINGS:
        assert set(mapping) == kinds


def test_nothing_but_the_kinds_asks_what_a_study_is() -> None:
    """The columns of the model and migrations name a kind; all else goes by `kind_of`."""
    own = {"studies/models/study.py", "studies/kinds/triangle.py", "studies/kinds/rating.py"}
    files = [
        path
        for app in ("studies", "analysis", "triadsurvey")
        for path in (ROOT / app).rglob("*.py")
        if "migrations" not in path.parts
    ]
    files += (ROOT / "templates").rglob("*.html")
    asking = {str(path.relative_to(ROOT)) for path in files if ASKS.search(path.read_text())}
    assert asking == own


def test_a_page_of_many_systems_has_five_texts():
    ranked = RatingPlan(method="rankme", setup="apart")
    assert [plan_load(ranked, systems=n).numbers for n in (3, 5, 8)] == [3, 5, 5]
    assert [part_shown(ranked, systems=n) for n in (3, 5, 6, 8)] == [0, 0, 5, 5]
    assert part_shown(RatingPlan(method="likert"), systems=8) == 0
