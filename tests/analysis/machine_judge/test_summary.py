"""What the machine judge found, in plain words."""

import pytest

from analysis.machine_judge import summary
from analysis.machine_judge.job import MachineJudgeResult
from analysis.stats.surface import Why
from studies.kinds.pair import Pair
from studies.models import Study
from tests.analysis.machine_judge.found import found

STUDY = Study(subject_a="Ro{sa}", subject_b="50 %s")
TOLD = "A plain program that counts letters tells Ro{sa} from 50 %s in"


@pytest.mark.parametrize(
    ("accuracy", "p_value", "sentence"),
    [
        (None, None, "The machine judge cannot say anything about these texts."),
        (
            0.6,
            None,
            f"{TOLD} 60\u00a0% of cases. Whether that is more than chance cannot be said for these "
            "texts.",
        ),
        (0.6, 0.2, f"{TOLD} 60\u00a0% of cases (p = 0.20): no more than chance may give."),
        (
            0.6,
            0.01,
            f"{TOLD} 60\u00a0% of cases (p = 0.01): the surface gives some of the texts away.",
        ),
        (0.75, 0.01, f"{TOLD} 75\u00a0% of cases (p = 0.01): the surface gives the texts away."),
    ],
)
def test_the_verdict_is_one_sentence(
    accuracy: float | None, p_value: float | None, sentence: str
) -> None:
    assert summary.verdict(Pair(STUDY), found(accuracy=accuracy, p_value=p_value)) == sentence


def test_topics_may_tell_where_no_item_has_both() -> None:
    one_sided = found(accuracy=None, p_value=None, one_sided_texts=40, one_sided_right=0.9)
    assert summary.verdict(Pair(STUDY), one_sided) == (
        f"{TOLD} 90\u00a0% of cases, but topics may tell: no item has texts of both."
    )
    assert summary.topics(Pair(STUDY), one_sided) == ""
    assert not summary.is_warning(one_sided)


def test_texts_of_one_subjects_topics_are_said_beside() -> None:
    some = found(accuracy=0.6, p_value=0.2, one_sided_texts=40, one_sided_right=0.9)
    assert summary.topics(Pair(STUDY), some) == (
        "40 texts are about items of one subject only and not counted: 90\u00a0% of them are told "
        "right, but there topics may tell."
    )
    one = found(accuracy=0.6, p_value=0.2, one_sided_texts=1, one_sided_right=1.0)
    assert summary.topics(Pair(STUDY), one).startswith(
        "1 text is about an item of one subject only"
    )
    assert summary.topics(Pair(STUDY), found(accuracy=0.6, p_value=0.2)) == ""


def test_only_more_than_chance_is_a_warning() -> None:
    assert summary.is_warning(found(p_value=0.05))
    assert not summary.is_warning(found(p_value=0.0501))
    assert not summary.is_warning(found(p_value=None))


@pytest.mark.parametrize("why", list(Why))
def test_each_reason_for_no_p_is_said(why: Why) -> None:
    assert summary.advice(Pair(STUDY), found(why_none=why, p_value=None)) == (
        summary.WHY_NONE[why].format(author="subject")
    )


def test_advice_follows_from_the_warning() -> None:
    assert summary.advice(Pair(STUDY), found(p_value=0.01)).startswith(
        "Judges may go by such signs too"
    )
    assert summary.advice(Pair(STUDY), found(p_value=0.5)).startswith(
        "That does not show that nothing"
    )


def test_a_rating_study_asks_how_good_texts_are_and_an_opened_one_keeps_its_texts() -> None:
    rated = Study(subject_a="Ro{sa}", subject_b="50 %s", kind="rating")
    said = summary.advice(Pair(rated), found(p_value=0.01))
    assert "rate them along with what is asked" in said
    assert "leave such items out. What belongs to the systems' way" in said
    rated.status = Study.Status.OPEN
    assert "leave such" not in summary.advice(Pair(rated), found(p_value=0.01))
    assert "both systems" in summary.advice(Pair(rated), found(why_none=Why.ONE_SUBJECT))


def test_the_size_tells_of_texts_that_were_not_drawn() -> None:
    seen = found(texts_a=1_000, texts_b=990, items=995, items_with_both=900)
    assert summary.size(MachineJudgeResult(seen, "", 1_990)) == (
        "It has seen 1,990 texts about 995 items, 900 of them by both."
    )
    assert summary.size(MachineJudgeResult(seen, "", 5_000)).endswith(
        "Of 5,000 texts, whole items were drawn at random, 2,000 texts at most."
    )
