"""The methods paragraph of a paper: the plan, and with the verdict its exact numbers."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from analysis import number_format
from analysis.recomputation.exact_tests import ExactTests
from analysis.report_zip.methods_text import JUDGES, LOOKED, PHRASES
from analysis.results.study_results import StudyResults
from analysis.stats import estimate
from analysis.verdict_text import GivenVerdict
from studies.models import Amendment, Study
from studies.wording import wording_of

_SPECIAL = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': r"\textquotedbl{}",
}


def latex(text: str) -> str:
    """Any text as LaTeX that prints it."""
    return "".join(_SPECIAL.get(sign, sign) for sign in text)


def one_line(text: str) -> str:
    """Words with single blanks; no sign that steers a printer or a terminal."""
    return re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", text).strip()


@dataclass(frozen=True, slots=True)
class Target:
    """How values are written: a text of ours is free of signs that need care."""

    escape: Callable[[str], str]
    signs: dict[str, str]
    p: str


PLAIN = Target(
    str, {"alpha": "alpha", "beta": "beta", "pd": "pd", "dprime": "d-prime", "pc": "%"}, "{}"
)
LATEX = Target(
    latex,
    {
        "alpha": r"$\alpha$",
        "beta": r"$\beta$",
        "pd": "$p_d$",
        "dprime": "$d'$",
        "pc": r"\%",
    },
    "${}$",
)


class Writer:
    """Sentences about one study in one language, for one target."""

    def __init__(self, results: StudyResults, language: str, target: Target) -> None:
        self.study, self.snapshot = results.study, results.snapshot
        self.plan, self.target, self.language = results.snapshot.plan, target, language
        self.words = PHRASES[language]

    def say(self, phrase: str, *, p: str = "", **values: object) -> str:
        """A phrase with its values; every value is escaped but p and the signs, which are ours."""
        written = {name: self.target.escape(one_line(str(v))) for name, v in values.items()}
        return phrase.format(**written, **self.target.signs, p=self.target.p.format(p))

    def paragraph(self) -> str:
        return " ".join([*self.about_design(), *self.about_plan(), *self.about_results()])

    def about_design(self) -> Iterator[str]:
        same = self.study.pairing == Study.Pairing.SAME
        yield self.say(
            self.words.design,
            a=self.plan.subject_a,
            b=self.plan.subject_b,
            items=self.words.same if same else self.words.different,
        )
        yield self.say(self.words.question, question=wording_of(self.study).question)

    def about_plan(self) -> Iterator[str]:
        words, study = self.words, self.study
        first = words.planned_similarity if self.plan.is_similarity else words.planned_difference
        yield self.say(
            words.planned_sequential if self.plan.is_sequential else first,
            evaluations=self.planned_number(),
            per_judge=self.plan.evaluations_per_judge,
            **self.risks(),
        )
        if study.opened_at is None:
            yield words.draft
        else:
            yield self.say(words.frozen, opened=_day(study.opened_at), sha256=study.plan_sha256)
        yield from (words.blind,) if study.blind else ()
        yield from self.about_pages()
        yield from self.about_exclusion()
        yield from map(self.about_amendment, Amendment.objects.filter(study=study))
        yield from (words.test,) if study.is_test else ()

    def about_pages(self) -> Iterator[str]:
        """What judges met besides the triads that count."""
        words, study = self.words, self.study
        if study.practice_triads:
            yield self.say(words.practice, number=study.practice_triads)
        if study.attention_at:
            yield self.say(words.attention, places=", ".join(map(str, study.attention_at)))
        if study.presentation == Study.Presentation.MASKED:
            yield words.masked

    def about_exclusion(self) -> Iterator[str]:
        """The rule, and which answers decide."""
        words, study = self.words, self.study
        rules = []
        if study.least_seconds is not None:
            rules.append(words.too_fast.format(seconds=f"{study.least_seconds:g}"))
        if study.most_failed_attention is not None:
            rules.append(words.inattentive.format(number=study.most_failed_attention))
        if rules:
            kept = study.primary_set == Study.PrimarySet.KEPT
            decides = words.decides_kept if kept else words.decides_all
            yield self.say(words.excluded, rule=words.either.join(rules), decides=decides)

    def planned_number(self) -> int:
        """The number at opening: what was raised later is told by the amendments."""
        first = Amendment.objects.filter(study=self.study).first()
        return first.old_evaluations if first else self.plan.evaluations

    def risks(self) -> dict[str, str]:
        return {
            "alpha_value": number_format.level(self.plan.alpha),
            "beta_value": number_format.level(self.plan.beta),
            "pd_value": number_format.percent(self.plan.pd),
        }

    def about_amendment(self, change: Amendment) -> str:
        raised = change.kind == Amendment.Kind.EVALUATIONS
        return self.say(
            self.words.amended if raised else self.words.reopened,
            old=change.old_evaluations,
            new=change.new_evaluations,
            at=_day(change.at),
            looked=LOOKED[self.language][change.after_looking],
        )

    def judges(self, number: int) -> str:
        return JUDGES[self.language][number != 1].format(n=number)

    def about_results(self) -> Iterator[str]:
        """Before the verdict the progress alone."""
        yield from self.about_verdict()
        counts = self.snapshot.counts
        if counts.excluded:
            yield self.say(self.words.named, judges=self.judges(counts.excluded))
        if counts.withdrawn:
            yield self.say(self.words.taken_back, number=counts.withdrawn)

    def about_verdict(self) -> Iterator[str]:
        verdict = self.snapshot.verdict
        if verdict is None or self.snapshot.hidden:
            yield self.about_progress()
            return
        yield self.say(
            self.words.counts,
            n=verdict.counted,
            judges=self.judges(verdict.judges),
            x=verdict.correct,
            share=number_format.estimate(verdict.correct / verdict.counted),
        )
        if verdict.wald is not None:
            yield self.about_wald(verdict)
        elif self.plan.has_repeats:
            yield from self.about_repeats(verdict)
        else:
            yield from self.about_tests(verdict)
        yield from self.about_other_set(verdict)
        yield from self.about_withdrawals(verdict)
        yield self.say(self.words.caveat, texts=verdict.texts)

    def about_progress(self) -> str:
        words, snapshot = self.words, self.snapshot
        phrase = words.closed if snapshot.closed else words.progress
        return self.say(
            words.raised if snapshot.raised_from is not None else phrase,
            counted=snapshot.counts.counted,
            evaluations=self.plan.evaluations,
        )

    def about_tests(self, verdict: GivenVerdict) -> Iterator[str]:
        """The plan's own test first; the other stands beside it and is no verdict."""
        both = [self.about_difference(verdict), self.about_similarity(verdict)]
        yield from (part for test in both[:: -1 if self.plan.is_similarity else 1] for part in test)
        d_prime = estimate(verdict.correct, verdict.counted).d_prime.value
        yield self.say(self.words.d_prime, d=number_format.decimal(d_prime))

    def about_difference(self, verdict: GivenVerdict, *, limit: bool = True) -> list[str]:
        if verdict.tests is None:
            return []
        test, words = verdict.tests.difference, self.words
        tested = self.say(
            words.difference,
            p=number_format.p_text(test.p_value, level=self.plan.alpha),
            needed=words.unreachable if test.min_correct is None else test.min_correct,
            shown=words.shown if test.significant else words.not_shown,
            **self.risks(),
        )
        texts = [tested]
        if limit:
            below = test.pd_lower_uncut < 0
            printed = words.below_chance if below else number_format.lower_limit(test.pd_lower)
            texts.append(self.limit(words.lower, self.plan.alpha, printed))
        return texts

    def about_similarity(self, verdict: GivenVerdict) -> list[str]:
        test = verdict.tests.similarity if verdict.tests else None
        if test is None:
            return []
        words = self.words
        tested = self.say(
            words.similarity,
            p=number_format.p_text(test.p_value, level=self.plan.beta),
            allowed=words.unreachable if test.max_correct is None else test.max_correct,
            shown=words.shown if test.similar else words.not_shown,
            **self.risks(),
        )
        printed = (
            words.below_chance if test.below_chance else number_format.upper_limit(test.pd_upper)
        )
        return [
            tested,
            self.limit(words.upper, self.plan.beta, printed),
        ]

    def limit(self, phrase: str, risk: float, printed: str) -> str:
        return self.say(phrase, confidence=number_format.confidence(risk), limit=printed)

    def about_repeats(self, verdict: GivenVerdict) -> Iterator[str]:
        yield from self.about_difference(verdict, limit=False)
        yield self.words.repeats
        fit = verdict.repeats
        if fit is not None:
            between = number_format.between(fit.pd_lower, fit.pd_upper)
            yield self.say(
                self.words.repeats_fit, estimate=number_format.estimate(fit.pd), range=between
            )

    def about_wald(self, verdict: GivenVerdict) -> str:
        wald, words = verdict.wald, self.words
        if wald is None or verdict.outcome == "none":
            return words.sequential_none
        different = verdict.outcome == "difference"
        return self.say(
            words.sequential,
            n=verdict.counted,
            x=verdict.correct,
            end=words.to_difference if different else words.to_similarity,
            risk=number_format.probability(
                wald.risk_difference if different else wald.risk_similarity
            ),
        )

    def about_other_set(self, verdict: GivenVerdict) -> Iterator[str]:
        """The set that does not decide, with the plan's own test where the verdict has one."""
        other, words = self.snapshot.other_set, self.words
        if other is None or not other.counted:
            return
        kept = self.snapshot.primary_set == Study.PrimarySet.ALL
        name = words.set_kept if kept else words.set_all
        numbers: dict[str, Any] = {"set": name, "x": other.correct, "n": other.counted}
        if verdict.tests is None:
            yield self.say(words.other_set, **numbers)
            return
        tests = ExactTests.of(self.plan, other.correct, other.counted)
        p = number_format.p_text(tests.difference.p_value, level=self.plan.alpha)
        if self.plan.is_similarity and tests.similarity is not None:
            p = number_format.p_text(tests.similarity.p_value, level=self.plan.beta)
        yield self.say(words.other_set_tested, p=p, **numbers)

    def about_withdrawals(self, verdict: GivenVerdict) -> Iterator[str]:
        left = self.snapshot.counts.verdict_left
        if left is not None and left.counted < verdict.counted:
            yield self.say(self.words.withdrawn, number=verdict.counted - left.counted)


def _day(time: datetime) -> str:
    return f"{time:%Y-%m-%d}"


def paragraphs(results: StudyResults) -> dict[str, str]:
    """File names and texts: two languages, plain and LaTeX."""
    return {
        f"methods_{language}.{ending}": Writer(results, language, target).paragraph() + "\n"
        for language in PHRASES
        for ending, target in (("txt", PLAIN), ("tex", LATEX))
    }
