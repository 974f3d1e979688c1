"""The methods paragraph of the report."""

import re

import pytest

from analysis.recomputation.store import recompute
from analysis.report_zip.markup import latex
from analysis.report_zip.methods.paragraph import METHODS_TEXT
from studies.models import Judge
from studies.ratings import follow_up
from studies.services.judging import withdrawal
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import drafts, opening, transitions
from studies.services.recruiting import links
from tests.analysis.answering import give_answers, withdraw
from tests.analysis.report_zip.archive import answered, files, quantities, rows
from tests.factories import make_judge, make_link, open_study

pytestmark = pytest.mark.django_db


TESTED = re.compile(
    r"\bp [=<>]|limit|l.mite|d-prime|binomial|shown|demostr|right answers|correctas", re.IGNORECASE
)


def test_methods_of_a_difference_in_both_languages(client, owner):
    study, _ = answered(owner, 98, 45)
    found = files(client, owner, study)
    english, spanish = (found[f"methods_{code}.txt"].decode() for code in ("en", "es"))
    assert study.plan_sha256 in english
    assert "45 were right (45.9 %; guessing gives 33.3 %)" in english
    assert (
        "p = 0.0065 (41 right answers needed at alpha = 0.05): a difference was shown." in english
    )
    assert "one-sided 95 % lower limit of pd is 5.9 %." in english
    assert "d-prime is 1.25." in english
    assert "dio p = 0.0065 (41 respuestas correctas" in spanish
    assert "se demostró una diferencia" in spanish


def test_methods_of_similarity_puts_the_own_test_first(client, owner):
    study, _ = answered(owner, 98, 36, goal="similarity")
    text = files(client, owner, study)["methods_en.txt"].decode()
    assert "p = 0.0007 (at most 40 right answers allowed at beta = 0.01, pd = 30 %)" in text
    assert text.index("similarity was shown.") < text.index("a difference was not shown.")
    assert "one-sided 99 % upper limit of pd is 23.4 %." in text


@pytest.mark.parametrize(
    ("asked", "english", "spanish"),
    [
        ({"ask": "degree", "when": "each"}, "After each choice judges", "Tras cada elección los"),
        (
            {
                "ask": "rate",
                "criteria": [{"key": "quality"}, {"label": "Wit & charm"}],
                "reference": ["A plain text."],
            },
            "After their last choice judges also rated the three texts by quality and Wit & charm,",
            "valoraron además los tres textos en quality y Wit & charm, como magnitudes frente",
        ),
    ],
)
def test_methods_tell_which_numbers_were_asked_for(client, owner, asked, english, spanish):
    study = open_study(owner=owner, follow_up=follow_up.checked(asked))
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    assert english in found["methods_en.txt"].decode()
    assert spanish in found["methods_es.txt"].decode()


@pytest.mark.parametrize(
    "plan", [{}, {"goal": "similarity"}, {"evaluations": 96, "evaluations_per_judge": 6}]
)
def test_methods_before_the_verdict_tell_plan_and_progress_only(client, owner, plan):
    study, _ = answered(owner, 37, 30, **plan)
    found = files(client, owner, study)
    for name in ("methods_en.txt", "methods_es.txt", "methods_en.tex", "methods_es.tex"):
        text = found[name].decode()
        assert TESTED.findall(text) == []
        assert "37" in text
        assert "30 were" not in text


def test_methods_of_a_sequential_plan_and_of_repeats(client, owner):
    study, _ = answered(owner, 60, 50, method="sequential", beta=0.05)
    text = files(client, owner, study)["methods_en.txt"].decode()
    assert "on the line that shows a difference (exact risk of this plan: 0.0" in text
    assert "in the order in which their triads were first assigned to a judge" in text
    # No p and no limit for a fixed number: those of the sequential end alone.
    assert text.count(" p =") == 1
    assert "By the stagewise ordering of sequential ends pd is estimated as 100.0 %" in text
    assert "Answers that came after the verdict and do not alter it: 53, 43 of them right." in text
    assert "other texts of the same authors may differ" in text
    study, _ = answered(owner, 96, 45, evaluations=96, evaluations_per_judge=6)
    text = files(client, owner, study)["methods_en.txt"].decode()
    assert "by 16 judges" in text
    assert "gives no limits and no similarity test" in text
    assert "lower limit" not in text


