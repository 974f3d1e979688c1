"""What a number of texts comes to."""

from analysis.planner.number_of_texts import rows, sentences, texts_plan, texts_plans, warnings


def test_the_design_effect_of_a_plan():
    plan = texts_plan(98, texts=12, correlation=0.05)
    assert plan.effect == 1 + (98 / 12 - 1) * 0.05
    assert plan.times_read == 12.25
    assert (round(plan.worth), plan.needed) == (72, 158)
    assert sentences(plan) == [
        "With 12 texts a subject each text will be read about 12 times. The verdict is for these "
        "texts.",
        "About other texts like these, 98 answers say what 72 independent ones would (design "
        "effect "
        "1.36); to be worth 98 it would take 158.",
    ]
    assert warnings(plan) == []


def test_too_few_texts_are_never_made_good():
    plan = texts_plan(98, texts=2, correlation=0.05)
    assert plan.needed is None
    said = "2 texts a subject never say more than 40 independent answers would."
    assert sentences(plan)[1].endswith(said)
    [warning] = warnings(plan)
    assert "the verdict says little beyond these texts" in warning


def test_where_each_text_is_read_once_nothing_is_lost():
    plan = texts_plan(98, texts=200, correlation=0.05)
    assert (plan.effect, plan.needed) == (1, 98)
    assert "98 answers say as much as of these" in sentences(plan)[1]
    assert sentences(plan)[0].startswith("With 200 texts a subject each text will be read less")


def test_the_number_asked_for_stands_among_the_others():
    found = texts_plans(98, texts=12, correlation=0.05)
    assert [plan.texts for plan in found] == [2, 5, 10, 12, 24, 48]
    assert rows(found)[0] == ("2", "about\u00a074\u00a0times", "3.40", "29", "never")
    assert len(texts_plans(98, texts=None, correlation=0.05)) == 5