def test_hostile_names_are_literal_in_latex_and_harmless_in_csv(client, owner):
    hostile = r"=\input{x} 50% & $1_000 #~^ {p}"
    study = open_study(owner=owner, evaluations=24, title=hostile, subject_a=hostile)
    give_answers(study, 24, 20, link=make_link(study, panel=hostile))
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    escaped = (
        r"=\textbackslash{}input\{x\} 50\% \& \$1\_000 \#\textasciitilde{}\textasciicircum{} \{p\}"
    )
    assert escaped in found["methods_en.tex"].decode()
    assert hostile in found["methods_es.txt"].decode()
    assert rows(found["trials.csv"])[0]["panel"] == f"'{hostile}"
    assert quantities(found)["title"] == f"'{hostile}"


def test_phrases_need_no_care_in_latex_and_hold_the_same_values():
    field = re.compile(r"\{\w+\}")
    (*texts, conduct, numbers), (*textos, conducta, numeros) = (
        sorted(text, key=lambda part: isinstance(part, tuple)) for text in METHODS_TEXT.values()
    )
    pairs = zip([*texts, *conduct, *numbers], [*textos, *conducta, *numeros], strict=True)
    for english, spanish in pairs:
        assert sorted(field.findall(english)) == sorted(field.findall(spanish))
        for text in (english, spanish):
            assert latex(field.sub("", text)) == field.sub("", text)


def test_methods_tell_the_rule_both_sets_and_what_was_taken_back(client, owner):
    plan = {"least_seconds": 2.5, "evaluations": 24, "pd": 0.5}
    study, trials = answered(owner, 24, 20, **plan)
    withdraw(trials[:1])
    Judge.objects.filter(pk=trials[5].judge_id).update(
        excluded_at=study.opened_at, excluded_why="too_fast"
    )
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    english, spanish = (found[f"methods_{code}.txt"].decode() for code in ("en", "es"))
    rule = "judges who answered in less than 2.5 seconds; all counted answers decide."
    assert rule in english
    assert "the answers left by the exclusion rule gave 18 right of 22 (p < 0.0001" in english
    assert "The exclusion rule named 1 judge." in english
    assert "which do not count: 1." in english
    assert "señaló a 1 juez." in spanish
    assert "18 correctas de 22" in spanish


def test_what_happened_beside_the_plan_stands_in_methods_and_statement(client, owner):
    study, _ = answered(owner, 98, 45)
    found = files(client, owner, study)
    assert "recruitment was changed" not in found["methods_en.txt"].decode()
    assert "Nothing that is known." in found["design_statement.md"].decode()
    assert quantities(found)["status"] == "complete"
    study, _ = answered(owner, 60, 30)
    copy = drafts.duplicate(study=study, user=owner)
    opening.open_study(study=copy, user=owner)
    links.revoke(link=study.links.get(), user=owner)
    known = {"source": "PROLIFIC_PID", "external_id": "p1"}
    for mode in ("pilot", "live"):
        judge = make_judge(make_link(study, mode=mode), **known)
        answer(code=next_trial(judge).code, position=1)
    withdrawal.withdraw(code=study.trials.filter(mode="live").first().code)
    late = next_trial(make_judge(make_link(study)))
    transitions.close(study=study, user=owner, why="term is over")
    answer(code=late.code, position=1)
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    english, spanish = (found[f"methods_{code}.txt"].decode() for code in ("en", "es"))
    for text in (
        "Surplus answers, kept and not counted since they came after their texts had been given to "
        "another judge or after the study had ended: 1.",
        "links added 2, links revoked 1, links given another end or number of places 0, changes "
        "of the list of excluded ids 0.",
        "Answers withdrawn before the verdict, while results could be seen: 1.",
        "had been pilot judges of this study before: 1.",
        "Other studies with the same texts: 2, among them ",
        str(copy.code),
    ):
        assert text in english
    assert "enlaces revocados 1" in spanish
    assert "Respuestas sobrantes, " in spanish
    for name in ("design_statement.md", "heds_datasheet.md", "README.md", "report.html"):
        assert "1 surplus answer is kept and not counted" in found[name].decode()
    assert "los mismos textos: 2, entre ellos " in spanish
    assert "2 links added, 1 link revoked" in found["design_statement.md"].decode()
    told = quantities(found)
    assert told["judges_back_from_pilot"] == told["withdrawn_while_results_could_be_seen"] == "1"
    assert str(copy.code) in told["studies_with_the_same_texts_seen"]


def test_attention_triads_passed_are_told(client, owner):
    study, _ = answered(owner, 12, 6)
    assert "attention triads" not in files(client, owner, study)["methods_en.txt"].decode()
    result = study.results.get()
    result.numbers["attention"] = {"counted": 12, "correct": 11}
    result.save()
    found = files(client, owner, study)
    assert "Of 12 attention triads 11 were passed." in found["methods_en.txt"].decode()
    assert "De 12 ternas de atención se superaron 11." in found["methods_es.txt"].decode()
    assert quantities(found)["attention_passed"] == "11"
